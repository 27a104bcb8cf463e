// The signed-in person: avatar and sign-out button.
import { LogOut } from 'lucide-react'
import { headerInitials } from '#shared/rules/people.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { Button } from '#web/ui/button.tsx'
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

export function SignOutButton({ size = 'md' }: { size?: 'sm' | 'md' }) {
  const signOut = useSignOut()
  return (
    <Button
      variant="ghost"
      size={size}
      icon={LogOut}
      pending={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      Sign Out
    </Button>
  )
}
