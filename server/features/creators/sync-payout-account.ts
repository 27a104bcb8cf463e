// Writes down what Stripe says of a payout account, and sets going what follows for its owner and subscribers.
import type Stripe from 'stripe'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { stripeFault } from '#server/outside/stripe.ts'
import { PAYOUT_STATUSES } from '#shared/contracts/creators.ts'
import { dueOf } from './payout-requirements.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'stripe' | 'log'>
export type Standing = (typeof PAYOUT_STATUSES)[number]
/** `due`: Stripe asks for something, and nothing is stopped yet. `on_hold`: the creator can't be paid. */
export type PayoutState = 'ready' | 'due' | 'on_hold'

export const payoutStateOf = ({ standing, due }: { standing: string; due: readonly string[] }): PayoutState =>
  standing !== 'active' ? 'on_hold' : due.length > 0 ? 'due' : 'ready'

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
    if (stripeFault(error) !== 'missing') throw error
    log.error({ account: accountId }, 'Stripe does not know this payout account; it was left as it is')
    return true
  }
  const isClosed = account.closed === true
  const standing = isClosed ? 'none' : standingAtStripe(account)
  const { due, dueAt } = isClosed ? { due: [], dueAt: null } : dueOf(account)
  // Never the same twice, for it tells one writing from the next.
  const checkedAt = new Date(Math.max(clock.now().getTime(), known.payoutsCheckedAt.getTime() + 1))
  return await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select(['id', 'payoutStanding', 'payoutAccountNumber', 'payoutsDue', 'payoutsDueAt', 'payoutsTold'])
      .where('stripeAccountId', '=', accountId)
      .where('payoutsCheckedAt', '=', known.payoutsCheckedAt)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return false
    const state = payoutStateOf({ standing, due })
    // Who was never ready is in the middle of the first set-up, and sees there what is missing.
    const told = isClosed ? null : (before.payoutsTold ?? (state === 'ready' ? state : null))
    await trx
      .updateTable('users')
      .set({
        payoutStanding: standing,
        stripeOnboardingCompleted: standing === 'active',
        payoutsDue: due,
        payoutsDueAt: dueAt,
        payoutsTold: told,
        payoutsCheckedAt: checkedAt,
        ...(isClosed && { stripeAccountId: null, payoutAccountNumber: before.payoutAccountNumber + 1 }),
      })
      .where('id', '=', before.id)
      .execute()
    if (isClosed) await enqueue(trx, 'end_subscriptions', { creatorId: before.id })
    else if ((standing === 'active') !== (before.payoutStanding === 'active'))
      await enqueue(trx, 'pause_or_resume_all', { creatorId: before.id })
    if (told !== null && told !== state)
      await enqueue(trx, 'tell_payouts', { userId: before.id }, { key: `payouts ${before.id}` })
    const isSameAsBefore =
      standing === before.payoutStanding &&
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
export function standingAtStripe(account: Pick<Stripe.V2.Core.Account, 'configuration'>): Standing {
  const balance = account.configuration?.recipient?.capabilities?.stripe_balance
  const words = [balance?.stripe_transfers?.status ?? 'restricted', balance?.payouts?.status ?? 'active']
  const places = words.map((word) => FROM_BEST.findIndex((known) => known === word))
  return places.includes(-1) ? 'restricted' : (FROM_BEST[Math.max(...places)] ?? 'restricted')
}

/** A word nobody here knows is as good as no permission. */
export const standingOf = (word: string): Standing =>
  PAYOUT_STATUSES.find((known) => known === word) ?? 'restricted'
