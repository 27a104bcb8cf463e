// Refusals and whole responses, for short expectations.
import { Problem } from '#shared/problems.ts'
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

/** What a function of the server returns, or the code of the `Problem` that it throws. */
export const resultOrCode = <T>(attempt: Promise<T>): Promise<T | string> =>
  attempt.catch((error: unknown) => {
    if (error instanceof Problem) return error.code
    throw error
  })

/** The whole response without the date and the id of the request, which always differ. */
export async function comparable(response: Response) {
  const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers)
  const text = (await response.text()).replace(/,"requestId":"[^"]*"/, '')
  return { status: response.status, headers, text }
}
