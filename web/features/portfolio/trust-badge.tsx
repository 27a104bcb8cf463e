// Where figures come from, as badges: a linked account, a broker's file, sample data (answers 30 and 33).
import { Clock, FileText, FlaskConical, NotebookPen, RefreshCw, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Connection, PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { sourceLabel } from '#shared/rules/performance.ts'
import { Badge } from '#web/ui/badge.tsx'
import { momentText } from './portfolio-words.ts'

/**
 * The label of the return, and below it since when that holds. With sample prices every figure is a sample, however real
 * the account is, and has no other label.
 */
export function TrustBadge({
  trust,
  hasSamplePrices,
}: Pick<PerformanceSummary, 'trust' | 'hasSamplePrices'>) {
  if (trust.kind === 'sample' || hasSamplePrices) return <SampleBadge />
  const { at, until } = trust
  const { text } = sourceLabel({
    performanceSource: trust.kind === 'imported' ? 'self_reported' : 'linked',
    performanceLinkedUntil: until && utcDay(until),
  })
  if (trust.kind === 'imported')
    return (
      <Dated note={`Imported ${momentText(at)}`}>
        <Badge tone="info" icon={FileText} className={LONG}>
          {text}
        </Badge>
      </Dated>
    )
  return until === null ? (
    <Dated note={`since ${momentText(at)}`}>
      <LiveBadge />
    </Dated>
  ) : (
    <Badge tone="caution" icon={Unplug} className={LONG}>
      {text}
    </Badge>
  )
}

/** Beside a large figure a phone has room for two lines of words, and for nothing around them. */
const LONG =
  'max-xs:min-h-0 max-xs:bg-transparent max-xs:px-0 max-xs:text-caption max-xs:text-balance max-xs:[&_svg]:hidden'

const Dated = ({ children, note }: { children: ReactNode; note: string }) => (
  <span className="grid justify-items-start gap-0.5">
    {children}
    <span className="text-small text-ink-2 max-xs:text-caption">{note}</span>
  </span>
)

export type ConnectionBadgeProps = Pick<Connection, 'state' | 'provider' | 'trouble'> & {
  /** Nothing is read over it but play money, which is never live. */
  isPaper: boolean
  /** False where the figures on the page are not live, so that "Live Data" stands nowhere on it. */
  isLive?: boolean
}

/** How one connection stands. */
export function ConnectionBadge({ state, provider, trouble, isPaper, isLive = true }: ConnectionBadgeProps) {
  const isWorking = state === 'live' && !isPaper && !provider.isSample
  return (
    <Badges>
      {isWorking && (isLive ? <LiveBadge /> : <Badge>Connected</Badge>)}
      {state === 'reading' && trouble === null && (
        <Badge tone="info" icon={RefreshCw}>
          Reading…
        </Badge>
      )}
      {state === 'reading' && trouble !== null && (
        <Badge tone="caution" icon={Clock}>
          Waiting
        </Badge>
      )}
      {state === 'broken' && (
        <Badge tone="loss" icon={Unplug}>
          Reconnect needed
        </Badge>
      )}
      {state === 'ended' && (
        <Badge tone="loss" icon={Unplug}>
          Ended
        </Badge>
      )}
      {isPaper && (
        <Badge tone="info" icon={NotebookPen}>
          Paper account
        </Badge>
      )}
      {provider.isSample && <SampleBadge />}
    </Badges>
  )
}

export const Badges = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-2">{children}</span>
)

const LiveBadge = () => (
  <Badge tone="gain" live>
    Live Data
  </Badge>
)

const SampleBadge = () => (
  <Badge tone="caution" icon={FlaskConical}>
    Sample data
  </Badge>
)

/** Said in words below the badge wherever the prices are samples. */
export const SAMPLE_PRICES = 'Sample prices. These returns aren’t real.'
