// Every figure of the studio, computed again from the stored rows by the words of its definition, on random lives.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import { monthsOf } from '#server/features/creators/revenue.ts'
import { overviewOf } from '#server/features/studio/figures.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { runs, runSeed } from '#test/test-scope.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { insertLives, lives } from './random-lives.ts'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const DAY_MS = 86_400_000
const GRACE_MS = 7 * DAY_MS

let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock: { ...systemClock, now: () => NOW } })
})
afterAll(() => server.stop())

type Figures = Awaited<ReturnType<typeof overviewOf>>
const overview = (deps: Deps, id: string) => overviewOf(deps, (of) => monthsOf(deps, of), id)

let worlds = 0
test('each figure is what its definition says of subscriptions, payments and refunds', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (persons) => {
      const nina = `nina_${(worlds += 1)}`
      const names = persons.map((_, place) => `payer_${worlds}_${place}`)
      const people = await buildPeople(server.deps, {
        [nina]: creator(),
        ...Object.fromEntries(names.map((name) => [name, member()])),
      })
      const id = people[nina]?.id ?? ''
      await insertLives(
        server.deps,
        id,
        persons.map((own, place) => ({ id: people[names[place] ?? '']?.id ?? '', lives: own })),
        NOW,
      )
      const { reasons: _reasons, payouts: _payouts, ...shown } = await overview(server.deps, id)
      expect(shown).toEqual(await recomputed(server.deps, id))
      for (const month of [...shown.months, shown.last30Days])
        expect(month.atStart + month.started + month.returned - month.left).toBe(month.atEnd)
      expect(shown.months.at(-1)?.recurring).toEqual(shown.recurring)
    }),
    { seed: runSeed, numRuns: runs(60), endOnFailure: true },
  )
})

