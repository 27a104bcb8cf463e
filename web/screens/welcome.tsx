// Above the feed: the last step of the first run, and the question whether visitors may see the person's record, asked
// once.
import { CircleCheck, Globe } from 'lucide-react'
import { useSearch } from 'wouter'
import { formatCount } from '#shared/rules/numbers.ts'
import { useSaveProfile } from '#web/features/users/queries.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

export default function Welcome() {
  const { followingCount, showsRecordToVisitors } = useViewer()
  const isWelcome = new URLSearchParams(useSearch()).has('welcome')
  return (
    <>
      {isWelcome && followingCount > 0 && (
        <Banner icon={CircleCheck} role="status" title="You’re set">
          You follow {formatCount(followingCount)} {followingCount === 1 ? 'person' : 'people'}. What they
          post shows up here, newest first.
        </Banner>
      )}
      {showsRecordToVisitors === null && <VisitorsQuestion />}
    </>
  )
}

function VisitorsQuestion() {
  const save = useSaveProfile()
  const answer = (showsRecordToVisitors: boolean) => save.mutate({ showsRecordToVisitors })
  return (
    <Banner
      icon={Globe}
      title="Show your record to visitors and search engines?"
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            pending={save.isPending}
            pendingLabel="Saving..."
            onClick={() => answer(true)}
          >
            Show it
          </Button>
          <Button variant="ghost" size="sm" onClick={() => answer(false)}>
            Members only
          </Button>
        </div>
      }
    >
      People without an account could read your free signals and see how every one turned out. Premium signals
      stay with subscribers. You can change this in Settings → Privacy and safety.
    </Banner>
  )
}
