// Translates Plaid's errors, without any token or secret in their messages.
import { ProviderError, type ProviderErrorKind } from '../provider.ts'

export class PlaidError extends ProviderError {
  /** Plaid's own error code, such as `PRODUCT_NOT_READY`. Undefined if it didn't answer. */
  readonly code: string | undefined

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { code?: string | undefined; retryAfterMs?: number } = {},
  ) {
    const { code, retryAfterMs } = options
    super(kind, message, retryAfterMs === undefined ? {} : { retryAfterMs })
    this.code = code
  }
}

/** The person can fix these by signing in again. Source: https://plaid.com/docs/errors/item/ */
const DISABLED = new Set([
  'ACCESS_NOT_GRANTED',
  'ADDITIONAL_CONSENT_REQUIRED',
  'INSUFFICIENT_CREDENTIALS',
  'INVALID_CREDENTIALS',
  'INVALID_MFA',
  'INVALID_OTP',
  'INVALID_UPDATED_USERNAME',
  'ITEM_LOCKED',
  'ITEM_LOGIN_REQUIRED',
  'MFA_NOT_SUPPORTED',
  'PASSWORD_RESET_REQUIRED',
  'USER_INPUT_TIMEOUT',
  'USER_SETUP_REQUIRED',
])
const GONE = new Set([
  'INVALID_ACCESS_TOKEN',
  'INVALID_ACCOUNT_ID',
  'ITEM_CONCURRENTLY_DELETED',
  'ITEM_NOT_FOUND',
  'NO_ACCOUNTS',
  'NO_INVESTMENT_ACCOUNTS',
  'USER_ACCOUNT_REVOKED',
  'USER_PERMISSION_REVOKED',
])
/** The server's operator has to fix these. Source: https://plaid.com/docs/errors/invalid-input/ */
const KEYS = new Set([
  'INVALID_API_KEYS',
  'UNAUTHORIZED_ENVIRONMENT',
  'INVALID_PRODUCT',
  'PRODUCT_NOT_ENABLED',
])

/** Plaid's limits are per minute. Source: https://plaid.com/docs/errors/rate-limit-exceeded/ */
const MINUTE_MS = 60_000
const HOUR_S = 3600

/** What an error code means for its connection; `away` for codes that aren't about a connection. */
export function kindOf(code: string | undefined): ProviderErrorKind {
  if (code === undefined) return 'away'
  if (DISABLED.has(code)) return 'disabled'
  if (GONE.has(code)) return 'gone'
  return code === 'PRODUCT_NOT_READY' ? 'busy' : 'away'
}

type ErrorBody = { error_type?: unknown; error_code?: unknown; request_id?: unknown }
type CallError = Error & {
  code?: unknown
  response?: { status: number; data: unknown; headers: Record<string, unknown> }
}

/**
 * Turns an SDK error into a `PlaidError` and returns anything else unchanged. The SDK's error isn't passed on, because
 * its request contains the access token and the secret, and Plaid's message may quote the request.
 */
export function providerErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('isAxiosError' in error)) return error
  const { response, code: networkCode } = error as CallError
  if (!response) return new PlaidError('away', `Plaid did not answer (${word(networkCode) ?? 'no reason'})`)
  const { status, data, headers } = response
  const { error_type: type, error_code, request_id: request } = { ...(data as ErrorBody | null) }
  const code = word(error_code)
  const known = typeof request === 'string' && /^\w{1,40}$/.test(request) ? `, request ${request}` : ''
  const says = `Plaid answered ${code ?? status}${known}`
  if (code !== undefined && KEYS.has(code))
    return new PlaidError(
      'away',
      `${says}: PLAID_CLIENT_ID, PLAID_SECRET and PLAID_ENV of this server must belong together and allow Investments`,
      { code },
    )
  const kind = status === 429 || type === 'RATE_LIMIT_EXCEEDED' ? 'busy' : kindOf(code)
  return new PlaidError(kind, says, { code, ...(kind === 'busy' && { retryAfterMs: waitOf(headers) }) })
}

const word = (code: unknown) =>
  typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : undefined

function waitOf(headers: Record<string, unknown>): number {
  const seconds = Number(headers['retry-after'])
  return seconds > 0 && seconds <= HOUR_S ? seconds * 1000 : MINUTE_MS
}

/** Something that is already gone counts as removed. */
export async function ignoreGone(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.kind !== 'gone') throw error
  })
}
