// The public events of a record: when it became public, deletions and restarts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { users } from '#shared/contracts/users.ts'
import {
  buyAtClose,
  DEPOSIT,
  type RealMarketServer,
  startRealMarketServer,
} from '#test/real-market-server.ts'
import type { Browser } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const FIRST = [DEPOSIT, buyAtClose('ACME', '2025-01-07')]
const BETTER = [DEPOSIT, buyAtClose('BOLT', '2025-06-11', 20)]

let server: RealMarketServer
let people: Record<'ada' | 'bea' | 'cleo' | 'dora' | 'eve' | 'finn' | 'vera', Person>
let vera: Browser
beforeAll(async () => {
  server = await startRealMarketServer()
  people = await buildPeople(server.deps, {
    ada: creator(),
    bea: creator(),
    cleo: creator({ isPublic: false }),
    dora: creator(),
    eve: creator(),
    finn: creator(),
    vera: member(),
  })
  vera = await server.signIn('vera')
})
afterAll(() => server.stop())

type Name = Exclude<keyof typeof people, 'vera'>

/** "public 2026-02-10", oldest first, as viewers and the owner see it. */
async function eventsOf(name: Name): Promise<string[]> {
  const seen = await vera.call(portfolio.ofPerson, { params: { id: people[name].id } })
  const { events } = await (await server.signIn(name)).call(portfolio.overview)
  expect(events).toEqual(seen.events)
  return events.map(({ kind, day }) => `${kind} ${day}`)
}

async function deleteFirstAccount(browser: Browser): Promise<void> {
  const [account] = (await browser.call(portfolio.overview)).accounts
  await browser.call(portfolio.deleteAccount, { params: { id: account?.id ?? '' } })
  await server.jobsDone()
}

test('deleting everything and importing a better start is a restart', async () => {
  const ada = await server.signIn('ada')
  await server.importRows(ada, FIRST)
  expect(await eventsOf('ada')).toEqual(['public 2026-02-10'])
  server.daysPass(3)
  await ada.call(portfolio.deleteAll)
  await server.jobsDone()
  expect(await eventsOf('ada')).toEqual(['public 2026-02-10', 'deleted 2026-02-13'])
  server.daysPass(1)
  await server.importRows(ada, BETTER)
  const all = ['public 2026-02-10', 'deleted 2026-02-13', 'restarted 2026-02-14']
  expect(await eventsOf('ada')).toEqual(all)
  // Adding newer rows isn't a restart.
  await server.importRows(ada, [...BETTER, buyAtClose('BOLT', '2025-07-01')])
  expect(await eventsOf('ada')).toEqual(all)
})

test('deleting one of several accounts is a restart at once', async () => {
  const bea = await server.signIn('bea')
  await server.importRows(bea, FIRST)
  await server.link(bea)
  const today = (await eventsOf('bea'))[0]?.split(' ')[1] ?? ''
  // On the first day accounts are still being added.
  expect(await eventsOf('bea')).toEqual([`public ${today}`])
  await deleteFirstAccount(bea)
  expect(await eventsOf('bea')).toEqual([`public ${today}`, `deleted ${today}`, `restarted ${today}`])
  expect((await bea.call(portfolio.overview)).picture?.trust.kind).toBe('live')
})

test('a private record begins when the profile becomes public, and earlier events are visible only to its owner', async () => {
  const cleo = await server.signIn('cleo')
  await server.importRows(cleo, FIRST)
  await deleteFirstAccount(cleo)
  await server.importRows(cleo, BETTER)
  expect((await cleo.call(portfolio.overview)).events).toEqual([])
  await cleo.call(users.updateProfile, { body: { isPublic: true } })
  await server.jobsDone()
  expect(await eventsOf('cleo')).toEqual([expect.stringMatching(/^public /)])
})

test('turning private first doesn’t hide a deletion', async () => {
  const dora = await server.signIn('dora')
  await server.importRows(dora, FIRST)
  await dora.call(users.updateProfile, { body: { isPublic: false } })
  await dora.call(portfolio.deleteAll)
  await server.importRows(dora, BETTER)
  await dora.call(users.updateProfile, { body: { isPublic: true } })
  await server.jobsDone()
  expect((await eventsOf('dora')).map((event) => event.split(' ')[0])).toEqual([
    'public',
    'deleted',
    'restarted',
  ])
})

test('older rows added later rewrite the past, and an additional account is listed as such', async () => {
  const eve = await server.signIn('eve')
  await server.importRows(eve, BETTER)
  server.daysPass(1)
  await server.importRows(eve, [buyAtClose('ACME', '2025-01-07', 1), ...BETTER])
  server.daysPass(1)
  await server.link(eve)
  expect((await eventsOf('eve')).map((event) => event.split(' ')[0])).toEqual([
    'public',
    'restarted',
    'account_added',
  ])
})

test('an import that was never part of a figure can be deleted without a trace, and a disconnected broker can’t', async () => {
  const finn = await server.signIn('finn')
  await server.link(finn)
  // Nobody knows this symbol, so it has no figure.
  await server.importRows(finn, ['2025-01-06,deposit,,,,10000,,XXX'])
  const { accounts } = await finn.call(portfolio.overview)
  const file = accounts.find(({ connectionId }) => connectionId === null)
  await finn.call(portfolio.deleteAccount, { params: { id: file?.id ?? '' } })
  await server.jobsDone()
  expect((await eventsOf('finn')).map((event) => event.split(' ')[0])).toEqual(['public'])
  const [connection] = (await finn.call(portfolio.overview)).connections
  await finn.call(portfolio.disconnect, { params: { id: connection?.id ?? '' } })
  await server.jobsDone()
  expect((await eventsOf('finn')).map((event) => event.split(' ')[0])).toEqual(['public', 'deleted'])
})

test('events are deleted with the person', async () => {
  const { db } = server.deps
  await db.deleteFrom('users').where('id', '=', people.ada.id).execute()
  const left = await db
    .selectFrom('performanceRecordEvents')
    .selectAll()
    .where('userId', '=', people.ada.id)
    .execute()
  expect(left).toEqual([])
})
