// A second, independent model of a subscription: a card, a calendar and a few rules.

import type { Card } from './cards.ts'

/** Seconds. */
export const HOUR = 3600
export const DAY = 24 * HOUR
/** The product's setting in these tests. */
export const GRACE_DAYS = 7
const FIRST_PAYMENT_WITHIN = 23 * HOUR
const DRAFT_FOR = HOUR
const RETRIES_AFTER_DAYS = [3, 5, 7]

export type Charge = {
  /** The month that was paid. */
  start: number
  end: number
  paidAt: number
  /** The refunded parts of the price and of our fee, in US cents. */
  refunded: number
  feeRefunded: number
  dispute: 'open' | 'won' | 'lost' | null
}
type Owed = {
  start: number
  /** When the invoice is finalized or retried; null when Stripe has given up. */
  nextAt: number | null
  isOpen: boolean
  attempts: number
  /** The card whose payment the cardholder still has to confirm. */
  unconfirmed: Card | null
}
/** Stripe's setting for a subscription whose last retry failed. */
export type AfterRetries = 'cancel' | 'mark_unpaid'
export type Bill = {
  secret: string
  priceInCents: number
  taxInCents: number
  /** The number of the creator's price, because the same amount may come twice. */
  price: number
  /** The start of the first month, and the number of the current one. */
  anchor: number
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'unpaid' | 'canceled'
  /** What Stripe is set to do after the last retry. */
  afterRetries: AfterRetries
  period: number
  willEnd: boolean
  /** While renewals are paused because the creator can't be paid: the end of the last paid month. */
  pausedFrom: number | null
  endedAt: number | null
  saved: { card: Card; isSetUp: boolean } | null
  /** When the subscriber withdrew, and whether the used days are kept. */
  withdrawn: { at: number; keepsUsedDays: boolean } | null
  owed: Owed | null
  charges: Charge[]
}

type Terms = Pick<Bill, 'secret' | 'priceInCents' | 'taxInCents' | 'price' | 'afterRetries'>

export function newBill(terms: Terms, now: number): Bill {
  const owed = {
    start: now,
    nextAt: now + FIRST_PAYMENT_WITHIN,
    isOpen: true,
    attempts: 0,
    unconfirmed: null,
  }
  const rest = {
    period: 0,
    willEnd: false,
    pausedFrom: null,
    endedAt: null,
    saved: null,
    withdrawn: null,
    charges: [],
  }
  return { ...terms, anchor: now, status: 'incomplete', owed, ...rest }
}

/** The same day of a later month, or that month's last day. */
function monthsAfter(seconds: number, months: number): number {
  const from = new Date(seconds * 1000)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const day = Math.min(from.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate())
  return Date.UTC(year, month, day) / 1000 + (seconds % DAY)
}
export const periodOf = ({ anchor, period }: Pick<Bill, 'anchor' | 'period'>) => ({
  start: monthsAfter(anchor, period),
  end: monthsAfter(anchor, period + 1),
})

export const isOverdue = ({ status }: Bill) => status === 'past_due' || status === 'unpaid'
export const isPaidOnce = (bill: Bill) => bill.status === 'active' || isOverdue(bill)
export const isLive = (bill: Bill) => bill.status === 'incomplete' || isPaidOnce(bill)
export const isDisputed = ({ charges }: Bill) =>
  charges.some(({ dispute }) => dispute === 'open' || dispute === 'lost')

/** Paid or in the grace period, and not disputed (spec answer 7). */
export function hasAccess(bill: Bill, now: number): boolean {
  if (isDisputed(bill) || (bill.pausedFrom !== null && bill.pausedFrom <= now)) return false
  const isInGrace = bill.status === 'past_due' && now < periodOf(bill).start + GRACE_DAYS * DAY
  return bill.status === 'active' || isInGrace
}

export const endsAt = (bill: Bill): number | null =>
  bill.endedAt ?? (bill.willEnd && isLive(bill) ? periodOf(bill).end : null)

/** Processes everything that is due until then, in order. */
export function passTime(bill: Bill, until: number): void {
  for (;;) {
    const end = isPaidOnce(bill) ? periodOf(bill).end : Infinity
    const due = Math.min(end, bill.owed?.nextAt ?? Infinity)
    if (due > until) return
    if (due < end) invoiceDue(bill, due)
    else if (bill.willEnd) endNow(bill, due)
    else {
      bill.period += 1
      // Later invoices of an unpaid subscription stay drafts.
      const nextAt = bill.status === 'unpaid' ? null : due + DRAFT_FOR
      const owed = { start: due, nextAt, isOpen: false, attempts: 0, unconfirmed: null }
      bill.owed = bill.pausedFrom === null ? owed : null
    }
  }
}

function invoiceDue(bill: Bill, at: number): void {
  const { owed } = bill
  if (!owed) return
  if (bill.status === 'incomplete') return expire(bill, at)
  owed.isOpen = true
  collect(bill, owed, at)
}

