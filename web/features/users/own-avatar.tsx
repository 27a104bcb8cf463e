// The signed-in person's face, as the header, the composer and the profile show it.
import { headerInitials } from '#shared/rules/people.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { hueOf } from '#web/ui/hue.ts'

export function OwnAvatar({ size = 'sm' }: { size?: 'sm' | 'md' | 'lg' }) {
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
