// On the Track record page: how well the author's stated confidence fits what came of it.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { Card } from '#web/ui/card.tsx'

export const Calibration = ({ brier, count }: NonNullable<PersonRecord['calibration']>) => (
  <Card as="section" aria-labelledby="calibration" className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <h2 id="calibration" className="text-title font-strong">
      Confidence
    </h2>
    <p className="text-label text-ink-2 tabular-nums">
      <strong className="font-strong text-ink">{Number(brier).toFixed(3)}</strong> Brier score of{' '}
      {formatCount(count)} closed positions with a stated confidence
    </p>
    <p className="text-small text-pretty text-ink-3">
      It compares how sure the author was with whether the position ended ahead of SPY. 0.25 is what 50% on
      everything gives; lower is better.
    </p>
  </Card>
)