/** Charges the saved card and schedules a retry; after the last retry the subscription ends. */
function collect(bill: Bill, owed: Owed, at: number): void {
  const { saved } = bill
  const result = saved ? resultOf(saved.card, saved.isSetUp) : 'declined'
  if (result === 'paid') return pay(bill, at, saved?.card ?? 'pays', saved?.isSetUp ?? false)
  owed.unconfirmed = result === 'unconfirmed' ? (saved?.card ?? null) : null
  const days = RETRIES_AFTER_DAYS[owed.attempts]
  owed.attempts += 1
  owed.nextAt = days === undefined ? null : at + days * DAY
  if (bill.status === 'active') bill.status = 'past_due'
  if (days !== undefined || bill.status !== 'past_due') return
  if (bill.afterRetries === 'cancel') endNow(bill, at)
  else bill.status = 'unpaid'
}

/** The bank's answer; `isSetUp` means that the card was confirmed before. */
function resultOf(card: Card, isSetUp: boolean): 'paid' | 'declined' | 'unconfirmed' {
  if (card === 'pays' || card === 'is disputed') return 'paid'
  if (card === 'needs confirmation each time' || (card === 'needs confirmation once' && !isSetUp))
    return 'unconfirmed'
  return card === 'needs confirmation once' ? 'paid' : 'declined'
}

function pay(bill: Bill, at: number, card: Card, isSetUp: boolean): void {
  const { owed } = bill
  if (!owed) throw new Error('Nothing was owed')
  const dispute = card === 'is disputed' ? 'open' : null
  const { end } = periodOf(bill)
  bill.charges.push({ start: owed.start, end, paidAt: at, refunded: 0, feeRefunded: 0, dispute })
  bill.saved = { card, isSetUp }
  bill.owed = null
  if (isLive(bill)) bill.status = 'active'
}

/** The subscriber pays the open invoice now. */
export function payNow(
  bill: Bill,
  card: Card,
  now: number,
  isSetUp = false,
): 'paid' | 'declined' | 'unconfirmed' {
  if (!bill.owed) throw new Error('Nothing was owed')
  const result = resultOf(card, isSetUp)
  bill.owed.unconfirmed = result === 'unconfirmed' ? card : null
  // A successful payment sets the card up for later ones.
  if (result === 'paid') pay(bill, now, card, true)
  return result
}

/** The cardholder confirms the payment, or fails to. */
export function confirm(bill: Bill, isPassed: boolean, now: number): void {
  const { owed } = bill
  if (!owed?.unconfirmed) throw new Error('No payment waits for a confirmation')
  if (isPassed) pay(bill, now, owed.unconfirmed, true)
  else owed.unconfirmed = null
}

/** An attempt that was never paid and can no longer be paid. */
export function expire(bill: Bill, at: number): void {
  bill.status = 'incomplete_expired'
  bill.endedAt = at
  bill.owed = null
}

/** The open invoice stays open, but Stripe stops retrying it. */
export function endNow(bill: Bill, at: number): void {
  bill.status = 'canceled'
  bill.pausedFrom = null
  bill.endedAt = at
  if (bill.owed) bill.owed.nextAt = null
}

/** The creator can't be paid: an unpaid attempt expires, and later months are not charged. */
export function pause(bill: Bill, now: number): void {
  if (bill.status === 'incomplete') return expire(bill, now)
  if (!isLive(bill)) return
  const { start, end } = periodOf(bill)
  bill.pausedFrom = bill.charges.at(-1)?.start === start ? end : start
  bill.status = 'active'
  bill.owed = null
}

/** Within the paid month it just continues. Later a month starts now, unless the subscription was canceled. */
export function unpause(bill: Bill, now: number): void {
  const { pausedFrom } = bill
  if (pausedFrom === null || !isLive(bill)) return
  bill.pausedFrom = null
  if (pausedFrom > now) return
  if (bill.willEnd) return endNow(bill, now)
  bill.anchor = now
  bill.period = 0
  bill.owed = { start: now, nextAt: null, isOpen: true, attempts: 0, unconfirmed: null }
  collect(bill, bill.owed, now)
}

/**
 * A cancellation by subscriber, creator or bank: it ends with the paid month, or now if none is left. What is owed then
 * can no longer be paid.
 */
export function cancel(bill: Bill, now: number): void {
  if (bill.status === 'incomplete') expire(bill, now)
  else if (isOverdue(bill)) {
    endNow(bill, now)
    bill.owed = null
  } else if (isLive(bill) && bill.pausedFrom !== null && bill.pausedFrom <= now) endNow(bill, now)
  // The hour after a renewal: the new month isn't charged yet.
  else if (isLive(bill) && bill.owed !== null) {
    endNow(bill, now)
    bill.owed = null
  } else if (isLive(bill)) bill.willEnd = true
}

/** The bank's cancellation of a month that isn't paid: overdue, or in the hour between its start and its charge. */
export function endUnpaid(bill: Bill, now: number): void {
  if (isPaidOnce(bill) && (isOverdue(bill) || bill.owed !== null)) cancel(bill, now)
}
