// Marks a signal as useful, or removes the mark.
import { comments } from '#shared/contracts/comments.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { failure, followOutcome, outcomes } from '#web/lib/outcomes.ts'

/** False if the server refused; the button then moves back. */
export async function findUseful(id: string, isUseful: boolean): Promise<boolean> {
  try {
    await call(isUseful ? comments.useful : comments.notUseful, { params: { id } })
    return true
  } catch (error) {
    followOutcome(
      isUnauthorized(error) ? outcomes.unauthorized : failure('Error', 'Couldn’t save that. Try again.'),
      error,
    )
    return false
  }
}
