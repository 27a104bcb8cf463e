// The signed-in person: avatar, summary card beside the feed, and the sign-out button.
import { LogOut } from 'lucide-react'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Counts } from '#web/ui/facts.tsx'
import { Button } from '#web/ui/button.tsx'
import { profileStats } from './profile-head.tsx'
import { useSignOut } from './queries.ts'

export function ViewerAvatar({ size = 'sm' }: { size?: 'sm' | 'md' | 'lg' }) {
  const viewer = useViewer()
  return (
    <Avatar
      size={size}
      initials={headerInitials(viewer)}
      hue={hueOf(viewer.id)}
      src={viewer.profileImageUrl ?? undefined}
    />
  )
}

export function ViewerCard() {
  const viewer = useViewer()
  return (
    <Card as="section" aria-label="You" className="grid gap-4">
      <div className="flex items-center gap-3">
        <ViewerAvatar size="md" />
        <div className="grid min-w-0">
          <a
            href={paths.ownProfile}
            className="truncate rounded-badge font-strong underline-offset-[0.2em] hover:underline"
          >
            {nameOf(viewer)}
          </a>
          <span className="truncate text-small text-ink-2">@{viewer.username}</span>
        </div>
      </div>
      <Counts items={profileStats(viewer)} />
    </Card>
  )
}

export function SignOutButton() {
  const signOut = useSignOut()
  return (
    <Button variant="ghost" icon={LogOut} pending={signOut.isPending} onClick={() => signOut.mutate()}>
      Sign Out
    </Button>
  )
}
