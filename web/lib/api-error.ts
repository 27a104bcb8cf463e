// What went wrong with a call, as the spec's client states it: "{status}: {body}".

export type ProblemBody = { code?: string; message?: string } & Record<string, unknown>

/** An answer that is not OK (spec section 8). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly problem: ProblemBody

  /** `body` is the answer's text, or its status text when that is empty. */
  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.status = status
    this.problem = parsed(body)
  }
}

/** The server could not be reached at all. */
export class OfflineError extends Error {
  override name = 'OfflineError'
  constructor() {
    super('You’re offline, or the server can’t be reached. Please try again.')
  }
}

function parsed(body: string): ProblemBody {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as ProblemBody) : {}
  } catch {
    return {}
  }
}

/** The sentence a person may read of an error, or undefined when there is none. */
export function messageOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.problem.message
  if (error instanceof OfflineError) return error.message
  return undefined
}

export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401
