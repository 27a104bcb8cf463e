// The rules that open cases without a report: what raises each of them, and what doesn't.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminCase } from '#server/features/safety/admin-case.ts'
import { casesIn } from '#server/features/safety/case-store.ts'
import { findManipulation } from '#server/features/safety/find-manipulation.ts'
import { raiseManipulation } from '#server/features/safety/raise-manipulation.ts'
import { signals } from '#shared/contracts/signals.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ sequencer: false })
})
afterAll(() => server.stop())

let round = 0
/** A name that no other test has. */
const named = (name: string) => `${name}_${round}`
beforeEach(() => {
  round += 1
})

/** Which rules find something about the people of this test: the subject's id, and how many accounts. */
async function found({ hasRealCards = true } = {}) {
  const { db, clock } = server.deps
  const findings = await findManipulation(db, clock.now(), { hasRealCards })
  const people = await db.selectFrom('users').select(['id', 'username']).execute()
  const own = new Set(people.filter(({ username }) => username.endsWith(`_${round}`)).map(({ id }) => id))
  return findings
    .filter(({ accounts }) => accounts.some((id) => own.has(id)))
    .map(({ rule, accounts, ticker }) => ({ rule, accounts: accounts.length, ticker }))
}

const group = (name: string, count: number, person: (place: number) => ReturnType<typeof creator>) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [named(`${name}${place}`), person(place)]))
const buys = (ticker: string, hoursAgo: number) => [
  { content: 'To the moon', signalType: 'buy' as const, tickers: [ticker], hoursAgo },
]

describe('Young accounts on a quiet ticker', () => {
  const young = (ticker: string, spread: number) => (place: number) =>
    creator({ joinedDaysAgo: 3, signals: buys(ticker, 0.1 + place * spread) })

  test('five within an hour are found', async () => {
    await buildPeople(server.deps, group('young', 5, young('QUIET', 0.1)))
    expect(await found()).toEqual([{ rule: 'young_accounts', accounts: 5, ticker: 'QUIET' }])
  })

  test('four, five over two hours, five older accounts, or five on a busy ticker aren’t found', async () => {
    await buildPeople(server.deps, {
      ...group('four', 4, young('FOUR', 0.1)),
      ...group('slow', 5, young('SLOW', 0.5)),
      ...group('old', 5, (place) => creator({ joinedDaysAgo: 60, signals: buys('OLD', 0.1 + place * 0.1) })),
      ...group('busy', 5, young('BUSY', 0.1)),
      ...group('before', 6, (place) => creator({ signals: buys('BUSY', 100 + place) })),
    })
    expect(await found()).toEqual([])
  })
})

describe('Opposite signals of one author', () => {
  const pair = (sell: { tickers?: string[] }) =>
    creator({
      signals: [
        { content: 'In', signalType: 'buy', tickers: ['BOTH'], hoursAgo: 5 },
        { content: 'Out', signalType: 'sell', tickers: ['BOTH'], hoursAgo: 1, ...sell },
      ],
    })

  test('a buy and a short within a day are found', async () => {
    await buildPeople(server.deps, { [named('flip')]: pair({}) })
    expect(await found()).toEqual([{ rule: 'opposite_signals', accounts: 1, ticker: 'BOTH' }])
  })

  test('a sell that closes the buy, or one of another ticker, isn’t found', async () => {
    await buildPeople(server.deps, {
      [named('close')]: creator({
        signals: [{ content: 'In', signalType: 'buy', tickers: ['BOTH'], hoursAgo: 5 }],
      }),
      [named('other')]: pair({ tickers: ['OTHER'] }),
    })
    const author = await server.signIn(named('close'))
    const closing = { content: 'Out', signalType: 'sell' as const, tickers: ['BOTH'], onlyCloses: true }
    await author.call(signals.post, { body: closing })
    expect(await found()).toEqual([])
  })
})

describe('Bursts of followers', () => {
  test('25 new accounts that follow one person within an hour are found, 24 aren’t', async () => {
    const star = named('star')
    await buildPeople(server.deps, { [star]: creator() })
    await buildPeople(
      server.deps,
      group('few', 24, () => member({ joinedDaysAgo: 0.01, follows: [star] })),
    )
    expect(await found()).toEqual([])
    await buildPeople(server.deps, { [named('last')]: member({ joinedDaysAgo: 0.01, follows: [star] }) })
    expect(await found()).toEqual([{ rule: 'follower_burst', accounts: 25, ticker: null }])
  })

  test('older accounts that follow all at once aren’t found', async () => {
    const star = named('star')
    await buildPeople(server.deps, { [star]: creator() })
    await buildPeople(
      server.deps,
      group('fan', 30, () => member({ joinedDaysAgo: 40, follows: [star] })),
    )
    expect(await found()).toEqual([])
  })
})

