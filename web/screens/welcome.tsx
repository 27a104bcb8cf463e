// The last step of the first run, above the first feed.
import { CircleCheck } from 'lucide-react'
import { formatCount } from '#shared/rules/numbers.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Banner } from '#web/ui/banner.tsx'

export default function Welcome() {
  const { followingCount } = useViewer()
  if (followingCount === 0) return null
  return (
    <Banner icon={CircleCheck} role="status" title="You’re set">
      You follow {formatCount(followingCount)} {followingCount === 1 ? 'person' : 'people'}. What they post
      shows up here, newest first.
    </Banner>
  )
}
