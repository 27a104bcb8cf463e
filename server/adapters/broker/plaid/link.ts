// Signs people in at a broker on Plaid's page, and imports the connections they made there.
import type { CountryCode, LinkTokenCreateRequest, Products } from 'plaid'
import type { Clock } from '#server/clock.ts'
import { type Connection, type Customer, ProviderError } from '../provider.ts'
import type { Ask } from './client.ts'
import {
  connectionSecret,
  storedPublicTokenDigest,
  publicTokenDigest,
  pendingLinks,
  personSecret,
} from './secrets.ts'
import { PlaidError } from './errors.ts'

/**
 * A page can be opened until its link token expires; using it takes a while, and its public token is valid for another
 * 30 minutes. Source: https://plaid.com/docs/api/link/#linktokencreate
 */
const AFTER_EXPIRY_MS = 2 * 60 * 60_000
/** The countries where Plaid offers Investments. Source: https://plaid.com/docs/investments/ */
const COUNTRIES = ['US', 'CA'] as CountryCode[]

type Begin = {
  returnUrl: string
  webhook: string | undefined
  /** The access token of the connection to repair; null for a new connection. */
  accessToken: string | null
}

/** Source: https://plaid.com/docs/link/hosted-link/ and, for repairs, https://plaid.com/docs/link/update-mode/ */
export async function beginLink(
  ask: Ask,
  clock: Clock,
  customer: Customer,
  { returnUrl, webhook, accessToken }: Begin,
): Promise<{ url: string; secret: string }> {
  const request: LinkTokenCreateRequest = {
    client_name: 'Signalpost',
    language: 'en',
    country_codes: COUNTRIES,
    user: { client_user_id: customer.id },
    hosted_link: { completion_redirect_uri: returnUrl, is_mobile_app: false },
    ...(webhook !== undefined && { webhook }),
    ...(accessToken === null ? { products: ['investments'] as Products[] } : { access_token: accessToken }),
  }
  const { hosted_link_url, link_token, expiration } = await ask((plaid, options) =>
    plaid.linkTokenCreate(request, options),
  )
  if (!hosted_link_url)
    throw new ProviderError('away', 'Plaid returned no sign-in page: Hosted Link may not be enabled')
  const now = clock.now()
  const links = pendingLinks(customer.secret, now)
  // A repair changes neither the access token nor the connected accounts, so there is nothing to exchange.
  if (accessToken === null) {
    const expires = Date.parse(expiration) || now.getTime()
    links.push({ token: link_token, until: new Date(expires + AFTER_EXPIRY_MS).toISOString() })
  }
  return { url: hosted_link_url, secret: personSecret(links) }
}

/**
 * The connections made on the person's pages that aren't among `known`. Tokens that were exchanged are never lost to a
 * later error, because that error occurs again the next time.
 */
export async function exchangeNewTokens(
  ask: Ask,
  clock: Clock,
  customer: Customer,
  known: readonly Connection[],
): Promise<Connection[]> {
  const origins = new Set(known.map(storedPublicTokenDigest))
  const ids = new Set(known.map(({ externalId }) => externalId))
  const taken: Connection[] = []
  try {
    for (const { token } of pendingLinks(customer.secret, clock.now())) {
      for (const { publicToken, broker } of await connectedOn(ask, token)) {
        if (origins.has(publicTokenDigest(publicToken))) continue
        const item = await exchanged(ask, publicToken)
        if (!item || ids.has(item.item_id)) continue
        ids.add(item.item_id)
        const secret = connectionSecret(item.access_token, publicToken)
        taken.push({ externalId: item.item_id, broker, isDisabled: false, secret })
      }
    }
  } catch (error) {
    if (!(error instanceof ProviderError) || taken.length === 0) throw error
  }
  return taken
}

/** Source: https://plaid.com/docs/api/link/#linktokenget */
async function connectedOn(ask: Ask, linkToken: string): Promise<{ publicToken: string; broker: string }[]> {
  const page = await unlessUsed(
    ask((plaid, options) => plaid.linkTokenGet({ link_token: linkToken }, options)),
    'INVALID_LINK_TOKEN',
  )
  return (page?.link_sessions ?? []).flatMap(({ results }) =>
    (results?.item_add_results ?? []).map(({ public_token: publicToken, institution }) => ({
      publicToken,
      broker: institution?.name ?? 'Broker',
    })),
  )
}

/** Null for a public token that was exchanged before or expired after 30 minutes. */
async function exchanged(ask: Ask, publicToken: string) {
  return await unlessUsed(
    ask((plaid, options) => plaid.itemPublicTokenExchange({ public_token: publicToken }, options)),
    'INVALID_PUBLIC_TOKEN',
  )
}

async function unlessUsed<T>(answer: Promise<T>, code: string): Promise<T | null> {
  return await answer.catch((error: unknown) => {
    if (error instanceof PlaidError && error.code === code) return null
    throw error
  })
}
