// Reads a plan or subscription from Stripe and stores its state: the single writer of `status`.
import type Stripe from 'stripe'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { CARD_EXPAND } from './default-card.ts'
import { stateAtStripe } from '../rules.ts'
import { type BillingDeps, type Kind, TABLES } from '../store.ts'
import { savePlanState } from './save-plan-state.ts'
import { saveSubscriptionState, type StoredRow } from './save-subscription-state.ts'
import { voidUnpaid } from '../void-unpaid.ts'

export type Synced = { kind: Kind; id: string; subscription: Stripe.Subscription }

/**
 * Two rounds are enough. If two other syncs wrote in the meantime, the second one started after the first had written,
 * so it read Stripe after this call began.
 */
const ROUNDS = 2

/**
 * Converges: events may arrive in any order and any number of times, and the row still ends up as Stripe has it. No
 * transaction is open during the call to Stripe; if another sync writes the row in that time (its `revision` changes),
 * this one reads Stripe again. Afterwards the row shows Stripe's state at the time of the call, or a later one.
 * Resolves with null for a subscription that isn't ours or that Stripe doesn't know.
 */
export async function syncSubscription(
  deps: BillingDeps,
  stripeSubscriptionId: string,
): Promise<Synced | null> {
  let synced: Synced | null = null
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await findRow(deps, stripeSubscriptionId, null)
    let subscription = await fetchSubscription(deps, stripeSubscriptionId)
    const row = known ?? (subscription && (await findRow(deps, stripeSubscriptionId, subscription)))
    if (!subscription || !row) return null
    // The row expired before its subscription turned up, and the payer may have another one by now.
    if (row.isExpired && subscription.status === 'incomplete') {
      await voidUnpaid(deps, subscription)
      subscription = (await fetchSubscription(deps, stripeSubscriptionId)) ?? subscription
    }
    const state = stateAtStripe(subscription)
    const isWritten = await deps.db.transaction().execute(async (trx) => {
      const change = { ...row, stripeSubscriptionId, state }
      return row.kind === 'plan' ? savePlanState(trx, deps, change) : saveSubscriptionState(trx, deps, change)
    })
    synced = { kind: row.kind, id: row.id, subscription }
    if (isWritten) break
  }
  return synced
}

async function fetchSubscription(
  { stripe, log }: BillingDeps,
  id: string,
): Promise<Stripe.Subscription | null> {
  try {
    return await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice', ...CARD_EXPAND] })
  } catch (error) {
    if (stripeErrorKind(error) !== 'missing') throw error
    // Stripe keeps subscriptions forever: these are the wrong keys, or the sandbox lost its file.
    log.error(
      { event: 'stripe_object_unknown', subscription: id },
      'Stripe does not know this subscription, so its row stays unchanged',
    )
    return null
  }
}

/** Finds the row by Stripe's id, or by its own id in the metadata, which also works when Stripe's answer was lost. */
async function findRow(
  { db }: BillingDeps,
  stripeSubscriptionId: string,
  subscription: Stripe.Subscription | null,
): Promise<(StoredRow & { isExpired: boolean }) | null> {
  const rowId = subscription?.metadata['row_id']
  if (subscription && (rowId === undefined || !/^[0-9a-f-]{36}$/.test(rowId))) return null
  for (const kind of ['subscription', 'plan'] as const) {
    const found = await db
      .selectFrom(TABLES[kind])
      .select(['id', 'revision', 'status', 'stripeSubscriptionId'])
      .$if(rowId === undefined, (query) => query.where('stripeSubscriptionId', '=', stripeSubscriptionId))
      .$if(rowId !== undefined, (query) =>
        query.where('id', '=', rowId ?? '').where('stripeSubscriptionId', 'is', null),
      )
      .executeTakeFirst()
    if (!found) continue
    const isExpired = found.stripeSubscriptionId === null && found.status === 'incomplete_expired'
    return { kind, id: found.id, revision: found.revision, isExpired }
  }
  return null
}
