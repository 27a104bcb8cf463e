// What must be true of a subscription, told a second time and without any product: a card, a calendar, a few rules.

/** Seconds. */
export const HOUR = 3600
export const DAY = 24 * HOUR
/** As the product's setting in these tests. */
export const GRACE_DAYS = 7
const FIRST_PAYMENT_WITHIN = 23 * HOUR
const DRAFT_FOR = HOUR
const RETRIES_AFTER_DAYS = [3, 5, 7]

/** By the names Stripe gives its test cards. */
export const CARDS = {
  pays: 'pm_card_visa',
  'is declined': 'pm_card_chargeDeclined',
  'is declined once it is saved': 'pm_card_chargeCustomerFail',
  'asks once': 'pm_card_authenticationRequiredOnSetup',
  'asks each time': 'pm_card_authenticationRequired',
  'is disputed': 'pm_card_createDispute',
} as const
export type Card = keyof typeof CARDS

export type Charge = {
  /** The beginning of the month that was paid. */
  start: number
  paidAt: number
  isRefunded: boolean
  dispute: 'open' | 'won' | 'lost' | null
}
type Owed = {
  start: number
  /** Not finalized yet, or tried and open; null when nobody asks any more. */
  nextAt: number | null
  isOpen: boolean
  attempts: number
  /** The bank waits for its customer's word about this card. */
  asked: Card | null
}
export type Bill = {
  secret: string
  priceInCents: number
  /** Which of the creator's prices that is; the same amount may come twice. */
  price: number
  /** The day of the month on which months begin, and how many have gone by since. */
  anchor: number
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled'
  period: number
  willEnd: boolean
  /** While nobody is charged, because the creator can't be paid: the end of the last paid month. */
  pausedFrom: number | null
  endedAt: number | null
  saved: { card: Card; isSetUp: boolean } | null
  owed: Owed | null
  charges: Charge[]
}

type Agreed = Pick<Bill, 'secret' | 'priceInCents' | 'price'>

export function newBill(agreed: Agreed, now: number): Bill {
  const owed = { start: now, nextAt: now + FIRST_PAYMENT_WITHIN, isOpen: true, attempts: 0, asked: null }
  const rest = { period: 0, willEnd: false, pausedFrom: null, endedAt: null, saved: null, charges: [] }
  return { ...agreed, anchor: now, status: 'incomplete', owed, ...rest }
}

/** The same day of a later month, or that month's last one. */
function monthsAfter(moment: number, months: number): number {
  const from = new Date(moment * 1000)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const day = Math.min(from.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate())
  return Date.UTC(year, month, day) / 1000 + (moment % DAY)
}
export const periodOf = ({ anchor, period }: Pick<Bill, 'anchor' | 'period'>) => ({
  start: monthsAfter(anchor, period),
  end: monthsAfter(anchor, period + 1),
})

export const isLive = ({ status }: Bill) => ['incomplete', 'active', 'past_due'].includes(status)
export const isPaidOnce = ({ status }: Bill) => status === 'active' || status === 'past_due'
export const isDisputed = ({ charges }: Bill) =>
  charges.some(({ dispute }) => dispute === 'open' || dispute === 'lost')

/** Paid, or in the days of grace, and nobody disputes it (answer 7). */
export function hasAccess(bill: Bill, now: number): boolean {
  if (isDisputed(bill) || (bill.pausedFrom !== null && bill.pausedFrom <= now)) return false
  const isInGrace = bill.status === 'past_due' && now < periodOf(bill).start + GRACE_DAYS * DAY
  return bill.status === 'active' || isInGrace
}

export const endsAt = (bill: Bill): number | null =>
  bill.endedAt ?? (bill.willEnd && isLive(bill) ? periodOf(bill).end : null)

