// The studio through the product's own calls: payments, cancellations with reasons, refunds, names, the file, and no Stripe.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStripe } from '#server/adapters/stripe.ts'
import { spreadsheetLine } from '#server/features/data-exports/rules.ts'
import { balanceOf } from '#server/features/creators/dashboard.ts'
import { billing } from '#shared/contracts/billing.ts'
import { refunds } from '#shared/contracts/refunds.ts'
import { safety } from '#shared/contracts/safety.ts'
import { studio, SUBSCRIBERS_CSV_PATH } from '#shared/contracts/studio.ts'
import { ANSWERS_TOGETHER } from '#shared/rules/cancel-reasons.ts'
import { refusal } from '#test/refusal.ts'
import type { TestServer } from '#test/server.ts'
import { isFull } from '#test/test-scope.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { subscribeTo } from '../billing/billing-steps.ts'
import {
  setUpCreatorAndSubscriber,
  type Setup,
  startServerOnTestClock,
} from '../billing/creator-and-subscriber.ts'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

describe('A subscriber who pays, cancels and says why', () => {
  let { nina, ben, own, pass } = {} as Setup
  let id = ''
  beforeEach(async () => {
    ;({ nina, ben, own, pass } = await setUpCreatorAndSubscriber(server))
    await subscribeTo(server, ben.browser, nina.id)
    id = (await own()).id
  })
  const overview = () => nina.browser.call(studio.overview)
  const rows = () => nina.browser.call(studio.subscribers, { query: { show: 'all' } })
  const answer = (reason: 'price' | 'other', text = '') =>
    ben.browser.call(studio.cancelReason, { params: { id }, body: { reason, text } })

  test('counts until the cancellation in revenue, and until the end as a subscriber', async () => {
    expect(await overview()).toMatchObject({
      states: { renewing: 1, ending: 0 },
      recurring: { grossInCents: 950, feeInCents: 95, netInCents: 855 },
      last30Days: { started: 1, left: 0, atEnd: 1, churn: null },
    })
    expect(await rows()).toMatchObject([
      { id, state: 'renewing', priceInCents: 950, paidInCents: 950, person: { username: ben.username } },
    ])
    await pass(3)
    await ben.browser.call(billing.cancel, { params: { id } })
    const canceled = await overview()
    expect(canceled).toMatchObject({
      states: { renewing: 0, ending: 1 },
      recurring: { grossInCents: 0 },
      last30Days: { left: 0, atEnd: 1 },
      reasons: { canceled: 1, answers: 0, counts: [], words: [] },
    })
    const stored = await server.deps.db
      .selectFrom('subscriptions')
      .select(['canceledAt', 'endsAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(stored.canceledAt)).toBeLessThan(Number(stored.endsAt) - 20 * 86_400_000)
    await pass(29)
    await server.jobsDone()
    expect(await overview()).toMatchObject({
      states: { ending: 0, ended: 1 },
      last30Days: { atStart: 1, left: 1, lost: 1, atEnd: 0, churn: { rate: 1 } },
    })
    expect(await rows()).toMatchObject([{ state: 'ended', paidInCents: 950 }])
    expect(await nina.browser.call(studio.subscribers, { query: { show: 'current' } })).toEqual([])
  })

  test('a refund appears after it was made', async () => {
    const body = { part: 'full' as const, end: false, reason: 'Sorry.' }
    await nina.browser.call(refunds.refund, { params: { id }, body })
    await server.jobsDone()
    await server.settled()
    expect(await rows()).toMatchObject([{ state: 'refunded', paidInCents: 0, refundedInCents: 950 }])
    expect(await overview()).toMatchObject({ states: { refunded: 1 }, recurring: { grossInCents: 0 } })
  })

  test('may say why only after canceling, and only about their own', async () => {
    expect(await refusal(answer('price'))).toMatchObject({ code: 'not_canceled' })
    await ben.browser.call(billing.cancel, { params: { id } })
    const others = nina.browser.call(studio.cancelReason, { params: { id }, body: { reason: 'other' } })
    expect(await refusal(others)).toMatchObject({ code: 'subscription_not_found' })
    await answer('other', 'First words')
    expect(await answer('price', 'Second words')).toEqual({ reason: 'price' })
    const stored = await server.deps.db
      .selectFrom('cancelReasons')
      .selectAll()
      .where('subscriptionId', '=', id)
      .execute()
    expect(stored).toMatchObject([{ reason: 'price', text: 'Second words' }])
    // One answer is shown to nobody.
    expect((await overview()).reasons).toMatchObject({ canceled: 1, answers: 0, words: [] })
  })

  test('the balance and the link to the provider’s page come from Stripe; without it the rest still shows', async () => {
    expect(await nina.browser.call(studio.balance)).toEqual({
      hasAccount: true,
      availableInCents: 0,
      pendingInCents: 855,
    })
    const { url } = await nina.browser.call(studio.dashboardLink)
    expect(new URL(url).pathname).toMatch(/\/pages\/express\//)
    expect(await refusal(ben.browser.call(studio.dashboardLink))).toMatchObject({
      code: 'payouts_not_started',
    })
    const stripe = openStripe({ secretKey: 'sk_test_none' }, { port: 1 })
    expect(await balanceOf({ ...server.deps, stripe }, nina.id)).toEqual({
      hasAccount: true,
      availableInCents: null,
      pendingInCents: null,
    })
    expect((await overview()).recurring.grossInCents).toBe(950)
  })
})

describe('Many subscribers', () => {
  let people: Record<string, Person>
  let mila: Awaited<ReturnType<TestServer['signIn']>>
  const names = Array.from({ length: 2 * ANSWERS_TOGETHER }, (_, place) => `fan_${place}`)
  beforeAll(async () => {
    const fan = (options = {}) => member({ subscribesTo: ['mila'], ...options })
    people = await buildPeople(server.deps, {
      mila: creator({ priceCents: 700 }),
      ...Object.fromEntries(names.map((name) => [name, fan()])),
      hidden_fan: fan({ isPublic: false, displayName: 'Hidden Hanna' }),
      blocked_fan: fan({ displayName: 'Blocked Bo' }),
      formula_fan: fan({ displayName: '=HYPERLINK("x"),1' }),
      other: creator(),
    })
    mila = await server.signIn('mila')
    await mila.call(safety.block, { body: { userId: people['blocked_fan']?.id ?? '' } })
  })
  const search = async (text: string) =>
    (await mila.call(studio.subscribers, { query: { search: text, show: 'all' } })).map(
      ({ person }) => person?.username,
    )

  test('are found by name, except those whom the creator may not see', async () => {
    expect(await search('FAN_3')).toEqual(['fan_3'])
    expect(await search('@fan_3')).toEqual(['fan_3'])
    expect(await search('hyperlink')).toEqual(['formula_fan'])
    expect(await search('hanna')).toEqual([])
    expect(await search('Blocked')).toEqual([])
    expect(await search('%')).toEqual([])
    const all = await mila.call(studio.subscribers, { query: { limit: 100 } })
    expect(all).toHaveLength(names.length + 3)
    expect(all.filter(({ person }) => person === null)).toHaveLength(2)
    expect(JSON.stringify(all)).not.toMatch(/Hanna|Blocked|example\.com|card/)
  })

  test('another creator sees none of them', async () => {
    const other = await server.signIn('other')
    expect(await other.call(studio.subscribers, { query: {} })).toEqual([])
    expect((await other.call(studio.overview)).states.renewing).toBe(0)
  })

  test('are in one file, read page by page, in which no text runs as a formula', async () => {
    const more = isFull ? 10_000 : 520
    await sql`with fans as (
        insert into users (id, email, username, password, is_former, is_public, created_at, updated_at)
        select gen_random_uuid(), n || '@former.invalid', 'former_' || lpad(n::text, 12, '0'), 'x', true, true, now(), now()
          from generate_series(1, ${more}::int) n returning id)
      insert into subscriptions (id, subscriber_id, creator_id, price_in_cents, status, current_period_end, created_at, updated_at)
      select gen_random_uuid(), f.id, ${people['mila']?.id ?? ''}, 700, 'active', now() + interval '20 days', now(), now() from fans f`.execute(
      server.deps.db,
    )
    const reply = await mila.fetch(SUBSCRIBERS_CSV_PATH)
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="subscribers-[\d-]+\.csv"$/,
    )
    const [head, ...lines] = (await reply.text()).trimEnd().split('\r\n')
    expect(head).toMatch(/^\uFEFF?Name,Username,Since \(UTC\)/)
    expect(lines).toHaveLength(names.length + 3 + more)
    expect(new Set(lines.filter((line) => line.includes('fan_'))).size).toBe(names.length)
    expect(lines.filter((line) => line.startsWith('Former member,,'))).toHaveLength(more)
    expect(lines.filter((line) => line.startsWith('A private member,,'))).toHaveLength(2)
    expect(lines.find((line) => line.includes('HYPERLINK'))).toMatch(/^"'=HYPERLINK\(""x""\),1",formula_fan,/)
    expect(lines.join('')).not.toMatch(/@example|cus_|pi_/)
    const page = await mila.callPage(studio.subscribers, { query: { limit: 100 } })
    expect(page.items).toHaveLength(100)
    expect(page.next).toBeDefined()
  })

  test('answers are shown in full groups of five, without the words of a person who is blocked', async () => {
    const { db } = server.deps
    const cancel = async (name: string, text: string | null) => {
      const { id } = await db
        .updateTable('subscriptions')
        .set({ endsAt: server.deps.clock.now(), endedBy: 'subscriber', canceledAt: server.deps.clock.now() })
        .where('subscriberId', '=', people[name]?.id ?? '')
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('cancelReasons')
        .values({ subscriptionId: id, reason: 'results', text, answeredAt: server.deps.clock.now() })
        .execute()
    }
    const reasons = async () => (await mila.call(studio.overview)).reasons
    for (const name of names.slice(0, ANSWERS_TOGETHER - 1)) await cancel(name, `Words of ${name}`)
    expect(await reasons()).toMatchObject({
      canceled: ANSWERS_TOGETHER - 1,
      answers: 0,
      counts: [],
      words: [],
    })
    await cancel('blocked_fan', 'Spite')
    const shown = await reasons()
    expect(shown).toMatchObject({ answers: 5, counts: [{ reason: 'results', count: 5 }] })
    expect(shown.words.toSorted()).toEqual(names.slice(0, 4).map((name) => `Words of ${name}`))
    await cancel('fan_8', 'Not yet shown')
    expect(await reasons()).toMatchObject({ canceled: 6, answers: 5 })
    expect((await reasons()).words).not.toContain('Not yet shown')
  })
})

test.each([
  ['=1+1', "'=1+1\r\n"],
  ['@x', "'@x\r\n"],
  ['-2+3', "'-2+3\r\n"],
  ['-2.5', '-2.5\r\n'],
  ['+a,b', '"\'+a,b"\r\n'],
  ['\tx', "'\tx\r\n"],
  ['＝1', "'＝1\r\n"],
  ['a=b', 'a=b\r\n'],
])('a text like %j never begins a formula in a spreadsheet', (text, line) => {
  expect(spreadsheetLine([text])).toBe(line)
})
