// Reads payouts of connected accounts from Stripe, stores them, and notifies their owners of payouts that arrived or
// failed.
import type { Transaction } from 'kysely'
import type Stripe from 'stripe'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { addAlerts } from '#server/alerts/add-alerts.ts'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { PAYOUT_STATES } from '#shared/contracts/creators.ts'
import { payoutAmount } from '#shared/rules/payout-amount.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'stripe' | 'log'>
type State = (typeof PAYOUT_STATES)[number]

const DAY_MS = 86_400_000
/** No emails or alerts are sent about older payouts. */
const NEWS_MS = 7 * DAY_MS
/** How far back the sweep looks: Stripe's payouts fail within five business days of their arrival. */
const RECENT_MS = 30 * DAY_MS

/** Reads one payout again and stores it. Does nothing if the account belongs to nobody. Throws errors of the SDK. */
export async function syncPayout(deps: Needs, accountId: string, payoutId: string): Promise<void> {
  const creatorId = await ownerOf(deps, accountId)
  if (creatorId === null) return
  try {
    const payout = await deps.stripe.payouts.retrieve(payoutId, {}, { stripeAccount: accountId })
    await savePayout(deps, creatorId, payout)
  } catch (error) {
    if (stripeErrorKind(error) !== 'missing') throw error
    deps.log.error(
      { event: 'stripe_object_unknown', account: accountId },
      'Stripe does not know this payout, so its row stays unchanged',
    )
  }
}

/**
 * Stores an account's payouts of the last 30 days, in case a webhook was lost. `tells`: whether to send emails and
 * alerts about those of the last week. Throws errors of the SDK.
 */
export async function syncRecentPayouts(
  deps: Needs,
  accountId: string,
  { tells = true } = {},
): Promise<void> {
  const creatorId = await ownerOf(deps, accountId)
  if (creatorId === null) return
  const since = Math.floor((deps.clock.now().getTime() - RECENT_MS) / 1000)
  const recent = deps.stripe.payouts.list(
    { created: { gte: since }, limit: 100 },
    { stripeAccount: accountId },
  )
  for await (const payout of recent) await savePayout(deps, creatorId, payout, tells)
}

async function ownerOf({ db }: Needs, accountId: string): Promise<string | null> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('stripeAccountId', '=', accountId)
    .executeTakeFirst()
  return owner?.id ?? null
}

/** A payout's status only moves forward, so an earlier response of Stripe never overwrites a later one. */
const RANK: Record<State, number> = { pending: 0, in_transit: 1, paid: 2, canceled: 3, failed: 3 }

async function savePayout(
  deps: Needs,
  creatorId: string,
  payout: Stripe.Payout,
  tells = true,
): Promise<void> {
  const { db } = deps
  const status = PAYOUT_STATES.find((known) => known === payout.status) ?? 'pending'
  const stripePayoutId = payout.id
  const state = {
    status,
    arrivesAt: new Date(payout.arrival_date * 1000),
    failureCode: status === 'failed' ? payout.failure_code : null,
  }
  const { amount, currency } = payout
  await db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('payouts')
      .values({
        stripePayoutId,
        creatorId,
        amount,
        currency,
        createdAt: new Date(payout.created * 1000),
        ...state,
      })
      .onConflict((conflict) => conflict.column('stripePayoutId').doNothing())
      .executeTakeFirst()
    const before = await trx
      .selectFrom('payouts')
      .select(['status', 'emailed'])
      .where('stripePayoutId', '=', stripePayoutId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (RANK[status] < RANK[before.status]) return
    const emailed = status === 'paid' || status === 'failed' ? status : null
    await trx
      .updateTable('payouts')
      .set({ ...state, ...(emailed && { emailed }) })
      .where('stripePayoutId', '=', stripePayoutId)
      .execute()
    if (tells && emailed !== null && emailed !== before.emailed) await tell(trx, deps, creatorId, payout)
    if (inserted.numInsertedOrUpdatedRows === 1n || status !== before.status)
      await notify(trx, [creatorId], 'account')
  })
}

/** Sends an email and an alert, once when a payout arrives and once when it fails. */
async function tell(
  trx: Transaction<DB>,
  { clock }: Needs,
  creatorId: string,
  { id, amount, currency, status, arrival_date: arrival, failure_code: failureCode }: Stripe.Payout,
): Promise<void> {
  const arrivesAt = new Date(arrival * 1000)
  if (arrivesAt.getTime() < clock.now().getTime() - NEWS_MS) return
  const creator = await trx.selectFrom('users').select('email').where('id', '=', creatorId).executeTakeFirst()
  if (!creator) return
  const data = { amount: payoutAmount(amount, currency), arrivesAt: arrivesAt.toISOString() }
  const to = creator.email
  if (status === 'failed')
    await queueEmail(trx, clock, { name: 'payoutFailed', to, data: { ...data, failureCode } })
  else await queueEmail(trx, clock, { name: 'payoutPaid', to, data })
  await addAlerts(trx, clock, {
    kind: 'payout',
    personIds: [creatorId],
    cause: `${status} ${id}`,
    facts: { payouts: status === 'failed' ? 'failed' : 'paid', payout: data.amount },
  })
}
