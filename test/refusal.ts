// The refusal of a call, for short expectations.
import { ApiError } from '#web/lib/api-error.ts'

/** The status, code and message of a refused call. Throws if the call wasn't refused. */
export async function refusal(
  attempt: Promise<unknown>,
): Promise<{ status: number; code: string; message: string }> {
  try {
    await attempt
  } catch (error) {
    if (error instanceof ApiError)
      return { status: error.status, code: error.problem.code ?? '', message: error.problem.message ?? '' }
    throw error
  }
  throw new Error('The call was expected to be refused, but it was answered')
}
