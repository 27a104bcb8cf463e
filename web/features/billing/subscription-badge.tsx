// How a subscription or a plan stands, as a badge, where it is not simply active.
import { TriangleAlert } from 'lucide-react'
import type { Subscription } from '#shared/contracts/billing.ts'
import { Badge } from '#web/ui/badge.tsx'
import { standingOf, standingWords } from './subscription-standing.ts'

export function StandingBadge({ subscription }: { subscription: Pick<Subscription, 'status' | 'endsAt'> }) {
  const standing = standingOf(subscription)
  if (standing === 'active') return null
  const isDue = standing === 'due'
  return (
    <Badge tone={isDue ? 'caution' : 'neutral'} icon={isDue ? TriangleAlert : undefined}>
      {standingWords(subscription)}
    </Badge>
  )
}
