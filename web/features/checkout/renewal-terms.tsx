// What a purchase costs later, how to cancel it and to withdraw from it: never folded, because a person must see it before
// paying.
import { WITHDRAWAL_DAYS } from '#shared/rules/consent.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { DocumentSentence } from '#web/lib/document-sentence.tsx'
import { dollars, monthAfter } from '#web/lib/money-and-dates.ts'
import { useNow } from '#web/lib/now.ts'

/** `priceInCents` is undefined until it is known. */
export function RenewalTerms({ priceInCents }: { priceInCents: number | undefined }) {
  const renewsOn = dayText(utcDay(monthAfter(new Date(useNow()))))
  const amount = priceInCents === undefined ? 'the same' : dollars(priceInCents)
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
