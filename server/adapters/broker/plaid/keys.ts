// What is kept secret of a person and of each of their connections, as text the callers don't look into.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Connection, ProviderError } from '../provider.ts'

/** A sign-in page that was handed out, and until when anything can still be had of it. */
export type PendingLink = { token: string; until: string }

const PersonSecret = z.object({ links: z.array(z.object({ token: z.string(), until: z.iso.datetime() })) })

/** The person's secret: the pages they were sent to, without those of which nothing more can come. */
export function pendingLinks(secret: string | null, now: Date): PendingLink[] {
  if (secret === null) return []
  const { data } = PersonSecret.safeParse(parsed(secret))
  return data?.links.filter(({ until }) => Date.parse(until) > now.getTime()) ?? []
}

export const personSecret = (links: PendingLink[]): string => JSON.stringify({ links })

/**
 * A connection's secret: its access token, and what it came from. A public token is good for one exchange, and only by
 * this it is known later which were exchanged.
 */
export const connectionSecret = (accessToken: string, publicToken: string): string =>
  `${accessToken} ${originOf(publicToken)}`

/** What a connection's secret says its public token was; a digest, so that nothing can be done with it. */
export const originOf = (publicToken: string): string =>
  createHash('sha256').update(publicToken).digest('base64url').slice(0, 22)

export const originIn = ({ secret }: Connection): string | undefined => secret?.split(' ')[1]

/**
 * The access token. One of Plaid's other environment is refused here: Plaid would call it invalid, which otherwise
 * means that the connection is gone, and a wrong setting would have everybody's connections removed.
 */
export function accessTokenOf({ secret }: Connection, environment: string): string {
  const token = secret?.split(' ')[0]
  if (!token) throw new ProviderError('gone', 'Nothing opens this connection any more')
  const [, made] = /^access-(sandbox|development|production)-/.exec(token) ?? []
  if (made !== undefined && made !== environment)
    throw new ProviderError(
      'away',
      `This connection was made in Plaid’s ${made} environment, and PLAID_ENV is ${environment}`,
    )
  return token
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
