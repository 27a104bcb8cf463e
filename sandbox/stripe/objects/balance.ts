// The money that came in and went out: balance transactions, and the balance they add up to.
import { DAY, newId } from '../clock.ts'
import { save, now, type Context } from '../context.ts'

export type BalanceTransaction = ReturnType<typeof newTransaction>

declare module '../object-types.ts' {
  interface ObjectTypes {
    balance_transaction: BalanceTransaction
  }
}

type NewTransaction = {
  /** In cents; money that leaves is negative. */
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

/** 2.9% and 30 cents, rounded to the cent. */
export const processingFee = (amount: number) => Math.round((amount * 29) / 1000) + 30

/** All that came in minus all that went out, in cents of each currency. */
export function platformTotals(context: Context): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { net, currency } of context.store.all('balance_transaction')) {
    totals.set(currency, (totals.get(currency) ?? 0) + net)
  }
  return totals
}

/** Accounts are paid out by themselves every week; payouts have no objects of their own here. */
const PAID_OUT_AFTER = 7 * DAY

/**
 * What waits in a connected account: transfers minus the platform's fees and what was taken back, of the last week.
 * What is older has gone to its bank, so money taken back later leaves less than nothing. While payouts are restricted
 * nothing leaves.
 */
export function accountTotals(context: Context, account: string): Map<string, number> {
  const { payoutsStopped } = context.store.hidden<{ payoutsStopped: number | null }>(account)
  const since = (payoutsStopped ?? now(context)) - PAID_OUT_AFTER
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
  return totals
}

/** What waits in a connected account, in cents of one currency; negative when more was taken back. */
export const balanceOf = (context: Context, account: string, currency: string): number =>
  accountTotals(context, account).get(currency) ?? 0
type Moved = { currency: string; amount: number; created: number }
