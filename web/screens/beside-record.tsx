// The sources of a person's figures: beside their track record on wide screens, else below it.
import type { User } from '#shared/contracts/users.ts'
import type { PerformanceSource } from '#shared/rules/performance.ts'
import { usePerson } from '#web/features/users/queries.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

const PORTFOLIO: Record<PerformanceSource, string> = {
  none: 'Not shown',
  sample: 'Sample broker',
  self_reported: 'Self-reported',
  linked: 'Linked broker',
}

/**
 * The portfolio has only its source here, because its figures are a real account's and the record's are not.
 */
export function WhereFiguresComeFrom({ username }: { username: string }) {
  const { data: person } = usePerson(username)
  return (
    <Card as="section" aria-labelledby="sources" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="sources" className="text-title font-strong">
        Where figures come from
      </h2>
      <PriceBreakdown
        items={[
          { label: 'Track record', value: <TextLink href={paths.log}>Public log</TextLink> },
          { label: 'Results', value: <TextLink href={paths.method}>Scored by us</TextLink> },
          { label: 'Portfolio', value: person ? <PortfolioSource person={person} /> : '…' },
          { label: 'Bio', value: 'Self-reported' },
        ]}
      />
      <p className="text-small text-pretty text-ink-2">
        The record counts every signal, whether or not its author traded it. A portfolio also has positions
        that were never posted, so the two differ.
      </p>
    </Card>
  )
}

const PortfolioSource = ({ person: { username, performanceSource } }: { person: User }) =>
  performanceSource === 'none' ? (
    PORTFOLIO.none
  ) : (
    <TextLink href={paths.profile(username)}>{PORTFOLIO[performanceSource]}</TextLink>
  )