describe('Accounts that follow only each other', () => {
  const circle = (size: number, also: string[] = []) =>
    group('ring', size, (own) =>
      member({
        joinedDaysAgo: 0.01,
        follows: [
          ...Array.from({ length: size }, (_, place) => named(`ring${place}`)).filter(
            (_, place) => place !== own,
          ),
          ...also,
        ],
      }),
    )

  test('four are found, three aren’t', async () => {
    await buildPeople(server.deps, circle(4))
    expect(await found()).toEqual([{ rule: 'closed_circle', accounts: 4, ticker: null }])
    round += 1
    await buildPeople(server.deps, circle(3))
    expect(await found()).toEqual([])
  })

  test('friends who also follow somebody else aren’t found', async () => {
    await buildPeople(server.deps, { [named('writer')]: creator(), ...circle(5, [named('writer')]) })
    expect(await found()).toEqual([])
  })
})

describe('One card for many accounts', () => {
  async function payersOf(count: number, card: (place: number) => string) {
    const seller = named('seller')
    await buildPeople(server.deps, { [seller]: creator() })
    await buildPeople(
      server.deps,
      group('payer', count, () => member({ subscribesTo: [seller] })),
    )
    const { db, clock } = server.deps
    const paid = await db
      .selectFrom('subscriptions as s')
      .innerJoin('users as u', 'u.id', 's.subscriberId')
      .select(['s.id', 's.currentPeriodEnd'])
      .where('u.username', 'like', `payer%\\_${round}`)
      .execute()
    const now = clock.now()
    const sums = { amountInCents: 500, feeInCents: 50, refundedInCents: 0, feeRefundedInCents: 0 }
    await db
      .insertInto('payments')
      .values(
        paid.map(({ id }, place) => ({
          ...sums,
          subscriptionId: id,
          stripeInvoiceId: `in_${round}_${place}`,
          stripePaymentIntentId: `pi_${round}_${place}`,
          stripeChargeId: `ch_${round}_${place}`,
          cardFingerprint: card(place),
          periodStart: now,
          periodEnd: now,
          paidAt: now,
        })),
      )
      .execute()
  }

  test('four accounts are found, but not with test cards, which everybody has', async () => {
    await payersOf(4, () => `card${round}`)
    expect(await found()).toEqual([{ rule: 'one_card', accounts: 4, ticker: null }])
    expect(await found({ hasRealCards: false })).toEqual([])
  })

  test('three accounts, or accounts with different cards, aren’t found', async () => {
    await payersOf(3, () => `card${round}`)
    expect(await found()).toEqual([])
    round += 1
    await payersOf(5, (place) => `card${round}_${place}`)
    expect(await found()).toEqual([])
  })
})

test('a moderator reads which rule opened a case and who is in it, and no rule opens a second case', async () => {
  const { db, clock } = server.deps
  await buildPeople(server.deps, {
    [named('flip')]: creator({
      signals: [...buys('TWICE', 3), { ...buys('TWICE', 2)[0]!, signalType: 'sell' }],
    }),
  })
  expect(await raiseManipulation(server.deps)).toBeGreaterThan(0)
  const opened = (await casesIn(db, 'open')).find(({ author }) => author === named('flip'))
  expect(opened).toMatchObject({ reports: 0, reasons: ['false_news'], subjectKind: 'signal' })
  expect((opened?.dueAt.getTime() ?? 0) - clock.now().getTime()).toBeGreaterThan(23.9 * 3_600_000)
  expect(await adminCase(db, opened?.id ?? '', { viewerId: '', now: clock.now() })).toMatchObject({
    reports: 0,
    finding: { rule: 'opposite_signals', ticker: 'TWICE', accounts: [named('flip')] },
  })
  expect(await raiseManipulation(server.deps)).toBe(0)
  await db.updateTable('cases').set({ state: 'closed', closedAt: clock.now() }).execute()
  expect(await raiseManipulation(server.deps)).toBe(0)
})
