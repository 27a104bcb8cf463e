// What a purchase costs later, and how to cancel it: never folded, because a person must see it before paying.
import { dollars, monthAfter, shortDate } from '#web/lib/money-and-dates.ts'
import { useNow } from '#web/lib/now.ts'

/** `priceInCents` is undefined until it is known. */
export function RenewalTerms({ priceInCents }: { priceInCents: number | undefined }) {
  const now = new Date(useNow())
  return (
    <p className="text-small text-pretty text-ink-2">
      Then {priceInCents === undefined ? 'the same' : dollars(priceInCents)} on{' '}
      {shortDate(monthAfter(now), now)} and every month. Cancel any time under Manage Subscriptions; you keep
      access until the paid month ends.
    </p>
  )
}
