// Reads a payout account from Stripe, stores its state, and enqueues the consequences for its owner and subscribers.
import type Stripe from 'stripe'
import { recordEvent } from '#server/audit/record-event.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import type { PAYOUT_STATUSES } from '#shared/contracts/creators.ts'
import { requirementsDue } from './payout-requirements.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'stripe' | 'log'>
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]
/** `due`: Stripe needs details, but everything still works. `on_hold`: the creator can't be paid. */
export const PAYOUT_NOTICES = ['ready', 'due', 'on_hold'] as const
export type PayoutNotice = (typeof PAYOUT_NOTICES)[number]

export const payoutNoticeOf = ({ status, due }: { status: string; due: readonly string[] }): PayoutNotice =>
  status !== 'active' ? 'on_hold' : due.length > 0 ? 'due' : 'ready'

/**
 * Two rounds are enough. If two other syncs wrote in the meantime, the second one read Stripe after this call began.
 */
const ROUNDS = 2

/**
 * Converges like `syncSubscription`: afterwards the row has Stripe's state at the time of the call, or a later one. A
 * closed account is removed from the row, and subscriptions that pay into it are canceled.
 */
export async function syncPayoutAccount(deps: Needs, accountId: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) if (await syncOnce(deps, accountId)) return
}

/** False if another sync has written the row since it was read. */
async function syncOnce({ db, clock, stripe, log }: Needs, accountId: string): Promise<boolean> {
  const known = await db
    .selectFrom('users')
    .select('payoutsCheckedAt')
    .where('stripeAccountId', '=', accountId)
    .executeTakeFirst()
  if (!known) return true
  let account: Stripe.V2.Core.Account
  try {
    account = await stripe.v2.core.accounts.retrieve(accountId, {
      include: ['configuration.recipient', 'requirements'],
    })
  } catch (error) {
    if (stripeErrorKind(error) !== 'missing') throw error
    log.error(
      { event: 'stripe_object_unknown', account: accountId },
      'Stripe does not know this payout account, so its row stays unchanged',
    )
    return true
  }
  const isClosed = account.closed === true
  const status = isClosed ? 'none' : payoutStatusAtStripe(account)
  const { due, dueAt } = isClosed ? { due: [], dueAt: null } : requirementsDue(account)
  // The row's revision, so it must not repeat.
  const checkedAt = new Date(Math.max(clock.now().getTime(), known.payoutsCheckedAt.getTime() + 1))
  return await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select(['id', 'payoutStatus', 'payoutAccountNumber', 'payoutsDue', 'payoutsDueAt', 'payoutsEmailed'])
      .where('stripeAccountId', '=', accountId)
      .where('payoutsCheckedAt', '=', known.payoutsCheckedAt)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return false
    const state = payoutNoticeOf({ status, due })
    // Creators who were never ready are still setting up, and the page shows them what is missing.
    const emailed = isClosed ? null : (before.payoutsEmailed ?? (state === 'ready' ? state : null))
    await trx
      .updateTable('users')
      .set({
        payoutStatus: status,
        stripeOnboardingCompleted: status === 'active',
        payoutsDue: due,
        payoutsDueAt: dueAt,
        payoutsEmailed: emailed,
        payoutsCheckedAt: checkedAt,
        ...(isClosed && { stripeAccountId: null, payoutAccountNumber: before.payoutAccountNumber + 1 }),
      })
      .where('id', '=', before.id)
      .execute()
    if (isClosed || status !== before.payoutStatus) {
      const event = isClosed ? 'payout_account.closed' : 'payout_account.status_changed'
      // Recorded as Stripe's decision, regardless of who caused the sync.
      await recordEvent(trx, { clock }, { event, userId: before.id, target: accountId })
    }
    if (isClosed) await enqueue(trx, 'enqueue_cancellations', { creatorId: before.id })
    else if ((status === 'active') !== (before.payoutStatus === 'active'))
      await enqueue(trx, 'enqueue_pauses', { creatorId: before.id })
    if (emailed !== null && emailed !== state)
      await enqueue(trx, 'email_payout_status', { userId: before.id }, { key: `payouts ${before.id}` })
    const isSameAsBefore =
      status === before.payoutStatus &&
      due.join() === before.payoutsDue.join() &&
      dueAt?.getTime() === before.payoutsDueAt?.getTime()
    if (!isSameAsBefore) await notify(trx, [before.id], 'account')
    return true
  })
}

/** Best first. */
const BY_RANK = ['active', 'pending', 'restricted', 'unsupported'] as const

/**
 * The worse of two statuses, for receiving transfers and for paying them out, because money that can't be paid out is
 * stranded (https://docs.stripe.com/connect/accounts-v2/connected-account-configuration). Payouts count if Stripe lists
 * them.
 */
export function payoutStatusAtStripe(account: Pick<Stripe.V2.Core.Account, 'configuration'>): PayoutStatus {
  const balance = account.configuration?.recipient?.capabilities?.stripe_balance
  const statuses = [balance?.stripe_transfers?.status ?? 'restricted', balance?.payouts?.status ?? 'active']
  const ranks = statuses.map((status) => BY_RANK.findIndex((known) => known === status))
  return ranks.includes(-1) ? 'restricted' : (BY_RANK[Math.max(...ranks)] ?? 'restricted')
}
