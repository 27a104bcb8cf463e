// Loading, signed out or signed in: the three faces of the product, and the one place for toasts.
import { lazy, Suspense } from 'react'
import { useNavigation } from './lib/navigation.ts'
import { useAuth } from './lib/session.tsx'
import { Landing } from './screens/landing.tsx'
import { Unreachable } from './screens/unreachable.tsx'
import { LoadingView } from './ui/loading-view.tsx'
import { useToast } from './ui/toast-store.ts'

// Most visitors of the landing page need neither.
const SignedIn = lazy(() => import('./signed-in.tsx'))
const Toaster = lazy(() => import('./ui/toast.tsx').then((toast) => ({ default: toast.Toaster })))

export function App() {
  useNavigation()
  const { user, isLoading, error } = useAuth()
  const hasToast = useToast() !== undefined
  return (
    <>
      {isLoading ? (
        <LoadingView />
      ) : user ? (
        <Suspense fallback={<LoadingView />}>
          <SignedIn key={user.id} />
        </Suspense>
      ) : error ? (
        <Unreachable />
      ) : (
        <Landing />
      )}
      <Suspense>{hasToast && <Toaster />}</Suspense>
    </>
  )
}
