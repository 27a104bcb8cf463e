// Opens the dialog that confirms a person's identity while a call waits for it (web/lib/reauthentication.ts).
import { useEffect } from 'react'
import { lazyWithPrefetch, type LoadErrorProps } from '#web/lib/lazy-with-prefetch.tsx'
import { useConfirmation } from '#web/lib/reauthentication.ts'
import { showToast } from '#web/ui/toast-store.ts'

const ReauthenticationDialog = lazyWithPrefetch(() => import('./reauthentication-dialog.tsx'), {
  errorFallback: NotConfirmed,
})

/** Rendered on every page with a call that may need it. */
export function IdentityConfirmation() {
  const answer = useConfirmation()
  return answer && <ReauthenticationDialog onAnswer={answer} />
}

/** The dialog's code can't be loaded, so the call that needs it fails. */
function NotConfirmed({ message }: LoadErrorProps) {
  const answer = useConfirmation()
  useEffect(() => {
    showToast({ title: 'Error', description: message, tone: 'destructive' })
    answer?.(false)
  }, [answer, message])
  return null
}
