// Asks Stripe how a plan or subscription stands and writes it down: the single writer of status.
import type { Transaction } from 'kysely'
import type Stripe from 'stripe'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { CARD_EXPAND } from './default-card.ts'
import { type Facts, factsOf } from './rules.ts'
import { type Kind, TABLES } from './store.ts'
import { savePlanState } from './save-plan-state.ts'
import { saveSubscriptionState } from './save-subscription-state.ts'
import { voidUnpaid } from './void-unpaid.ts'

export type BillingDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'stripe' | 'log'>
export type Synced = { kind: Kind; id: string; subscription: Stripe.Subscription }

/**
 * Who was overtaken twice need not ask a third time: the second of the others began when the first had written, so it
 * asked Stripe after this one was called.
 */
const ROUNDS = 2

/**
 * Converges: whatever order events arrive in, however often, the row ends as Stripe has it. No transaction is open
 * while Stripe is asked; a row that was written meanwhile (its `revision` moved) is asked for again. Afterwards the row
 * is as it was at Stripe when this was called, or later. Null for a subscription that is none of ours, or that Stripe
 * does not know.
 */
export async function syncSubscription(
  deps: BillingDeps,
  stripeSubscriptionId: string,
): Promise<Synced | null> {
  let synced: Synced | null = null
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await rowFor(deps, stripeSubscriptionId, null)
    let subscription = await fetchOne(deps, stripeSubscriptionId)
    const row = known ?? (subscription && (await rowFor(deps, stripeSubscriptionId, subscription)))
    if (!subscription || !row) return null
    // Given up before its subscription turned up: its payer has begun another one.
    if (row.isGivenUp && subscription.status === 'incomplete') {
      await voidUnpaid(deps, subscription)
      subscription = (await fetchOne(deps, stripeSubscriptionId)) ?? subscription
    }
    const facts = factsOf(subscription)
    const isWritten = await deps.db.transaction().execute(async (trx) => {
      const write = { ...row, stripeSubscriptionId, facts }
      return row.kind === 'plan' ? savePlanState(trx, deps, write) : saveSubscriptionState(trx, deps, write)
    })
    synced = { kind: row.kind, id: row.id, subscription }
    if (isWritten) break
  }
  return synced
}

/** A row and the revision it had before Stripe was asked. */
export type Row = { kind: Kind; id: string; revision: number }
export type Write = Row & { stripeSubscriptionId: string; facts: Facts }
export type Trx = Transaction<DB>

async function fetchOne({ stripe, log }: BillingDeps, id: string): Promise<Stripe.Subscription | null> {
  try {
    return await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice', ...CARD_EXPAND] })
  } catch (error) {
    if (stripeErrorKind(error) !== 'missing') throw error
    // Stripe forgets no subscription: these are the wrong keys, or the sandbox lost its file. Nothing is changed.
    log.error({ subscription: id }, 'Stripe does not know this subscription; its row was left as it is')
    return null
  }
}

/** By Stripe's id, or by the row's own id that Stripe was told; the latter also finds what a lost answer was about. */
async function rowFor(
  { db }: BillingDeps,
  stripeSubscriptionId: string,
  subscription: Stripe.Subscription | null,
): Promise<(Row & { isGivenUp: boolean }) | null> {
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
    const isGivenUp = found.stripeSubscriptionId === null && found.status === 'incomplete_expired'
    return { kind, id: found.id, revision: found.revision, isGivenUp }
  }
  return null
}
