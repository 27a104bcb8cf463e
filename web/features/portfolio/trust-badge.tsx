// Where figures come from, as badges: a linked account, a broker's file, made up (answer 30).
import { Clock, FileText, FlaskConical, NotebookPen, RefreshCw, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Connection, Picture } from '#shared/contracts/portfolio.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { momentText } from './portfolio-words.ts'

/** With made-up prices every figure is a sample, however real the account is. */
export const isSample = ({ trust, hasSamplePrices }: Pick<Picture, 'trust' | 'hasSamplePrices'>) =>
  trust.kind === 'sample' || hasSamplePrices

export function TrustBadge({ trust, hasSamplePrices }: Pick<Picture, 'trust' | 'hasSamplePrices'>) {
  const { isLinked, until } = trust
  const isMadeUp = isSample({ trust, hasSamplePrices })
  return (
    <Badges>
      {isLinked && until === null && <LiveBadge />}
      {/* Beside two badges a phone has no room for it; the words below the figures say it too. */}
      {isLinked && until === null && (
        <span className={classes('text-small text-ink-2', isMadeUp && 'max-xs:hidden')}>
          since {momentText(trust.at)}
        </span>
      )}
      {isLinked && until !== null && (
        <Badge tone="caution" icon={Unplug}>
          Connected until {momentText(until)}
        </Badge>
      )}
      {!isLinked && (
        <Badge tone="info" icon={FileText}>
          Imported {momentText(trust.at)}
        </Badge>
      )}
      {isMadeUp && <SampleBadge />}
    </Badges>
  )
}

/** How one connection stands. `isPaper`: nothing is read over it but play money, which is never live. */
export function ConnectionBadge({
  state,
  provider,
  trouble,
  isPaper,
}: Pick<Connection, 'state' | 'provider' | 'trouble'> & { isPaper: boolean }) {
  return (
    <Badges>
      {state === 'live' && !isPaper && <LiveBadge />}
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

export const LiveBadge = () => (
  <Badge tone="gain" live>
    Live Data
  </Badge>
)

export const SampleBadge = () => (
  <Badge tone="caution" icon={FlaskConical}>
    Sample data
  </Badge>
)

/** Said in words below the badge wherever the prices are made up. */
export const SAMPLE_PRICES = 'Prices are made up (no market data is set up), so these figures are samples.'
