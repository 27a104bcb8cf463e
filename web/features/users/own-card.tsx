// The signed-in person at a glance, beside the feed.
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Counts } from '#web/ui/facts.tsx'
import { OwnAvatar } from './own-avatar.tsx'
import { figuresOf } from './figures.tsx'

export function OwnCard() {
  const viewer = useViewer()
  return (
    <Card as="section" aria-label="You" className="grid gap-4">
      <div className="flex items-center gap-3">
        <OwnAvatar size="md" />
        <div className="grid min-w-0">
          <a
            href={paths.ownProfile}
            className="truncate rounded-badge font-strong underline-offset-[0.2em] hover:underline"
          >
            {viewer.displayName || viewer.username}
          </a>
          <span className="truncate text-small text-ink-2">@{viewer.username}</span>
        </div>
      </div>
      <Counts items={figuresOf(viewer)} />
    </Card>
  )
}
