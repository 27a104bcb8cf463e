// Access control for people who paid and then didn't: past due, disputed and ended subscriptions, as a table.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { users } from '#shared/contracts/users.ts'
import { becomeCreator, subscribeTo, VISA } from '#test/features/billing/billing-steps.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { countedIn } from './access-steps.ts'

// sue    pays Cleo, and Petra, whose profile is private
// dan    didn't pay the renewals three days ago, in the grace period of seven days
// eli    didn't pay them eight days ago
// dora   disputes her payments at her bank
// lars   canceled, and the paid months are over
//
// A number is the status. `open`, `locked` and `absent` say how much a 200 response shows.
const TABLE = `
sue    dan    eli    dora   lars
open   open   locked locked locked  GET /api/signals/feed (a premium signal)
open   open   locked locked locked  GET /api/signals/feed?scope=everyone (a premium signal)
open   open   locked locked locked  GET /api/signals/user/:cleo (a premium signal)
open   open   locked locked locked  GET /api/signals/:premium (a premium signal)
open   open   absent absent absent  GET /api/signals/user/:cleo?ticker=SECRT (a premium signal)
open   open   absent absent absent  GET /api/tickers/SECRT/calls (a premium call)
open   open   absent absent absent  GET /api/subscriptions/status/:cleo (paying)
open   open   absent absent absent  GET /api/subscriptions/status/:petra (paying)
open   open   absent absent absent  GET /api/signals/feed?scope=everyone (petra's signal)
open   open   404    404    404     GET /api/signals/user/:petra (petra's signal)
open   open   404    404    404     GET /api/signals/:petra's (petra's signal)
200    200    404    404    404     GET /api/users/petra
200    200    404    404    404     GET /api/users/id/:petra
200    200    404    404    404     GET /api/portfolio/of/:petra
200    200    404    404    404     GET /api/follows/followers/:petra
200    200    404    404    404     GET /api/follows/status/:petra
201    201    404    404    404     POST /api/follows
`
const NAMES = ['sue', 'dan', 'eli', 'dora', 'lars'] as const
type Name = (typeof NAMES)[number]
const ROW = /^((?:(?:\d{3}|[a-z]+) +){5})(GET|POST) (\S+?)(?: \((.+)\))?$/

const PREMIUM = 'Only for those who pay'
const AMONG_US = 'Among us'
/** How much a response shows of each subject. */
const SEEN: Record<string, (answer: string, premiumId: string) => string> = {
  'a premium signal': (answer, id) =>
    answer.includes(PREMIUM) ? 'open' : answer.includes(id) ? 'locked' : 'absent',
  'a premium call': (answer) => (countedIn(answer) === 1 ? 'open' : 'absent'),
  'petra’s signal': (answer) => (answer.includes(AMONG_US) ? 'open' : 'absent'),
  paying: (answer) => (answer.includes('"isSubscribed":true') ? 'open' : 'absent'),
}

let server: TestServer
let ids: Record<string, string>
const browsers = {} as Record<Name, Browser>
beforeAll(async () => {
  server = await startServer()
  const fan = () => member({ follows: ['cleo'] })
  const people = await buildPeople(server.deps, {
    cleo: member({ signals: [{ content: PREMIUM, tickers: ['SECRT'], isPremium: true }] }),
    petra: member({ signals: [AMONG_US] }),
    sue: fan(),
    dan: fan(),
    eli: fan(),
    dora: fan(),
    lars: fan(),
  })
  const petra = await server.signIn('petra')
  for (const creator of [await server.signIn('cleo'), petra]) await becomeCreator(server, creator)
  for (const name of NAMES) {
    browsers[name] = await server.signIn(name)
    const card = name === 'dora' ? '4000000000000259' : VISA
    for (const { id } of [people.cleo, people.petra]) await subscribeTo(server, browsers[name], id, card)
  }
  await petra.call(users.updateProfile, { body: { isPublic: false } })
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const change = (name: Name, values: object) =>
    server.deps.db
      .updateTable('subscriptions')
      .set(values)
      .where('subscriberId', '=', people[name].id)
      .execute()
  await change('dan', { status: 'past_due', currentPeriodStart: daysAgo(3) })
  await change('eli', { status: 'past_due', currentPeriodStart: daysAgo(8) })
  await change('lars', { status: 'canceled', endsAt: daysAgo(1) })
  const signal = async (content: string) =>
    (
      await server.deps.db
        .selectFrom('signals')
        .select('id')
        .where('content', '=', content)
        .executeTakeFirstOrThrow()
    ).id
  ids = {
    ':cleo': people.cleo.id,
    ":petra's": await signal(AMONG_US),
    ':petra': people.petra.id,
    ':premium': await signal(PREMIUM),
  }
})
afterAll(() => server.stop())

const rows = TABLE.split('\n').flatMap((line) => {
  const [, cells = '', method = '', path = '', about = ''] = ROW.exec(line) ?? []
  return method === '' ? [] : [{ cells: cells.trim().split(/ +/), method, path, about }]
})

test('the table has a row for each line, and Dora’s payments are disputed', async () => {
  expect(rows).toHaveLength(TABLE.trim().split('\n').length - 1)
  const disputed = await server.deps.db
    .selectFrom('subscriptions')
    .select('id')
    .where('isDisputed', '=', true)
    .execute()
  expect(disputed).toHaveLength(2)
})

test.each(rows)('$method $path ($about)', async ({ cells, method, path, about }) => {
  const seen = SEEN[about.replace("'", '’')]
  const body = method === 'POST' ? { followingId: ids[':petra'] } : undefined
  const address = path.replace(/:(?:petra's|[a-z]+)/, (name) => ids[name] ?? '')
  const found: string[] = []
  for (const name of NAMES) {
    const { status, body: answer } = await browsers[name].send(method, address, body)
    found.push(status === 200 && seen ? seen(JSON.stringify(answer), ids[':premium'] ?? '') : String(status))
  }
  expect(found).toEqual(cells)
})
