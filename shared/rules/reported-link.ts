// What a link in a report leads to.

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const SIGNAL = new RegExp(`^/(?:s|signal|embed/signal)/(${ID})/?$`, 'i')
const COMMENT = new RegExp(`^${ID}$`, 'i')
const PERSON = /^\/(?:@|profile\/|embed\/record\/)(\w{3,30})(?:\/.*)?$/

export type ReportedLink =
  | { kind: 'signal'; id: string }
  | { kind: 'comment'; id: string; signalId: string }
  | { kind: 'profile'; username: string }

/**
 * The signal, comment or person that a full URL or a path leads to; null for anything else. The host doesn't matter,
 * because people copy links from other copies and archives. Ids are lowercased, and the username is kept as written.
 */
export function reportedLinkIn(url: string): ReportedLink | null {
  const base = 'https://here.invalid'
  if (!URL.canParse(url, base)) return null
  const { pathname, searchParams } = new URL(url, base)
  const signalId = SIGNAL.exec(pathname)?.[1]?.toLowerCase()
  const commentId = searchParams.get('comment')
  if (signalId !== undefined && commentId !== null)
    return COMMENT.test(commentId) ? { kind: 'comment', id: commentId.toLowerCase(), signalId } : null
  if (signalId !== undefined) return { kind: 'signal', id: signalId }
  const username = PERSON.exec(pathname)?.[1]
  return username === undefined ? null : { kind: 'profile', username }
}
