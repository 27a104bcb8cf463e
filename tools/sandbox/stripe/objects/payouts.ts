// Payouts of a connected account's balance to its bank, and the weekly schedule that makes them.
import { DAY, newId } from '../clock.ts'
import { emit } from '../events.ts'
import { now, retrieve, save, type Context } from '../context.ts'
import { accountTotals, paidOutSince } from './balance.ts'
import { type Account, retrieveAccount } from './accounts.ts'

export type Payout = ReturnType<typeof newPayout>
/**
 * Internal: when an account is paid out next, in Unix seconds; null while nothing was received since its last payout.
 * `dueAt` is later than `plannedAt` while payouts are restricted.
 */
export type PayoutSchedule = { id: string; account: string; plannedAt: number | null; dueAt: number | null }

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    payout: Payout
    payout_schedule: PayoutSchedule
  }
}

const WEEK = 7 * DAY
/** How long a bank takes. */
const TRANSIT = 2 * DAY

const FAILURES: Record<string, string> = {
  account_closed: 'The bank account has been closed.',
  no_account: 'The bank account could not be located.',
}

type NewPayout = { amount: number; currency: string; arrivesAt: number; account: string }

function newPayout(context: Context, { amount, currency, arrivesAt, account }: NewPayout) {
  return {
    id: newId('po'),
    object: 'payout' as const,
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: arrivesAt,
    automatic: true,
    balance_transaction: null,
    created: now(context),
    currency,
    description: 'STRIPE PAYOUT',
    destination: `ba_${account.slice(5)}`,
    failure_balance_transaction: null,
    failure_code: null as string | null,
    failure_message: null as string | null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress' as 'in_progress' | 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit' as 'in_transit' | 'paid' | 'failed',
    trace_id: { status: 'pending', value: null as string | null },
    type: 'bank_account' as const,
  }
}

/** The account that a payout belongs to. */
export const ownerOf = (context: Context, payout: string): string =>
  context.store.hidden<{ account: string }>(payout).account ?? ''

/** A transfer arrived: the account is paid out a week after the first one since its last payout. */
export function schedulePayout(context: Context, account: string, received: number): void {
  const id = `pos_${account}`
  const known = context.store.get('payout_schedule', id)
  if (known && known.plannedAt !== null) return
  // From here on, only payouts lower this account's balance.
  if (!known) context.store.hide(account, { paidOutUntil: paidOutSince(context, account), hasPayouts: true })
  const plannedAt = received + WEEK
  saveSchedule(context, { id, account, plannedAt, dueAt: plannedAt })
}

function saveSchedule(context: Context, schedule: PayoutSchedule): void {
  context.store.put('payout_schedule', schedule, { testClock: null, created: now(context) })
}

/** Pays out a due schedule. While payouts are restricted, it is due again a day later. */
export function paySchedule(context: Context, schedule: PayoutSchedule): void {
  const account = retrieveAccount(context, schedule.account)
  const canPay = account.configuration.recipient?.capabilities.stripe_balance.payouts?.status === 'active'
  if (canPay || account.closed) saveSchedule(context, { ...schedule, plannedAt: null, dueAt: null })
  else saveSchedule(context, { ...schedule, dueAt: now(context) + DAY })
  if (canPay && !account.closed) sendPayout(context, account, now(context) + TRANSIT)
}

/** Payouts work again: the held-back payout is due as planned, or now. */
export function resumePayouts(context: Context, account: string): void {
  const schedule = context.store.get('payout_schedule', `pos_${account}`)
  if (!schedule || schedule.plannedAt === null) return
  saveSchedule(context, { ...schedule, dueAt: Math.max(schedule.plannedAt, now(context)) })
}

/** Sends what the account has in each currency to its bank. A negative balance waits for more transfers. */
export function sendPayout(context: Context, account: Account, arrivesAt: number): Payout[] {
  const totals = [...accountTotals(context, account.id)].filter(([, amount]) => amount > 0)
  if (totals.length === 0) return []
  const received = context.store.all('transfer', { '$.destination': account.id })
  context.store.hide(account.id, {
    paidOutUntil: Math.max(now(context), ...received.map(({ created }) => created)),
  })
  return totals.map(([currency, amount]) => {
    const payout = newPayout(context, { amount, currency, arrivesAt, account: account.id })
    save(context, 'payout', payout)
    context.store.hide(payout.id, { account: account.id })
    emit(context, 'payout.created', payout, undefined, account.id)
    return payout
  })
}

/** The bank has the money, or sends it back if the account was set up with a bank account that fails. */
export function arrive(context: Context, payout: Payout): void {
  const account = ownerOf(context, payout.id)
  const { payoutFailure } = context.store.hidden<{ payoutFailure: string }>(account)
  if (payoutFailure) return failPayout(context, payout.id, payoutFailure)
  const paid: Payout = {
    ...payout,
    status: 'paid',
    reconciliation_status: 'completed',
    trace_id: { status: 'supported', value: payout.id.slice(-12).toUpperCase() },
  }
  save(context, 'payout', paid)
  emit(context, 'payout.paid', paid, undefined, account)
}

/** A payout that is under way or was paid comes back: the balance has it again, and the next payout includes it. */
export function failPayout(context: Context, id: string, code: string): void {
  const payout = retrieve(context, 'payout', id)
  if (payout.status === 'failed') return
  const account = ownerOf(context, id)
  const failed: Payout = {
    ...payout,
    status: 'failed',
    failure_code: code,
    failure_message: FAILURES[code] ?? 'The payout failed.',
    reconciliation_status: 'completed',
    trace_id: { status: 'unsupported', value: null },
  }
  save(context, 'payout', failed)
  context.store.hide(id, { returnedAt: now(context) })
  emit(context, 'payout.failed', failed, undefined, account)
  schedulePayout(context, account, now(context))
}

/** Pays out everything that an account has received so far, and the bank has it at once. */
export function payOut(context: Context, account: Account): void {
  for (const payout of sendPayout(context, account, now(context))) arrive(context, payout)
}
