// Everything that opens an account, and everything that should close it. Each cell of the table is tried.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { deletion } from '#shared/contracts/deletion.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { OLD, type Stage, waysInto } from './ways-in.ts'

const NEW = 'quiet harbor lamp'

const clock = settableClock()
let server: TestServer
let ways: ReturnType<typeof waysInto>
beforeAll(async () => {
  server = await startServer({ clock })
  ways = waysInto(server, clock)
})
afterAll(() => server.stop())

/** All names of ways in. */
const names = () => Object.keys({ ...ways.early, ...ways.late })

type Event = {
  /** What happens before the late ways are prepared; it may move the account's mail. */
  before?: (stage: Stage) => Promise<void>
  happens: (stage: Stage) => Promise<unknown>
  /** The ways that it leaves open. All others are closed. */
  leaves: string[]
}
const FACTORS = [
  'an older passkey',
  'an older authenticator app',
  'a new passkey',
  'a new authenticator app',
  'new recovery codes of an older app',
]
const OLDER = ['an older passkey', 'an older authenticator app']
const UNDO = 'a later link that undoes a change'
const movesMail = async (stage: Stage) => {
  const moved = `first.${stage.person.email}`
  await ways.links.change(stage.intruder, moved)
  stage.address = moved
  clock.pass(1)
}
const EVENTS: Record<string, Event> = {
  'a new password, by its owner': {
    happens: ({ owner }) =>
      owner.call(auth.changePassword, { body: { currentPassword: OLD, newPassword: NEW } }),
    leaves: [...FACTORS, UNDO],
  },
  'a new password, by a link': {
    async happens({ person, address }) {
      await server.visitor().call(auth.requestPasswordReset, { body: { login: person.username } })
      const body = { token: await ways.tokenAt(address), password: NEW }
      await server.visitor().send('POST', '/api/password-resets/complete', body)
    },
    leaves: [...FACTORS, UNDO],
  },
  'a change of email undone': {
    before: movesMail,
    happens: async ({ person }) => ways.links.open(await undoToken(person.email)),
    leaves: OLDER,
  },
  'a change of email stopped': {
    before: async ({ person, intruder }) => {
      await ways.ask(intruder, `asked.${person.email}`)
      clock.pass(1)
    },
    // The stop comes too late if the change was confirmed. Then there is the link that undoes it.
    async happens({ person }) {
      const opened = await refusal(ways.links.open(await stopToken(person.email))).catch(() => null)
      expect([undefined, 'link_used']).toContain(opened?.code)
    },
    leaves: [...OLDER, UNDO],
  },
  'a change of email confirmed': {
    async happens({ person, owner }) {
      await ways.links.change(owner, `mine.${person.email}`)
    },
    leaves: [
      ...FACTORS,
      'the password',
      'another browser’s session',
      'a sign-in that needs its code',
      'a requested change whose link isn’t sent yet',
      UNDO,
    ],
  },
  'all others signed out': {
    happens: ({ owner }) => owner.call(auth.revokeOtherSessions),
    get leaves() {
      return names().filter((way) => way !== 'another browser’s session')
    },
  },
  'the deletion requested': {
    happens: ({ person, owner }) => owner.call(deletion.request, { body: { username: person.username } }),
    leaves: [...FACTORS, 'the password', 'a sign-in that needs its code', UNDO],
  },
}
/** The token of the oldest email of this subject to an address, which the owner opens. */
const tokenOfFirst = async (address: string, subject: string) => {
  const found = (await ways.links.all(address)).find((one) => one.subject === subject)
  return found?.token ?? ''
}
const undoToken = (address: string) => tokenOfFirst(address, 'The email of your account was changed')
const stopToken = (address: string) => tokenOfFirst(address, 'Someone asked to change your email')

let count = 0
async function stageOf(): Promise<Stage> {
  const name = `ada_${(count += 1)}`
  const person = (await buildPeople(server.deps, { [name]: member() }))[name] as Person
  const [owner, intruder] = [await server.signIn(name), await server.signIn(name)]
  return { person, owner, intruder, address: person.email }
}
/** Tries each way with its own person, four at a time: more sign-ins at once may be refused. */
async function outcomesOf(event: Event): Promise<Record<string, string>> {
  const prepared = await inFours(names(), async (way) => {
    const stage = await stageOf()
    const early = await ways.early[way]?.(stage)
    clock.pass(1)
    await event.before?.(stage)
    return { way, stage, opens: early ?? (await ways.late[way]?.(stage)) }
  })
  // The same link can be requested again after a minute.
  clock.pass(61_000)
  const outcomes = await inFours(prepared, async ({ way, stage, opens }) => {
    await event.happens(stage)
    return [way, (await opens?.()) ? 'open' : 'closed'] as const
  })
  return Object.fromEntries(outcomes)
}

async function inFours<In, Out>(items: In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = []
  for (let n = 0; n < items.length; n += 4) done.push(...(await Promise.all(items.slice(n, n + 4).map(work))))
  return done
}

test.each(Object.entries(EVENTS))('%s', async (_name, event) => {
  const expected = names().map((way) => [way, event.leaves.includes(way) ? 'open' : 'closed'])
  expect(await outcomesOf(event)).toEqual(Object.fromEntries(expected))
})

test('each way is open as long as nothing closes it', async () => {
  const outcomes = await outcomesOf({ happens: async () => {}, leaves: [] })
  expect(new Set(Object.values(outcomes))).toEqual(new Set(['open']))
})

test('the threat model has the same table', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/threat-model.md'), 'utf8')
  const events = Object.entries(EVENTS)
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  expect(text).toContain(row(['', ...events.map(([name]) => name)]))
  for (const way of names())
    expect(text).toContain(
      row([way, ...events.map(([, { leaves }]) => (leaves.includes(way) ? 'stays' : 'closed'))]),
    )
})
