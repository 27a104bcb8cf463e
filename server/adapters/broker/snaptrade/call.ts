// Calls SnapTrade and translates its errors.
import { z } from 'zod'
import { ProviderError } from '../provider.ts'

type Answer<T> = { status: number; data: T; headers: unknown }

/**
 * Throws `ProviderError`. The SDK's error isn't passed on, because its message and URL contain the person's secret.
 * 402, and 403 with code 3003 or 1076, mean a disabled connection; 425 means an account that hasn't been read yet.
 * Source: https://docs.snaptrade.com/docs/errors `onQuotaLeft` receives the number of calls left in this minute.
 */
export async function callSnaptrade<C, T>(
  client: C,
  question: (client: C) => Promise<Answer<T>>,
  onQuotaLeft: (calls: number) => void = () => {},
): Promise<T> {
  let answer: Answer<T>
  try {
    answer = await question(client)
  } catch (error) {
    throw providerErrorOf(error)
  }
  const left = header(answer.headers, 'x-ratelimit-remaining')
  if (left >= 0) onQuotaLeft(left)
  if (answer.status === 429)
    throw new ProviderError('busy', 'SnapTrade’s rate limit is exceeded', retryDelay(answer.headers))
  return answer.data
}

/** NaN if the header is missing. */
const header = (headers: unknown, name: string) => Number((headers as Record<string, unknown> | null)?.[name])

const MINUTE_MS = 60_000

/** The rate-limit headers are in seconds. A minute's quota is available again within a minute. */
function retryDelay(headers: unknown): { retryAfterMs: number } {
  const seconds = [header(headers, 'retry-after'), header(headers, 'x-ratelimit-reset')].find(
    (given) => given > 0 && given <= 3600,
  )
  return { retryAfterMs: seconds === undefined ? MINUTE_MS : seconds * 1000 }
}

const ErrorBody = z
  .object({ code: z.union([z.string(), z.number()]).optional(), detail: z.string().optional() })
  .catch({})

function providerErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'SnaptradeError') return error
  const { status, responseBody } = error as Error & { status?: number; responseBody?: unknown }
  const { code, detail } = ErrorBody.parse(responseBody)
  const says = `SnapTrade answered ${status ?? 'nothing'}${code === undefined ? '' : ` (${code})`}`
  if (status === undefined) return new ProviderError('away', 'SnapTrade did not answer')
  if (isDisabled(status, { code, detail })) return new ProviderError('disabled', says)
  if (status === 404 || status === 410) return new ProviderError('gone', says)
  if (status === 425) return new ProviderError('busy', says, { retryAfterMs: MINUTE_MS })
  return new ProviderError('away', says)
}

function isDisabled(status: number, { code, detail }: z.output<typeof ErrorBody>): boolean {
  if (status !== 402 && status !== 403) return false
  return ['3003', '1076'].includes(String(code)) || /disabled/i.test(detail ?? '')
}
