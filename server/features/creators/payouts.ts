// The creator's payout account at Stripe: created once, set up on Stripe's page, and ready once Stripe reports it.
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import {
  stripeErrorKind,
  stripeErrorMessage,
  waitForIdempotencyKey,
  withTimeout,
} from '#server/adapters/stripe.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { Problem } from '#shared/problems.ts'
import { refuseOutsideCountry } from './rules.ts'
import { type PayoutStatus, payoutStatusAtStripe, syncPayoutAccount } from './sync-payout-account.ts'

type Needs = Pick<Deps, 'db' | 'stripe' | 'log' | 'config'> & AuditDeps
/** The default for API callers that choose no country. The page always asks. */
const USUAL_COUNTRY = 'US'
type Account = {
  isCreator: boolean
  stripeAccountId: string | null
  status: PayoutStatus
  due: string[]
  dueAt: Date | null
  onHold: boolean
}

export async function payoutAccountOf({ db }: Pick<Needs, 'db'>, userId: string): Promise<Account> {
  const row = await db
    .selectFrom('users')
    .select(['isCreator', 'stripeAccountId', 'payoutStatus', 'payoutsDue', 'payoutsDueAt', 'payoutsEmailed'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    isCreator: row.isCreator,
    stripeAccountId: row.stripeAccountId,
    status: row.payoutStatus,
    due: row.payoutsDue,
    dueAt: row.payoutsDueAt,
    // Payouts that never worked are not on hold: the creator is still setting them up.
    onHold: row.payoutsEmailed !== null && row.payoutStatus !== 'active',
  }
}

/** Syncs the account first while something is missing. If Stripe can't be reached, returns the stored state. */
export async function currentPayoutAccount(deps: Needs, userId: string): Promise<Account> {
  const account = await payoutAccountOf(deps, userId)
  if (account.stripeAccountId === null || (account.status === 'active' && account.due.length === 0))
    return account
  try {
    await syncPayoutAccount(deps, account.stripeAccountId)
  } catch (error) {
    if (stripeErrorKind(error) === null) throw error
    deps.log.warn(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
      'failed to sync a payout account',
    )
  }
  return await payoutAccountOf(deps, userId)
}

/**
 * Creates a payout account: the platform pays fees and covers losses, the dashboard is Stripe Express, and the account
 * can only receive money. Throws `creators_only`, `country_required`, `country_not_open`, `connect_not_enabled` and
 * `payments_unavailable`. Source: https://docs.stripe.com/connect/marketplace/quickstart
 */
export async function createAccount(deps: Needs, userId: string): Promise<Account> {
  const { db, stripe, config } = deps
  const user = await db
    .selectFrom('users')
    .select(['isCreator', 'email', 'username', 'stripeAccountId', 'payoutAccountNumber', 'payoutCountry'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!user.isCreator) throw new Problem('creators_only')
  if (user.stripeAccountId === null) {
    refuseOutsideCountry(config.sellIn, user.payoutCountry)
    const country = user.payoutCountry ?? USUAL_COUNTRY
    const account = await answerOf(
      deps,
      waitForIdempotencyKey(() =>
        stripe.v2.core.accounts.create(
          {
            contact_email: user.email,
            dashboard: 'express',
            identity: { country: country.toLowerCase() },
            configuration: {
              recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
            },
            defaults: {
              responsibilities: { fees_collector: 'application', losses_collector: 'application' },
            },
            include: ['configuration.recipient'],
            metadata: { user_id: userId },
          },
          { idempotencyKey: `account:${userId}:${user.payoutAccountNumber}:${country}` },
        ),
      ),
    )
    await db.transaction().execute(async (trx) => {
      const saved = await trx
        .updateTable('users')
        .set({
          stripeAccountId: account.id,
          payoutStatus: payoutStatusAtStripe(account),
          payoutCountry: country,
          updatedAt: deps.clock.now(),
        })
        .where('id', '=', userId)
        .where('stripeAccountId', 'is', null)
        .where('payoutAccountNumber', '=', user.payoutAccountNumber)
        .returning('email')
        .executeTakeFirst()
      if (saved) await recordEvent(trx, deps, { event: 'payout_account.created', userId, target: account.id })
      // The email changed while Stripe created the account with the old one.
      if (saved && saved.email !== user.email) await enqueue(trx, 'sync_stripe_email', { userId })
    })
  }
  return await payoutAccountOf(deps, userId)
}

/**
 * The URL of Stripe's page, valid for some minutes. Throws `payouts_not_started`, and the problems of
 * `createAccount`.
 */
export async function createAccountLink(deps: Needs, userId: string, publicUrl: string): Promise<string> {
  const { isCreator, stripeAccountId } = await payoutAccountOf(deps, userId)
  if (!isCreator) throw new Problem('creators_only')
  if (stripeAccountId === null) throw new Problem('payouts_not_started')
  const link = await answerOf(
    deps,
    deps.stripe.v2.core.accountLinks.create({
      account: stripeAccountId,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: {
          refresh_url: `${publicUrl}/creator-onboarding?payouts=refresh`,
          return_url: `${publicUrl}/creator-onboarding?payouts=return`,
        },
      },
    }),
  )
  return link.url
}

/** Stripe's error for a platform that hasn't signed up for Connect. It has no error code. */
const NOT_ENABLED = /sign(ed)? up for connect|connect is not enabled|enable connect/i

async function answerOf<T>({ log }: Needs, call: Promise<T>): Promise<T> {
  const explained = call.catch((error: unknown) => {
    throw stripeErrorKind(error) === 'refused' && NOT_ENABLED.test(stripeErrorMessage(error))
      ? new Problem('connect_not_enabled')
      : error
  })
  return await withTimeout(explained, (error) =>
    log.error(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
      'failed to set up a payout account',
    ),
  )
}
