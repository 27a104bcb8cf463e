// Usernames, display names and initials of people.
import { USERNAME_MAX, USERNAME_MIN } from '../limits.ts'
import { FORMER_MEMBER } from './deletion.ts'

/**
 * Names that collide with a path of the product or with a property that JavaScript treats specially (spec
 * answer 15).
 */
const RESERVED = new Set(
  `about account admin administrator api app assets auth billing config constructor creator creator-onboarding
  creator-subscribe creator_onboarding creator_subscribe docs everyone feed follow followers following follows
  hasownproperty health help home id index invitations invite isprototypeof join login logout mail me metrics moderator
  new null objects openapi portfolio privacy profile propertyisenumerable prototype ready register root sandbox search security settings
  signal signalpost signals signin signout signup static status stripe subscribe subscription subscriptions suggestions
  support system terms tolocalestring tostring undefined uploads user users valueof waitlist webhooks www __proto__
  __definegetter__ __definesetter__ __lookupgetter__ __lookupsetter__`.split(/\s+/),
)

/** The username of an account that was deleted (server/features/auth/deletion/remove-rows.ts). */
const FORMER = /^former_[\da-f]{12}$/i

/** Whether this username is reserved. Ignores case. */
export function isReservedName(username: string): boolean {
  return RESERVED.has(username.toLowerCase()) || isFormerMember(username)
}

export const isFormerMember = (username: string): boolean => FORMER.test(username)

/** The author's name on a signal: "Former member", or the username, or the full name (spec section 2). */
export function signedName({ username, firstName, lastName }: Named): string {
  if (username && isFormerMember(username)) return FORMER_MEMBER
  return username || [firstName, lastName].filter(Boolean).join(' ')
}

/** "@maya", or "Former member". */
export const handleOf = (username: string): string =>
  isFormerMember(username) ? FORMER_MEMBER : `@${username}`

/** The first word of a display name and the rest; null if absent (spec answer 17). */
export function firstAndLastName(displayName: string | null): {
  firstName: string | null
  lastName: string | null
} {
  const words = (displayName ?? '').trim().split(/\s+/).filter(Boolean)
  return { firstName: words[0] ?? null, lastName: words.slice(1).join(' ') || null }
}

/** Whether a text has the format of a username. If not, "not found" needs no query. */
export function looksLikeUsername(text: string): boolean {
  return text.length >= USERNAME_MIN && text.length <= USERNAME_MAX && /^[A-Za-z0-9_]+$/.test(text)
}

type Named = {
  username?: string | null
  displayName?: string | null
  firstName?: string | null
  lastName?: string | null
}

const firstTwo = (text: string) => [...text].slice(0, 2).join('').toUpperCase()

/**
 * The initials in the header: two letters of the username, else the initials of the full name, else "U" (spec section
 * 2).
 */
export function headerInitials(person: Named): string {
  if (person.username) return firstTwo(person.username)
  const letters = [person.firstName, person.lastName].map((name) => [...(name ?? '')][0] ?? '').join('')
  return letters.toUpperCase() || 'U'
}

/** The initials on a profile: the first two letters of the display name or the username, or "U" (spec section 2). */
export function profileInitials(person: Named): string {
  return firstTwo(person.displayName || person.username || 'U')
}

/** "Maya"; the whole name if it begins with an initial. */
export const firstNameOf = (person: Parameters<typeof nameOf>[0] & { firstName: string | null }): string =>
  person.firstName !== null && person.firstName.length > 2 ? person.firstName : nameOf(person)

/** The display name, or the username if there is none. */
export const nameOf = ({ displayName, username }: { displayName: string | null; username: string }): string =>
  displayName || username
