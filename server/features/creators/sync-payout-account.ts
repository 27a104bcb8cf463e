// Writes down what Stripe says of a payout account, and sets going what follows for its owner and subscribers.
import type Stripe from 'stripe'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { PAYOUT_STATUSES } from '#shared/contracts/creators.ts'
import { requirementsDue } from './payout-requirements.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'stripe' | 'log'>
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]
/** `due`: Stripe asks for something, and nothing is stopped yet. `on_hold`: the creator can't be paid. */
export type PayoutNotice = 'ready' | 'due' | 'on_hold'

export const payoutNoticeOf = ({ status, due }: { status: string; due: readonly string[] }): PayoutNotice =>
  status !== 'active' ? 'on_hold' : due.length > 0 ? 'due' : 'ready'

/** Who was overtaken twice need not ask a third time: the second of the others asked Stripe after this one was called. */
const ROUNDS = 2

/**
 * Writes down what Stripe says of an account; afterwards it is as it was at Stripe when this was called, or later. A
 * closed one is let go, and what was paid into it is not renewed.
 */
export async function syncPayoutAccount(deps: Needs, accountId: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) if (await syncJob(deps, accountId)) return
}

/** False when the account was written by another sync since Stripe was asked. */
async function syncJob({ db, clock, stripe, log }: Needs, accountId: string): Promise<boolean> {
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
    log.error({ account: accountId }, 'Stripe does not know this payout account; it was left as it is')
    return true
  }
  const isClosed = account.closed === true
  const status = isClosed ? 'none' : payoutStatusAtStripe(account)
  const { due, dueAt } = isClosed ? { due: [], dueAt: null } : requirementsDue(account)
  // Never the same twice, for it tells one writing from the next.
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
    // Who was never ready is in the middle of the first set-up, and sees there what is missing.
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

/** From the best to the worst. */
const FROM_BEST = ['active', 'pending', 'restricted', 'unsupported'] as const

/**
 * The worse of receiving transfers and paying them out: money that can't be paid out is stranded
 * (https://docs.stripe.com/connect/accounts-v2/connected-account-configuration). Payouts count where Stripe lists them.
 */
export function payoutStatusAtStripe(account: Pick<Stripe.V2.Core.Account, 'configuration'>): PayoutStatus {
  const balance = account.configuration?.recipient?.capabilities?.stripe_balance
  const words = [balance?.stripe_transfers?.status ?? 'restricted', balance?.payouts?.status ?? 'active']
  const places = words.map((word) => FROM_BEST.findIndex((known) => known === word))
  return places.includes(-1) ? 'restricted' : (FROM_BEST[Math.max(...places)] ?? 'restricted')
}

/** A word nobody here knows is as good as no permission. */
export const payoutStatusOf = (word: string): PayoutStatus =>
  PAYOUT_STATUSES.find((known) => known === word) ?? 'restricted'