/** Lives through all that is due until then, in order. */
export function passTime(bill: Bill, until: number): void {
  for (;;) {
    const end = isPaidOnce(bill) ? periodOf(bill).end : Infinity
    const due = Math.min(end, bill.owed?.nextAt ?? Infinity)
    if (due > until) return
    if (due < end) invoiceDue(bill, due)
    else if (bill.willEnd) endNow(bill, due)
    else {
      bill.period += 1
      const nextAt = due + DRAFT_FOR
      const owed = { start: due, nextAt, isOpen: false, attempts: 0, asked: null }
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

/** Charges the saved card; retries follow, and in the end patience is over. */
function collect(bill: Bill, owed: Owed, at: number): void {
  const { saved } = bill
  const result = saved ? answerOf(saved.card, saved.isSetUp) : 'declined'
  if (result === 'paid') return pay(bill, at, saved?.card ?? 'pays', saved?.isSetUp ?? false)
  owed.asked = result === 'asked' ? (saved?.card ?? null) : null
  const days = RETRIES_AFTER_DAYS[owed.attempts]
  owed.attempts += 1
  owed.nextAt = days === undefined ? null : at + days * DAY
  if (bill.status === 'active') bill.status = 'past_due'
  if (days === undefined && bill.status === 'past_due') endNow(bill, at)
}

/** What the bank says when the card's owner is not there, or there for the first time. */
function answerOf(card: Card, isSetUp: boolean): 'paid' | 'declined' | 'asked' {
  if (card === 'pays' || card === 'is disputed') return 'paid'
  if (card === 'asks each time' || (card === 'asks once' && !isSetUp)) return 'asked'
  return card === 'asks once' ? 'paid' : 'declined'
}

function pay(bill: Bill, at: number, card: Card, isSetUp: boolean): void {
  const { owed } = bill
  if (!owed) throw new Error('Nothing was owed')
  const dispute = card === 'is disputed' ? 'open' : null
  bill.charges.push({ start: owed.start, paidAt: at, isRefunded: false, dispute })
  bill.saved = { card, isSetUp }
  bill.owed = null
  if (isLive(bill)) bill.status = 'active'
}

/** The owner pays what is owed, there and then. */
export function payNow(bill: Bill, card: Card, now: number, isSetUp = false): 'paid' | 'declined' | 'asked' {
  if (!bill.owed) throw new Error('Nothing was owed')
  const result = answerOf(card, isSetUp)
  bill.owed.asked = result === 'asked' ? card : null
  // A payment that succeeds agrees to later ones.
  if (result === 'paid') pay(bill, now, card, true)
  return result
}

/** The owner answers the bank. */
export function answer(bill: Bill, isPassed: boolean, now: number): void {
  const { owed } = bill
  if (!owed?.asked) throw new Error('The bank asked nothing')
  if (isPassed) pay(bill, now, owed.asked, true)
  else owed.asked = null
}

/** Never paid, and now it can't be any more. */
export function expire(bill: Bill, at: number): void {
  bill.status = 'incomplete_expired'
  bill.endedAt = at
  bill.owed = null
}

/** What is owed stays owed, but is asked for no more. */
export function endNow(bill: Bill, at: number): void {
  bill.status = 'canceled'
  bill.pausedFrom = null
  bill.endedAt = at
  if (bill.owed) bill.owed.nextAt = null
}

/** The creator can't be paid: what was never paid is taken back, and nobody is charged for the months that follow. */
export function pause(bill: Bill, now: number): void {
  if (bill.status === 'incomplete') return expire(bill, now)
  if (!isLive(bill)) return
  const { start, end } = periodOf(bill)
  bill.pausedFrom = bill.charges.at(-1)?.start === start ? end : start
  bill.status = 'active'
  bill.owed = null
}

/** It goes on within the month that was paid; later a month begins now, unless it was to end. */
export function unpause(bill: Bill, now: number): void {
  const { pausedFrom } = bill
  if (pausedFrom === null || !isLive(bill)) return
  bill.pausedFrom = null
  if (pausedFrom > now) return
  if (bill.willEnd) return endNow(bill, now)
  bill.anchor = now
  bill.period = 0
  bill.owed = { start: now, nextAt: null, isOpen: true, attempts: 0, asked: null }
  collect(bill, bill.owed, now)
}

/** Its payer or its creator wants no more of it: it ends with the paid month, or now when none is left. */
export function endWithMonth(bill: Bill, now: number): void {
  if (bill.status === 'incomplete') expire(bill, now)
  else if (isLive(bill) && bill.pausedFrom !== null && bill.pausedFrom <= now) endNow(bill, now)
  else if (isLive(bill)) bill.willEnd = true
}
