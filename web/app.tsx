// Loading, signed out or signed in: the three faces of the product, and the one place for toasts.
import { type ComponentType, useEffect, useState } from 'react'
import { messageOf } from './lib/api-error.ts'
import { late } from './lib/late.tsx'
import { useNavigation } from './lib/navigation.ts'
import { useAuth } from './lib/session.tsx'
import { Unreachable } from './screens/unreachable.tsx'
import { LoadingView } from './ui/loading-view.tsx'
import { useToast } from './ui/toast-store.ts'

const PLACES = { meanwhile: <LoadingView />, failed: Unreachable }
// Neither needs the other.
export const Landing = late(() => import('./screens/landing.tsx'), PLACES)
const SignedIn = late(() => import('./signed-in.tsx'), PLACES)

export function App() {
  useNavigation()
  const { user, isLoading, error, reload } = useAuth()
  return (
    <>
      {isLoading ? (
        <LoadingView />
      ) : user ? (
        <SignedIn key={user.id} />
      ) : error ? (
        <Unreachable message={messageOf(error) ?? 'Couldn’t load Signalpost.'} onRetry={reload} />
      ) : (
        <Landing />
      )}
      <Toasts />
    </>
  )
}

/** Fetched with the first toast, unless it is there already; Suspense would hold it back for another 300 ms. */
function Toasts() {
  const hasToast = useToast() !== undefined
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    if (hasToast)
      import('./ui/toast.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => {},
      )
  }, [hasToast])
  return Toaster ? <Toaster /> : null
}
