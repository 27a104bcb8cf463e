// Plaid's own SDK, loaded on first use, with a time limit for each call.
import type { PlaidApi } from 'plaid'
import { ProviderError } from '../provider.ts'
import { providerErrorOf } from './errors.ts'

export type PlaidSettings = {
  clientId: string
  secret: string
  environment: 'sandbox' | 'production'
  /** The address of Plaid's API. The environment's own address unless given. */
  basePath?: string
}

/** Calls Plaid. Throws `ProviderError` for an error, a timeout, and a response that isn't Plaid's. */
export type Ask = <T>(
  question: (plaid: PlaidApi, options: { signal: AbortSignal }) => Promise<{ data: T }>,
) => Promise<T>

const ANSWER_MS = 20_000
/** Far more than 500 transactions with their securities need. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024

export function openClient(settings: PlaidSettings, answerMs = ANSWER_MS): Ask {
  let opened: Promise<PlaidApi> | undefined
  return async (question) => {
    const plaid = await (opened ??= load(settings))
    const { data } = await question(plaid, { signal: AbortSignal.timeout(answerMs) }).catch(
      (error: unknown) => {
        throw providerErrorOf(error)
      },
    )
    // Every response of Plaid has a request id; a proxy's page doesn't.
    if (typeof data !== 'object' || data === null || !('request_id' in data))
      throw new ProviderError('away', 'The response is not from Plaid')
    return data
  }
}

async function load({ clientId, secret, environment, basePath }: PlaidSettings): Promise<PlaidApi> {
  const sdk = await import('plaid')
  return new sdk.PlaidApi(
    new sdk.Configuration({
      basePath: basePath ?? `https://${environment}.plaid.com`,
      baseOptions: {
        headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret },
        // The secret must not follow a redirect to another host.
        maxRedirects: 0,
        maxContentLength: ANSWER_BYTES_MAX,
      },
    }),
  )
}
