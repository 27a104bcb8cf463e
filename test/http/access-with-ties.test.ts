// Access control between people who block or mute each other, and for people whom a moderator restricted, as a table.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAlerts } from '#server/alerts/add-alerts.ts'
import { postComment } from '#server/features/comments/post-comment.ts'
import { contract } from '#shared/contract.ts'
import { safety } from '#shared/contracts/safety.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { RESTRICTIONS } from '#shared/rules/restrictions.ts'
import { type DatabaseSnapshot, snapshotDatabase } from '#test/database-snapshot.ts'
import { suspend } from '#test/features/safety/suspend.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, type Person } from '#tools/demo/build-people.ts'
import { TIES } from './tied-access-table.ts'

const CALLERS = ['plain', 'mutes', 'muted', 'blocks', 'blocked', 'nopost', 'nosell', 'noreport'] as const
type Caller = (typeof CALLERS)[number]
/** What a moderator's decision forbids a caller. */
const FORBIDDEN = { nopost: 'post', nosell: 'sell', noreport: 'report' } as const

const ROW = /^((?:\S+ +){8})((GET|POST|PUT|DELETE) (\S+)(?: \((\w+)\))?)$/
const rows = TIES.split('\n').flatMap((line) => {
  const [, cells = '', name = '', method = '', path = '', about = ''] = ROW.exec(line) ?? []
  const words = cells.trim().split(/ +/)
  const access = Object.fromEntries(CALLERS.map((who, place) => [who, words[place]]))
  return name === '' ? [] : [{ name, method, path, about, access }]
})

/** The body of a call about the person, signal or comment with this id. */
const BODIES: Record<string, (id: string) => object> = {
  'POST /api/follows': (followingId) => ({ followingId }),
  'PUT /api/bells/:cleo': () => ({ level: 'all' }),
  'POST /api/blocks': (userId) => ({ userId }),
  'POST /api/mutes': (value) => ({ kind: 'person', value }),
  'POST /api/notices': () => ({ url: '/@cleo', reason: 'spam', text: 'Links', isAccurate: true }),
  'POST /api/signals': () => ({ content: 'Buy', signalType: 'buy' }),
  'POST /api/signals/:hers/comments': () => ({ body: 'Why?' }),
  'POST /api/signals/:mates/comments': (parentId) => ({ body: 'Why?', parentId: parentId || null }),
  'PUT /api/comments/:own': () => ({ body: 'Why not?' }),
  'PUT /api/profile': () => ({ bio: 'Engines' }),
  ...Object.fromEntries(
    ['subscriptions/create', 'subscriptions/check', 'stripe/user-subscription', 'subscribe/creator'].map(
      (path) => [`POST /api/${path}`, (creatorId: string) => ({ creatorId })],
    ),
  ),
}
const SUBJECT_KINDS: Record<string, string> = { hers: 'signal', reply: 'comment' }

let server: TestServer
let snapshot: DatabaseSnapshot
const browsers = {} as Record<Caller, Browser>
/** The ids that the rows name. */
const ids: Record<string, string> = {}
const own: Record<string, string> = {}

