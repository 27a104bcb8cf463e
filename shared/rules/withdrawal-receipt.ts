// The receipt of a withdrawal: the same facts on screen, in the email and in the PDF.
import { longUtcDate } from './dates.ts'
import { exactPrice } from './money.ts'

/** Times are ISO 8601, money is US cents. */
export type WithdrawalFacts = {
  number: string
  withdrawnAt: string
  startedAt: string
  creator: string
  creatorUsername: string
  name: string
  email: string
  priceInCents: number
  paidInCents: number
  refundInCents: number
  /** The tax in the payment and in the refund; missing if the sale wasn't taxed. */
  paidTaxInCents?: number
  refundTaxInCents?: number
  usedDays: number
  periodDays: number
  keptUsedDays: boolean
  isDisputed: boolean
}

const AT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })

/** "November 27, 2026 at 5:12:09 PM UTC": the server doesn't know the reader's time zone. */
export const withdrawalTime = (at: string): string => `${AT.format(new Date(at)).replace('\u202f', ' ')} UTC`

/** The day by which the money has to be sent back: 14 days after the withdrawal (directive 2011/83/EU, article 13). */
export const refundedBy = (at: string): Date => new Date(Date.parse(at) + 14 * 86_400_000)

/** "Used, 1 of 30 days". */
export const usedText = ({
  usedDays,
  periodDays,
}: Pick<WithdrawalFacts, 'usedDays' | 'periodDays'>): string => `Used, ${usedDays} of ${periodDays} days`

/** "$13.20, $1.20 of it tax". */
const withTax = (cents: number, taxInCents: number | undefined) =>
  taxInCents === undefined ? exactPrice(cents) : `${exactPrice(cents)}, ${exactPrice(taxInCents)} of it tax`

export const withdrawalRows = (facts: WithdrawalFacts): [name: string, value: string][] => {
  const { paidInCents, refundInCents, keptUsedDays } = facts
  const kept = paidInCents - refundInCents
  return [
    ['Withdrawn', withdrawalTime(facts.withdrawnAt)],
    ['Number', facts.number],
    ['Contract', `Subscription to ${facts.creator}, ${exactPrice(facts.priceInCents)} a month`],
    ['Started', longUtcDate(new Date(facts.startedAt))],
    ['Name', facts.name],
    ['Confirmation sent to', facts.email],
    ['Paid', withTax(paidInCents, facts.paidTaxInCents)],
    ...(kept > 0
      ? [[keptUsedDays ? usedText(facts) : 'Refunded before', `−${exactPrice(kept)}`] as [string, string]]
      : []),
    ['Back to your card', withTax(refundInCents, facts.refundTaxInCents)],
  ]
}

/** What the person declared. */
export const declaration = ({ creator, name, email }: WithdrawalFacts): string =>
  `${name} (${email}) withdraws from the contract about the subscription to ${creator}.`

/** What happens with the money. */
export function refundText({ refundInCents, withdrawnAt, isDisputed }: WithdrawalFacts): string {
  if (isDisputed)
    return 'Your bank is already returning a payment. If it decides otherwise, we refund what is due.'
  if (refundInCents === 0) return 'Nothing is left to refund: you already got your payment back.'
  return `${exactPrice(refundInCents)} goes back to the card you paid with, usually within 5 days, at the latest by ${longUtcDate(refundedBy(withdrawnAt))}.`
}
