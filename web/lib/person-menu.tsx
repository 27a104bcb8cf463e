// The menu of a person, on their profile and in every row about them: Copy link, Share | Mute | Block, Report.
import { handleOf, isFormerMember } from '#shared/rules/people.ts'
import { publicPaths } from '../public-paths.ts'
import { MoreMenu } from './more-menu.tsx'
import { useAuth } from './session.tsx'

type PersonMenuProps = {
  person: { id: string; username: string }
  /** Its place in a row. */
  className?: string
  /** As small as the buttons beside it; otherwise 44 px on phones. */
  small?: boolean
}

/** Empty for visitors, for the viewer and for former members, who can't be muted or blocked. */
export function PersonMenu({ person: { id, username }, className = '', small = false }: PersonMenuProps) {
  const { user } = useAuth()
  if (!user || user.id === id || isFormerMember(username)) return null
  return (
    <MoreMenu
      label={`More about ${handleOf(username)}`}
      className={small ? className : `max-md:size-target ${className}`}
      subject={{
        path: publicPaths.person(username),
        person: { id, username },
        report: { kind: 'profile', id },
      }}
    />
  )
}
