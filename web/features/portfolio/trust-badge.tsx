// Where figures come from, as a badge: a linked account, a broker's file, or made up (answer 30).
import { FileText, FlaskConical } from 'lucide-react'
import type { Picture } from '#shared/contracts/portfolio.ts'
import { Badge } from '#web/ui/badge.tsx'
import { momentText } from './portfolio-words.ts'

/** With made-up prices every figure is a sample, however real the account is. */
export function TrustBadge({ trust, hasSamplePrices }: Pick<Picture, 'trust' | 'hasSamplePrices'>) {
  if (trust.kind === 'sample' || hasSamplePrices)
    return (
      <Badge tone="caution" icon={FlaskConical}>
        Sample data
      </Badge>
    )
  if (trust.kind === 'live') return <LiveBadge />
  return (
    <Badge tone="info" icon={FileText}>
      Imported {momentText(trust.at)}
    </Badge>
  )
}

export const LiveBadge = () => (
  <Badge tone="gain" live>
    Live Data
  </Badge>
)

/** Said in words below the badge wherever the prices are made up. */
export const SAMPLE_PRICES = 'Prices are made up (no market data is set up), so these figures are samples.'
