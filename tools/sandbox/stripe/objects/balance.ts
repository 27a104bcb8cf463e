// Balance transactions, and the balances they add up to.
import { DAY, newId } from '../clock.ts'
import { save, now, type Context } from '../context.ts'

export type BalanceTransaction = ReturnType<typeof newTransaction>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    balance_transaction: BalanceTransaction
  }
}

type NewTransaction = {
  /** In cents; negative for outgoing money. */
  amount: number
  fee?: number
  currency: string
  type: string
  source: string
  description?: string | null
  created?: number
}

function newTransaction(context: Context, given: NewTransaction) {
  const { amount, fee = 0, currency, type, source } = given
  const created = given.created ?? now(context)
  return {
    id: newId('txn'),
    object: 'balance_transaction' as const,
    amount,
    available_on: created + 2 * DAY,
    balance_type: 'payments',
    created,
    currency,
    description: given.description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee > 0
        ? [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ]
        : [],
    net: amount - fee,
    reporting_category: type,
    source,
    status: 'pending',
    type,
  }
}

export function addTransaction(context: Context, given: NewTransaction): BalanceTransaction {
  const transaction = newTransaction(context, given)
  save(context, 'balance_transaction', transaction)
  return transaction
}

/** Stripe's fee: 2.9% plus 30 cents, rounded to the cent. */
export const processingFee = (amount: number) => Math.round((amount * 29) / 1000) + 30

/** The platform's balance per currency, in cents. */
export function platformTotals(context: Context): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { net, currency } of context.store.all('balance_transaction')) {
    totals.set(currency, (totals.get(currency) ?? 0) + net)
  }
  return totals
}

/**
 * How long transfers count in the balance of an account without payouts. Accounts in files of older versions have none.
 */
const PAID_OUT_AFTER = 7 * DAY

type PaidOut = { payoutsStopped: number | null; paidOutUntil: number; hasPayouts: boolean }

/** Until when an account's transfers were paid out, in Unix seconds. */
export function paidOutSince(context: Context, account: string): number {
  const { payoutsStopped, paidOutUntil = 0, hasPayouts } = context.store.hidden<PaidOut>(account)
  if (hasPayouts) return paidOutUntil
  return Math.max(paidOutUntil, (payoutsStopped ?? now(context)) - PAID_OUT_AFTER)
}

/**
 * A connected account's balance: transfers minus fees and reversals since its last payout, and payouts that came back. A
 * reversal of older money makes it negative.
 */
export function accountTotals(context: Context, account: string): Map<string, number> {
  const since = paidOutSince(context, account)
  const totals = new Map<string, number>()
  const add = ({ currency, amount, created }: Moved, sign: 1 | -1) => {
    if (created > since) totals.set(currency, (totals.get(currency) ?? 0) + sign * amount)
  }
  for (const transfer of context.store.all('transfer', { '$.destination': account })) {
    add(transfer, 1)
    for (const reversal of transfer.reversals.data) add(reversal, -1)
  }
  for (const fee of context.store.all('application_fee', { '$.account': account })) {
    add(fee, -1)
    for (const refund of fee.refunds.data) add(refund, 1)
  }
  for (const { id, currency, amount } of context.store.all('payout', { '$.status': 'failed' })) {
    const { account: owner, returnedAt = 0 } = context.store.hidden<{ account: string; returnedAt: number }>(
      id,
    )
    if (owner === account) add({ currency, amount, created: returnedAt }, 1)
  }
  return totals
}

/** A connected account's balance in one currency, in cents; may be negative. */
export const balanceOf = (context: Context, account: string, currency: string): number =>
  accountTotals(context, account).get(currency) ?? 0
type Moved = { currency: string; amount: number; created: number }
