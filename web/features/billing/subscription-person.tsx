// The other side of a subscription in a list: face and name, or that they keep their profile to themselves.
import { Lock } from 'lucide-react'
import type { User } from '#shared/contracts/users.ts'
import { headerInitials } from '#shared/rules/people.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { hueOf } from '#web/ui/hue.ts'

export const nameOf = (person: User): string => person.displayName || person.username

export function PersonFace({ person }: { person: User | null }) {
  if (person)
    return <Avatar initials={headerInitials(person)} hue={hueOf(person.id)} src={person.profileImageUrl} />
  return (
    <span
      aria-hidden="true"
      className="grid size-10 flex-none place-items-center rounded-full bg-sunken text-ink-3 forced-colors:border"
    >
      <Lock className="icon-sm" />
    </span>
  )
}

/** `unknown` is said of somebody whose profile the viewer may not see (answer 18). */
export function PersonName({ person, unknown }: { person: User | null; unknown: string }) {
  if (!person) return <span className="text-ink-2">{unknown}</span>
  return (
    <a
      href={paths.profile(person.username)}
      className="rounded-badge py-0.5 wrap-anywhere underline-offset-[0.2em] hover:underline"
    >
      <bdi>{nameOf(person)}</bdi>
    </a>
  )
}
