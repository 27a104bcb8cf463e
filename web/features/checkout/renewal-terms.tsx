// What a purchase costs later, how to cancel it and to withdraw from it: never folded, because a person must see it before
// paying.
import { WITHDRAWAL_DAYS } from '#shared/rules/consent.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { DocumentSentence } from '#web/lib/document-sentence.tsx'
import { dollars, monthAfter } from '#web/lib/money-and-dates.ts'
import { useConfig } from '#web/lib/config.ts'
import { useNow } from '#web/lib/now.ts'

type RenewalTermsProps = {
  /** Undefined until it is known. */
  priceInCents: number | undefined
  /** The tax on top of the price; undefined if the sale isn't taxed, or until the tax is known. */
  taxInCents?: number | undefined
}

export function RenewalTerms({ priceInCents, taxInCents }: RenewalTermsProps) {
  const isTaxed = useConfig().data?.payments.isTaxed === true
  const renewsOn = dayText(utcDay(monthAfter(new Date(useNow()))))
  const amount = priceInCents === undefined ? 'the same' : amountText(priceInCents, taxInCents, isTaxed)
  return (
    <p className="text-small text-pretty text-ink-2">
      Renews for {amount} on {renewsOn}, then monthly. Cancel any time under Manage Subscriptions and keep
      access until the month ends. Within {WITHDRAWAL_DAYS} days you can withdraw.{' '}
      <span className="whitespace-nowrap">
        <DocumentSentence>Terms · Refunds</DocumentSentence>
      </span>
    </p>
  )
}

/** "$12.00"; with tax "$13.20 ($12.00 and $1.20 tax, which may change)", or "$12.00 plus tax" until it is known. */
const amountText = (priceInCents: number, taxInCents: number | undefined, isTaxed: boolean): string =>
  taxInCents !== undefined
    ? `${dollars(priceInCents + taxInCents)} (${dollars(priceInCents)} and ${dollars(taxInCents)} tax, which may change)`
    : `${dollars(priceInCents)}${isTaxed ? ' plus tax' : ''}`
