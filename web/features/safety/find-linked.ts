// Looks up what a link in a report leads to, with the calls that show it elsewhere.
import { z } from 'zod'
import { comments } from '#shared/contracts/comments.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Author, users } from '#shared/contracts/users.ts'
import { handleOf, headerInitials, nameOf } from '#shared/rules/people.ts'
import type { ReportedLink } from '#shared/rules/reported-link.ts'
import { labelOf } from '#web/features/signals/signal-labels.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { request } from '#web/lib/request.ts'
import { paths } from '#web/paths.ts'
import { publicPaths } from '#web/public-paths.ts'
import { type Hue, hueOf } from '#web/ui/hue.ts'

export type Linked = {
  /** "Buy $NVDA", "Comment", or a person's name. */
  title: string
  /** The author's handle; null for a profile. */
  by: string | null
  text: string | null
  href: string
  /** Null for visitors. */
  avatar: { initials: string; hue: Hue; src: string | null } | null
}

/**
 * Null if nothing is there or the viewer may not see it: a visitor sees what public pages show, a member what the app
 * shows. A locked signal is null, too, so that the form says nothing about it. Throws `OfflineError`.
 */
export async function findLinked(link: ReportedLink, isMember: boolean): Promise<Linked | null> {
  try {
    return await (isMember ? forMember(link) : forVisitor(link))
  } catch (error) {
    // This includes a missing session and the rate limit, because the report itself doesn't depend on the lookup.
    if (error instanceof ApiError) return null
    throw error
  }
}

const avatarOf = (person: Author) => ({
  initials: headerInitials(person),
  hue: hueOf(person.id),
  src: person.profileImageUrl,
})

async function forMember(link: ReportedLink): Promise<Linked | null> {
  if (link.kind === 'profile') {
    const person = await call(users.byName, { params: { username: link.username } })
    const title = `${nameOf(person)} (${handleOf(person.username)})`
    return {
      title,
      by: null,
      text: person.bio,
      href: paths.profile(person.username),
      avatar: avatarOf(person),
    }
  }
  if (link.kind === 'comment') {
    const { id, signalId } = link
    const thread = await call(comments.thread, { params: { id: signalId }, query: { around: id } })
    const found = thread.comments.find((comment) => comment.id === id)
    if (!found?.writer) return null
    const { writer, body = null } = found
    const [by, href] = [handleOf(writer.username), paths.comment(signalId, id)]
    return { title: 'Comment', by, text: body, href, avatar: avatarOf(writer) }
  }
  const signal = await call(signals.byId, { params: { id: link.id } })
  const { id, author, signalType, tickers = [], content = null } = signal
  if (signal.isLocked || !signalType) return null
  const title = [labelOf(signalType), ...tickers.map((ticker) => `$${ticker}`)].join(' ')
  return {
    title,
    by: handleOf(author.username),
    text: content,
    href: paths.signal(id),
    avatar: avatarOf(author),
  }
}

/** The part of an oEmbed response that says what a public page is about. */
const Described = z.object({ title: z.string() })

/** Visitors read no comments. */
async function forVisitor(link: ReportedLink): Promise<Linked | null> {
  if (link.kind === 'comment') return null
  const href = link.kind === 'signal' ? publicPaths.signal(link.id) : publicPaths.person(link.username)
  const response = await request(`/oembed?url=${encodeURIComponent(location.origin + href)}`)
  const { title } = Described.parse(await response.json())
  return { title, by: null, text: null, href, avatar: null }
}
