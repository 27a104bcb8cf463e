// How a subscription or a plan stands, as a badge, where it is not simply active.
import { Pause, TriangleAlert } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { subscriptionState, stateLabel } from '../subscriptions/subscription-state.ts'

export function StateBadge({ subscription }: { subscription: Parameters<typeof subscriptionState>[0] }) {
  const standing = subscriptionState(subscription)
  if (standing === 'active') return null
  const isDue = standing === 'due'
  return (
    <Badge
      tone={isDue ? 'caution' : 'neutral'}
      icon={isDue ? TriangleAlert : standing === 'paused' ? Pause : undefined}
    >
      {stateLabel(subscription)}
    </Badge>
  )
}
