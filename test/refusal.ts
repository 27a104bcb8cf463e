// What a refused call says, for short expectations.
import { ApiError } from '#web/lib/api-error.ts'

/** What a refused call says: "{status}: {code}", for short expectations. Throws when it was not refused. */
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
