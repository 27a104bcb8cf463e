// Plaid's own SDK, loaded when it is first needed, each question within its time.
import type { PlaidApi } from 'plaid'
import { ProviderError } from '../provider.ts'
import { providerErrorOf } from './errors.ts'

export type PlaidSettings = {
  clientId: string
  secret: string
  environment: 'sandbox' | 'production'
  /** Where Plaid answers; its own address of that environment unless given. */
  basePath?: string
}

/** Asks Plaid something. Throws `ProviderError` for a refusal, and for an answer that is late or is none of Plaid's. */
export type Ask = <T>(
  question: (plaid: PlaidApi, options: { signal: AbortSignal }) => Promise<{ data: T }>,
) => Promise<T>

const ANSWER_MS = 20_000
/** Far more than 500 transactions with their securities take. */
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
    // Whatever Plaid answers has the id of the request; a page of some proxy in between has not.
    if (typeof data !== 'object' || data === null || !('request_id' in data))
      throw new ProviderError('away', 'Plaid answered something that is not its own')
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
        // The secret goes where it was meant to go, and no further.
        maxRedirects: 0,
        maxContentLength: ANSWER_BYTES_MAX,
      },
    }),
  )
}
