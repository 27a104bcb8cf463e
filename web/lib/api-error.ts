// The errors of an API call. The message is "{status}: {body}" (spec section 8).

type ProblemBody = { code?: string; message?: string } & Record<string, unknown>

/** A response with an error status (spec section 8). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly problem: ProblemBody

  /** `body` is the text of the response, or its status text when that is empty. */
  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.status = status
    this.problem = parseProblem(body)
  }
}

/** The server can't be reached. */
export class OfflineError extends Error {
  override name = 'OfflineError'
  constructor() {
    super('You’re offline, or the server can’t be reached. Please try again.')
  }
}

function parseProblem(body: string): ProblemBody {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as ProblemBody) : {}
  } catch {
    return {}
  }
}

/** The message of an error that a person may read, or undefined. */
export function messageOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.problem.message
  if (error instanceof OfflineError) return error.message
  return undefined
}

/**
 * The message in a dialog after a failed call: the server's message, or `fallback`. Undefined without an error, without
 * a session, which the app handles, and if the person chose not to confirm their identity.
 */
export const shownMessage = (error: unknown, fallback: string): string | undefined =>
  error === null || isUnauthorized(error) || isReauthenticationRequired(error)
    ? undefined
    : (messageOf(error) ?? fallback)

export const isReauthenticationRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === 'reauthentication_required'

export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401
