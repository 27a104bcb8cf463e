// Beside another person's profile on wide screens: subscribing, and the key figures of their portfolio.
import type { User } from '#shared/contracts/users.ts'
import { price } from '#shared/rules/money.ts'
import { nameOf } from '#shared/rules/people.ts'
import { SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS } from '#shared/limits.ts'
import { BENEFITS } from '#web/features/checkout/subscription-terms.tsx'
import { KeyFiguresCard } from '#web/features/portfolio/performance/performance-metrics.tsx'
import { useSubscriptionStatus } from '#web/features/subscriptions/queries.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconList } from '#web/ui/icon-list.tsx'

export default function BesideProfile({ person }: { person: User }) {
  const { isSubscribed, isPaused, isLoading } = useSubscriptionStatus(person)
  // The figures would jump down when the first card comes.
  if (isLoading) return null
  return (
    <>
      {person.isCreator && !person.suspension && !isSubscribed && !isPaused && (
        <SubscribeCard person={person} />
      )}
      <KeyFiguresCard person={person} />
    </>
  )
}

function SubscribeCard({ person }: { person: User }) {
  const monthly = price(person.subscriptionPriceInCents || SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS)
  return (
    <Card as="section" aria-label={`Subscribe to ${nameOf(person)}`} className="grid gap-4">
      <h2 className="text-title font-strong wrap-anywhere">Subscribe to {nameOf(person)}</h2>
      <IconList items={BENEFITS} />
      <Button asChild block>
        <a href={paths.subscribe(person.id)}>Subscribe {monthly}/month</a>
      </Button>
      <p className="text-small text-pretty text-ink-2">
        Cancel anytime. You keep access until the end of the month you paid for.
      </p>
    </Card>
  )
}