/** Only what the rows say, one subscription and one instant at a time. */
async function recomputed({ db }: Deps, creatorId: string): Promise<Omit<Figures, 'reasons' | 'payouts'>> {
  const rows = await db.selectFrom('subscriptions').selectAll().where('creatorId', '=', creatorId).execute()
  const payments = await db.selectFrom('payments').selectAll().execute()
  type Row = (typeof rows)[number]
  const paymentsOf = ({ id }: Row) => payments.filter(({ subscriptionId }) => subscriptionId === id)
  const isKept = ({ disputeStatus: status }: (typeof payments)[number]) =>
    status === null || ['won', 'prevented'].includes(status) || status.startsWith('warning_')
  const paidMonths = (row: Row) =>
    paymentsOf(row).filter((payment) => payment.refundedInCents < payment.amountInCents && isKept(payment))

  // An attempt that was never paid isn't a subscription.
  const known = rows.filter(
    (row) =>
      row.status !== 'incomplete' &&
      row.status !== 'incomplete_expired' &&
      (row.status === 'active' || paymentsOf(row).length > 0),
  )
  const begin = (row: Row) =>
    Math.min(
      ...(paymentsOf(row).length > 0 ? paymentsOf(row).map(({ paidAt }) => +paidAt) : [+row.createdAt]),
    )
  function end(row: Row): number {
    if (row.endsAt && row.endsAt <= NOW) return +row.endsAt
    if (row.status !== 'unpaid') return Infinity
    // Stripe has given up: the subscription ended with its grace period.
    return Math.min(Math.max(...paymentsOf(row).map(({ periodEnd }) => +periodEnd)) + GRACE_MS, +NOW)
  }
  const canceled = (row: Row) =>
    row.endsAt === null ? Infinity : Math.min(+(row.canceledAt ?? row.updatedAt), +row.endsAt, +NOW)
  const isSubscriber = (row: Row, at: number) => begin(row) < at && end(row) >= at
  const neverPaid = (row: Row) => paymentsOf(row).length === 0

  function isPaidAt(row: Row, at: number): boolean {
    if (paidMonths(row).some(({ periodStart, periodEnd }) => +periodStart < at && +periodEnd >= at))
      return true
    // For an hour after a renewal, and until Stripe says otherwise, an active one counts.
    if (row.status !== 'active') return false
    if (neverPaid(row)) return +row.createdAt < at
    if (row.hasUnpaidInvoice) return +(row.currentPeriodStart ?? 0) < at
    return row.currentPeriodEnd !== null && row.currentPeriodEnd < NOW && +row.currentPeriodEnd < at
  }
  function stateNow(row: Row): keyof Figures['states'] {
    if (end(row) <= +NOW) return 'ended'
    if (row.endsAt !== null) return 'ending'
    if (row.status === 'past_due') return 'due'
    if (row.pausedFrom !== null) return 'paused'
    return !row.isDisputed && isPaidAt(row, +NOW + 1) ? 'renewing' : 'refunded'
  }
  const sum = (some: Row[]) => {
    const total = { grossInCents: 0, feeInCents: 0, netInCents: 0 }
    for (const { priceInCents, feePercent } of some) {
      const { platformFeeInCents, creatorShareInCents } = splitPrice(priceInCents, feePercent)
      total.grossInCents += priceInCents
      total.feeInCents += platformFeeInCents
      total.netInCents += creatorShareInCents
    }
    return total
  }

  /** Wilson's interval, solved as a quadratic equation: where |p - rate| is 1.96 standard errors. */
  const churn = (lost: number, of: number) => {
    if (of === 0) return null
    const rate = lost / of
    const [a, b, c] = [1 + 1.96 ** 2 / of, -(2 * rate + 1.96 ** 2 / of), rate ** 2]
    const root = Math.sqrt(Math.max(0, b ** 2 - 4 * a * c))
    const near = (value: number) => expect.closeTo(Math.min(1, Math.max(0, value)), 9) as number
    return { rate, low: near((-b - root) / (2 * a)), high: near((-b + root) / (2 * a)) }
  }
  const during = (from: number, to: number) => {
    const isIn = (at: number) => at >= from && at < to
    const [before, after] = [
      known.filter((row) => isSubscriber(row, from)),
      known.filter((row) => isSubscriber(row, to)),
    ]
    const begun = known.filter((row) => isIn(begin(row)))
    const isFirst = (row: Row) =>
      known.every((other) => other.subscriberId !== row.subscriberId || begin(other) >= begin(row))
    const lost = before.filter((row) => end(row) < to).length
    return {
      atStart: before.length,
      started: begun.filter(isFirst).length,
      returned: begun.filter((row) => !isFirst(row)).length,
      left: known.filter((row) => isIn(end(row))).length,
      lost,
      atEnd: after.length,
      churn: churn(lost, before.length),
    }
  }

  const states = { ended: 0, ending: 0, due: 0, paused: 0, refunded: 0, renewing: 0 }
  for (const row of known) states[stateNow(row)] += 1
  const recurring = sum(known.filter((row) => stateNow(row) === 'renewing'))
  const months = Array.from({ length: 12 }, (_, place) => {
    const from = Date.UTC(2025, 11 + place)
    const to = place === 11 ? +NOW + 1 : Date.UTC(2025, 12 + place)
    const received = { grossInCents: 0, feeInCents: 0, netInCents: 0 }
    for (const payment of payments) {
      if (!known.some(({ id }) => id === payment.subscriptionId)) continue
      if (+payment.paidAt < from || +payment.paidAt >= to) continue
      const fee = payment.feeInCents - payment.feeRefundedInCents
      received.netInCents += payment.transferredInCents - payment.reversedInCents - fee
      if (!isKept(payment)) continue
      received.grossInCents += payment.amountInCents - payment.refundedInCents
      received.feeInCents += fee
    }
    const renewing = known.filter((row) => isSubscriber(row, to) && canceled(row) >= to && isPaidAt(row, to))
    return {
      month: new Date(from).toISOString().slice(0, 7),
      ...during(from, to),
      recurring: place === 11 ? recurring : sum(renewing),
      received,
    }
  })
  const last30Days = during(+NOW + 1 - 30 * DAY_MS, +NOW + 1)
  return { asOf: NOW.toISOString(), states, recurring, last30Days, months }
}
