// The sources of a person's figures: beside their track record on wide screens, else below it.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import type { User } from '#shared/contracts/users.ts'
import { SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS } from '#shared/limits.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { price } from '#shared/rules/money.ts'
import type { PerformanceSource } from '#shared/rules/performance.ts'
import { counted } from '#web/features/record/format.ts'
import { useSubscriptionStatus } from '#web/features/subscriptions/queries.ts'
import { usePerson } from '#web/features/users/queries.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

const PORTFOLIO: Record<PerformanceSource, string> = {
  none: 'Not shown',
  sample: 'Sample broker',
  self_reported: 'Self-reported',
  linked: 'Linked broker',
}

/** Shows only the source of the portfolio, because its figures come from a real account and the record's don't. */
export function WhereFiguresComeFrom({ username }: { username: string }) {
  const { data: person } = usePerson(username)
  return (
    <Card as="section" aria-labelledby="sources" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="sources" className="text-title font-strong">
        Where this comes from
      </h2>
      <PriceBreakdown
        items={[
          { label: 'Signals', value: <TextLink href={paths.log}>Public log</TextLink> },
          { label: 'Results', value: <TextLink href={paths.method}>Scored by us</TextLink> },
          { label: 'Portfolio', value: person ? <PortfolioSource person={person} /> : '…' },
          { label: 'Bio', value: 'Self-reported' },
        ]}
      />
      <p className="text-small text-pretty text-ink-2">
        Calculated from the signals, not from a real account. Each trade counts as a tenth.
      </p>
    </Card>
  )
}

/** How often a creator posts premium signals, and a link to subscribe. */
export function PremiumCard({ person, premium }: { person: User; premium: PersonRecord['premium'] }) {
  const { isSubscribed, isPaused, isLoading } = useSubscriptionStatus(person)
  const monthly = price(person.subscriptionPriceInCents || SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS)
  return (
    <Card as="section" aria-labelledby="premium" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="premium" className="text-title font-strong">
        Premium
      </h2>
      {premium.latest === null ? (
        <p className="text-small text-pretty text-ink-2">No premium signal yet.</p>
      ) : (
        <PriceBreakdown
          items={[
            { label: 'Last 30 days', value: counted(premium.last30, 'signal') },
            { label: 'Last 90 days', value: counted(premium.last90, 'signal') },
            { label: 'Latest', value: dayText(utcDay(premium.latest)) },
          ]}
        />
      )}
      {!isSubscribed && !isPaused && !isLoading && (
        <Button asChild block>
          <a href={paths.subscribe(person.id)}>Subscribe {monthly}/month</a>
        </Button>
      )}
    </Card>
  )
}

const PortfolioSource = ({ person: { username, performanceSource } }: { person: User }) =>
  performanceSource === 'none' ? (
    PORTFOLIO.none
  ) : (
    <TextLink href={paths.profile(username)}>{PORTFOLIO[performanceSource]}</TextLink>
  )