beforeAll(async () => {
  server = await startServer({ sequencer: false })
  const { deps } = server
  const caller = creator({ follows: ['cleo'] })
  const people: Record<string, Person> = await buildPeople(server.deps, {
    cleo: creator({ follows: ['mate'], signals: [{ content: 'Hers', tickers: ['TIES'] }] }),
    mate: creator({ signals: ['Mine'] }),
    stan: creator(),
    ...Object.fromEntries(CALLERS.map((name) => [name, caller])),
  })
  const idOf = (name: string) => people[name]?.id ?? ''
  for (const name of ['cleo', 'mate', 'stan']) ids[name] = idOf(name)
  for (const [name, content] of [
    ['hers', 'Hers'],
    ['mates', 'Mine'],
  ] as const) {
    const found = deps.db.selectFrom('signals').select('id').where('content', '=', content)
    ids[name] = (await found.executeTakeFirstOrThrow()).id
  }
  const comment = async (name: string) => {
    const draft = { body: 'Why?', parentId: null, showsHolding: false }
    return (await postComment(deps, idOf(name), ids['mates'] ?? '', draft)).id
  }
  ids['reply'] = await comment('cleo')
  for (const name of CALLERS) {
    own[name] = await comment(name)
    const saved = { personId: idOf(name), signalId: ids['hers'] ?? '', createdAt: deps.clock.now() }
    await deps.db.insertInto('bookmarks').values(saved).execute()
  }
  const facts = { priceInCents: 500, shareInCents: 450 }
  const personIds = CALLERS.map(idOf)
  await addAlerts(deps.db, deps.clock, {
    kind: 'subscriber',
    personIds,
    cause: 'one',
    actorId: idOf('cleo'),
    facts,
  })
  for (const name of CALLERS) browsers[name] = await server.signIn(name)
  const cleo = await server.signIn('cleo')
  const cleoId = idOf('cleo')
  await browsers.mutes.call(safety.mute, { body: { kind: 'person', value: cleoId } })
  await cleo.call(safety.mute, { body: { kind: 'person', value: idOf('muted') } })
  await browsers.blocks.call(safety.block, { body: { userId: cleoId } })
  await cleo.call(safety.block, { body: { userId: idOf('blocked') } })
  for (const [name, kind] of Object.entries(FORBIDDEN)) await suspend(server, idOf(name), [kind])
  await suspend(server, idOf('stan'), ['sell'])
  await server.settled()
  snapshot = await snapshotDatabase(server.database)
})
afterAll(async () => {
  await snapshot.close()
  await server.stop()
})

async function ask(who: Caller, { method, path, about }: (typeof rows)[number]) {
  const id = ids[about] ?? ''
  const report = { subjectKind: SUBJECT_KINDS[about] ?? 'profile', subjectId: id, reason: 'spam' }
  const body = path === '/api/reports' ? report : BODIES[`${method} ${path}`]?.(id)
  const filled = path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => (name === 'own' ? own[who] : ids[name]) ?? name,
  )
  return await browsers[who].send(method, filled, body)
}

/** Whether a response shows Cleo, her signal or her comment. */
const shows = (body: unknown) =>
  [ids['cleo'], ids['hers'], ids['reply']].some((id) => JSON.stringify(body).includes(id ?? ''))

test.each(rows)('$name', async (row) => {
  const isInWords = Object.values(row.access).includes('open')
  const found: Record<string, string> = {}
  for (const who of CALLERS) {
    const { status, body } = await ask(who, row)
    found[who] = isInWords && status === 200 ? (shows(body) ? 'open' : 'absent') : String(status)
  }
  if (row.method !== 'GET') {
    await server.settled()
    await snapshot.restore()
  }
  expect(found).toEqual(row.access)
})

const NOWHERE = '00000000-0000-4000-8000-000000000000'

test('a restriction refuses exactly the calls that declare it, with its own reason', async () => {
  expect(Object.values(FORBIDDEN).toSorted()).toEqual(RESTRICTIONS.toSorted())
  const endpoints = Object.values(contract)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .filter(({ path }) => path !== '/api/logout')
  const refused: string[] = []
  for (const { method, path, forbiddenWhile } of endpoints) {
    const filled = path.replaceAll(/:\w+/g, NOWHERE)
    const answerTo = async (who: Caller) => {
      const { status, body } = await browsers[who].send(method, filled, method === 'GET' ? undefined : {})
      return `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`
    }
    const usual = await answerTo('plain')
    for (const [who, kind] of Object.entries(FORBIDDEN)) {
      const answer = await answerTo(who as Caller)
      if (kind === forbiddenWhile || answer.includes('profile_suspended'))
        refused.push(`${answer} ${method} ${path}`)
      else expect(`${who}: ${answer} ${method} ${path}`).toBe(`${who}: ${usual} ${method} ${path}`)
    }
  }
  expect(refused.toSorted()).toEqual([
    '403 profile_suspended POST /api/objects/upload',
    '403 reporting_stopped POST /api/reports',
    '403 reporting_stopped POST /api/reports/:id/look',
    '403 suspended POST /api/signals',
    '403 suspended POST /api/signals/:id/comments',
    '403 suspended PUT /api/comments/:id',
  ])
})
