// The return of a portfolio with its source, and the money-weighted return where the two disagree.
import { FileText, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import type { RecordSource } from '#shared/contracts/track-record.ts'
import { directionOf, withMinusSign } from '#shared/rules/percent.ts'
import { returnsDisagree, sourceLabel } from '#shared/rules/performance.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/badge.tsx'

const RETURN_COLORS = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink' }

export type ReturnHeadlineProps = {
  /** A signed percent string. */
  value: string
  /** Null if there is no portfolio. */
  summary: PerformanceSummary | null
  /** The period of the return. */
  note: string
}

export function ReturnHeadline({ value, summary, note }: ReturnHeadlineProps) {
  const other = summary?.moneyWeighted ?? null
  return (
    <>
      <div className="flex items-center gap-x-4 max-tight:flex-wrap">
        <p
          className={classes(
            'text-display font-strong tabular-nums',
            summary ? RETURN_COLORS[directionOf(value)] : 'text-ink-3',
          )}
        >
          {withMinusSign(value)}
        </p>
        {summary && <Source of={summary.trust} />}
      </div>
      <p className="text-small text-ink-2">{note}</p>
      {summary && other !== null && returnsDisagree(summary.performance, other) && (
        <p className="text-small text-pretty text-ink-2">
          <span className="text-lead font-strong text-ink tabular-nums">{withMinusSign(other)}</span>{' '}
          money-weighted: what the money itself returned, with the size and day of each deposit
        </p>
      )}
    </>
  )
}

const SOURCE = { sample: 'sample', imported: 'self_reported', live: 'linked', stopped: 'linked' } as const

/**
 * Says where the return comes from and since when (spec answers 30 and 33). Sample data is only named: the
 * badge for it is beside the heading of the page.
 */
function Source({ of: { kind, at, until } }: { of: RecordSource }) {
  const { text } = sourceLabel({
    performanceSource: SOURCE[kind],
    performanceLinkedUntil: until && utcDay(until),
  })
  if (kind === 'sample') return <span className="text-small text-caution">{text}</span>
  if (kind === 'imported')
    return (
      <WithDate note={`Imported ${longDate(at)}`}>
        <Badge tone="info" icon={FileText} className={LONG_LABEL}>
          {text}
        </Badge>
      </WithDate>
    )
  return until === null ? (
    <WithDate note={`since ${longDate(at)}`}>
      <LiveBadge />
    </WithDate>
  ) : (
    <Badge tone="caution" icon={Unplug} className={LONG_LABEL}>
      {text}
    </Badge>
  )
}

/** On a phone there is room for two lines of text beside the return, but not for a frame and an icon. */
const LONG_LABEL =
  'max-xs:min-h-0 max-xs:bg-transparent max-xs:px-0 max-xs:text-caption max-xs:text-balance max-xs:[&_svg]:hidden'

const WithDate = ({ children, note }: { children: ReactNode; note: string }) => (
  <span className="grid justify-items-start gap-0.5">
    {children}
    <span className="text-small text-ink-2 max-xs:text-caption">{note}</span>
  </span>
)

export const LiveBadge = () => (
  <Badge tone="gain" live>
    Live Data
  </Badge>
)
