// Saves a signal, or removes it from the saved ones.
import { bookmarks } from '#shared/contracts/bookmarks.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { failure, followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { queryClient } from '#web/lib/query.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { paths } from '#web/paths.ts'
import { go } from '#web/lib/navigation.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** False if the server refused; the button then moves back. */
export async function saveSignal(signalId: string, shouldSave: boolean): Promise<boolean> {
  try {
    await call(shouldSave ? bookmarks.save : bookmarks.remove, { params: { signalId } })
  } catch (error) {
    followOutcome(
      isUnauthorized(error)
        ? outcomes.unauthorized
        : failure('Error', 'Couldn’t save the signal. Try again.'),
      error,
    )
    return false
  }
  void queryClient.invalidateQueries({ queryKey: queryKeys.bookmarks, refetchType: 'none' })
  if (shouldSave)
    showToast({
      title: 'Saved',
      description: 'Only you see it. You’ll get an alert when it closes.',
      action: { label: 'Saved signals', onSelect: () => go(paths.saved) },
    })
  return true
}
