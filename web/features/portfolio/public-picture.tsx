// A portfolio as others see it: curve, figures and where they come from, in percent; holdings where the answer has them.
import type { HoldingPicture, Picture } from '#shared/contracts/portfolio.ts'
import { Card } from '#web/ui/card.tsx'
import { HeadlineFigures } from './figures.tsx'
import { Holdings } from './holdings.tsx'
import { dayText, sourceText } from './portfolio-words.ts'
import { RecordNotes } from './record-notes.tsx'
import { ReturnsCurve } from './returns-curve.tsx'
import { SAMPLE_PRICES, TrustBadge } from './trust-badge.tsx'

export type PublicPictureProps = {
  username: string
  picture: Picture
  holdings: readonly HoldingPicture[] | null
  cashWeight: string | null
  /** Said below the heading, such as who sees this. */
  note?: string | undefined
}

export default function PublicPicture({ username, picture, holdings, cashWeight, note }: PublicPictureProps) {
  return (
    <>
      <Card as="section" aria-labelledby="performance" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="performance" className="text-title font-strong">
              Performance
            </h2>
            <TrustBadge {...picture} />
          </div>
          {note !== undefined && <p className="text-small text-pretty text-ink-2">{note}</p>}
        </div>
        <RecordNotes picture={picture} />
        <ReturnsCurve points={picture.curve} name={username} symbol={picture.benchmark.symbol} />
        <HeadlineFigures picture={picture} />
        <p className="text-caption text-pretty text-ink-3">
          Time-weighted since {dayText(picture.since)}, {sourceText(picture.trust)}. Percentages only.
          {picture.hasSamplePrices && ` ${SAMPLE_PRICES}`} Past performance does not predict what comes next.
        </p>
      </Card>
      {holdings !== null && holdings.length > 0 && <Holdings holdings={holdings} cashWeight={cashWeight} />}
    </>
  )
}
