// How a subscription or a plan stands, as a badge, where it is not simply active.
import { Pause, TriangleAlert } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { standingOf, standingWords } from './subscription-standing.ts'

export function StandingBadge({ subscription }: { subscription: Parameters<typeof standingOf>[0] }) {
  const standing = standingOf(subscription)
  if (standing === 'active') return null
  const isDue = standing === 'due'
  return (
    <Badge
      tone={isDue ? 'caution' : 'neutral'}
      icon={isDue ? TriangleAlert : standing === 'paused' ? Pause : undefined}
    >
      {standingWords(subscription)}
    </Badge>
  )
}
