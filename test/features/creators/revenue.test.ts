// What counts as revenue: the payments of a calendar month, and the subscribers of the coming one.
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { costsAccess } from '#server/features/billing/rules.ts'
import { creators } from '#shared/contracts/creators.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'

const NOW = new Date('2026-11-22T10:00:00.000Z')

let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock: { ...systemClock, now: () => NOW } })
})
afterAll(() => server.stop())

let rounds = 0
let subscriptionId: string
/** Nina's subscribers, then in cents her share of their monthly price, and of each month with revenue. */
let revenue: () => Promise<[subscribers: number, monthly: number, months: Record<string, number>]>
/** Another Nina each time, to whom another Ben pays $9.50 a month: $8.55 for her, $0.95 for us. */
beforeEach(async () => {
  const [nina, ben] = [`nina_${(rounds += 1)}`, `ben_${rounds}`] as const
  const people = await buildPeople(server.deps, {
    [nina]: creator({ priceCents: 950 }),
    [ben]: member({ subscribesTo: [nina] }),
  })
  const row = await server.deps.db
    .selectFrom('subscriptions')
    .select('id')
    .where('subscriberId', '=', people[ben]?.id ?? '')
    .executeTakeFirstOrThrow()
  subscriptionId = row.id
  const browser = await server.signIn(nina)
  revenue = async () => {
    const { activeSubscribers, monthly, months } = await browser.call(creators.revenue)
    const received = months.filter(({ grossInCents }) => grossInCents > 0)
    return [
      activeSubscribers,
      monthly.netInCents,
      Object.fromEntries(received.map(({ month, netInCents }) => [month, netInCents])),
    ]
  }
})

type Amounts = {
  refunded?: number
  feeRefunded?: number
  /** The reversed part of the transfer; by default what was refunded. */
  reversed?: number
  dispute?: string | null
  paidAt?: string
}
async function insertPayment({
  refunded = 0,
  feeRefunded = 0,
  reversed = refunded,
  dispute = null,
  paidAt,
}: Amounts = {}): Promise<void> {
  const id = systemClock.newId()
  await server.deps.db
    .insertInto('payments')
    .values({
      subscriptionId,
      stripeInvoiceId: `in_${id}`,
      stripePaymentIntentId: `pi_${id}`,
      stripeChargeId: `ch_${id}`,
      amountInCents: 950,
      feeInCents: 95,
      refundedInCents: refunded,
      feeRefundedInCents: feeRefunded,
      transferredInCents: 950,
      reversedInCents: reversed,
      disputeStatus: dispute,
      paidAt: paidAt === undefined ? NOW : new Date(paidAt),
      periodStart: NOW,
      periodEnd: NOW,
    })
    .execute()
}

/** Whether a payment counts and gives access, by the status of its dispute. */
const DISPUTES: Record<Stripe.Dispute.Status, boolean> = {
  needs_response: false,
  under_review: false,
  appeal_needs_response: false,
  appeal_under_review: false,
  lost: false,
  won: true,
  prevented: true,
  // Inquiries: the bank only asks, and takes no money.
  warning_needs_response: true,
  warning_under_review: true,
  warning_closed: true,
}

describe.each(Object.entries(DISPUTES))('A payment whose dispute is "%s"', (dispute, counts) => {
  test(`${counts ? 'counts' : 'does not count'} as revenue and ${counts ? 'gives' : 'gives no'} access`, async () => {
    // A dispute also reverses the creator's share.
    await insertPayment({ dispute, reversed: counts ? 0 : 855 })
    expect((await revenue())[2]).toEqual(counts ? { '2026-11': 855 } : {})
    expect(costsAccess(dispute)).toBe(!counts)
  })
})

describe('A refund', () => {
  test.each([
    ['none', 0, 0, [1, 855, { '2026-11': 855 }]],
    ['of a cent', 1, 0, [1, 855, { '2026-11': 854 }]],
    ['of a half, with its fee', 475, 48, [1, 855, { '2026-11': 428 }]],
    ['of all but a cent', 949, 95, [1, 855, { '2026-11': 1 }]],
    ['of everything', 950, 95, [0, 0, {}]],
  ])(
    '%s: the subscriber counts unless the last payment is refunded in full',
    async (_which, refunded, feeRefunded, seen) => {
      await insertPayment({ refunded, feeRefunded })
      expect(await revenue()).toEqual(seen)
    },
  )

  test('without a reversed transfer leaves the creator’s share unchanged', async () => {
    await insertPayment({ refunded: 400, feeRefunded: 40, reversed: 0 })
    expect((await revenue())[2]).toEqual({ '2026-11': 950 - 55 })
  })

  test('of an earlier month lowers that month, and the subscriber still counts', async () => {
    await insertPayment({ refunded: 950, feeRefunded: 95, paidAt: '2026-10-22T10:00:00Z' })
    await insertPayment()
    expect(await revenue()).toEqual([1, 855, { '2026-11': 855 }])
  })
})

test('a subscriber counts before their payment’s webhook arrives', async () => {
  expect(await revenue()).toEqual([1, 855, {}])
})

test('revenue covers twelve UTC months including this one, from the first moment to the last', async () => {
  for (const paidAt of [
    '2025-11-30T23:59:59.999Z',
    '2025-12-01T00:00:00.000Z',
    '2026-10-31T23:59:59.999Z',
    '2026-11-01T00:00:00.000Z',
  ])
    await insertPayment({ paidAt })
  expect((await revenue())[2]).toEqual({ '2025-12': 855, '2026-10': 855, '2026-11': 855 })
})
