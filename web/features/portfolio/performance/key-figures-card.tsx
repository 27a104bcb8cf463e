// The key figures of a person's portfolio, for the column beside a profile.
import { directionOf } from '#shared/rules/percent.ts'
import { Card } from '#web/ui/card.tsx'
import { MetricsSkeleton } from '../portfolio-skeleton.tsx'
import { usePerformanceOf } from '../queries.ts'
import { PerformanceMetrics } from './performance-metrics.tsx'

export type KeyFiguresCardProps = { person: { id: string; performance: string } }

/** Empty without a return. The card in the main column shows errors. */
export function KeyFiguresCard({ person }: KeyFiguresCardProps) {
  const { data, isPending } = usePerformanceOf(person.id)
  // A person with a return also has figures, so space is reserved for them.
  const isExpected = isPending && directionOf(person.performance) !== 'flat'
  if (!data?.picture && !isExpected) return null
  return (
    <Card as="section" aria-labelledby="key-figures" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="key-figures" className="text-title font-strong">
        Key figures
      </h2>
      {data?.picture ? <PerformanceMetrics summary={data.picture} /> : <MetricsSkeleton />}
    </Card>
  )
}
