// Encodes the secrets of a person and of each of their connections as text that callers don't interpret.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Connection, ProviderError } from '../provider.ts'

/** A sign-in page that was opened, and the time until which it can return a connection. */
export type PendingLink = { token: string; until: string }

const PersonSecret = z.object({ links: z.array(z.object({ token: z.string(), until: z.iso.datetime() })) })

/** A person's secret: their open sign-in pages, without expired ones. */
export function pendingLinks(secret: string | null, now: Date): PendingLink[] {
  if (secret === null) return []
  const { data } = PersonSecret.safeParse(parsed(secret))
  return data?.links.filter(({ until }) => Date.parse(until) > now.getTime()) ?? []
}

export const personSecret = (links: PendingLink[]): string => JSON.stringify({ links })

/**
 * A connection's secret: its access token and the public token it came from. A public token can be exchanged only once,
 * and storing it is the only way to know later which ones were exchanged.
 */
export const connectionSecret = (accessToken: string, publicToken: string): string =>
  `${accessToken} ${publicTokenDigest(publicToken)}`

/** The public token of a connection's secret, as a digest, so that it can't be used. */
export const publicTokenDigest = (publicToken: string): string =>
  createHash('sha256').update(publicToken).digest('base64url').slice(0, 22)

export const storedPublicTokenDigest = ({ secret }: Connection): string | undefined => secret?.split(' ')[1]

/**
 * The access token. A token from Plaid's other environment is rejected here, because Plaid would call it invalid, which
 * otherwise means that the connection is gone. A wrong setting would then remove everybody's connections.
 */
export function accessTokenOf({ secret }: Connection, environment: string): string {
  const token = secret?.split(' ')[0]
  if (!token) throw new ProviderError('gone', 'This connection no longer has an access token')
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
