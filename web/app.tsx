// The root component: loading, signed out, signed in or unreachable, and the toasts.
import { type ComponentType, useEffect, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { messageOf } from './lib/api-error.ts'
import { lazyWithPrefetch, type LoadErrorProps } from './lib/lazy-with-prefetch.tsx'
import { useNavigation } from './lib/navigation.ts'
import { useAuth } from './lib/session.tsx'
import { paths } from './paths.ts'
import { ErrorCard } from './ui/error-state.tsx'
import { HeaderBar, HeaderLink } from './ui/header.tsx'
import { LoadingView } from './ui/loading-view.tsx'
import { Logo } from './ui/logo.tsx'
import { Column } from './ui/page.tsx'
import { useToast } from './ui/toast-store.ts'

const FALLBACKS = { fallback: <LoadingView />, errorFallback: Unreachable }
// Separate bundles, since no page shows both.
export const Landing = lazyWithPrefetch(() => import('./screens/landing.tsx'), FALLBACKS)
const ResetPassword = lazyWithPrefetch(() => import('./screens/reset-password.tsx'), FALLBACKS)
const EmailLink = lazyWithPrefetch(() => import('./screens/email-link.tsx'), FALLBACKS)
const Unsubscribe = lazyWithPrefetch(() => import('./screens/unsubscribe.tsx'), FALLBACKS)
const ReportForm = lazyWithPrefetch(() => import('./screens/report-form.tsx'), FALLBACKS)
const SecondLook = lazyWithPrefetch(() => import('./screens/second-look.tsx'), FALLBACKS)
const OpenPages = lazyWithPrefetch(() => import('./screens/open-pages.tsx'), FALLBACKS)
const AccountLeaving = lazyWithPrefetch(() => import('./screens/account-leaving.tsx'), FALLBACKS)
export const SignedIn = lazyWithPrefetch(() => import('./signed-in.tsx'), FALLBACKS)

/**
 * The pages that links in emails open, and the report form for people without an account. Signed-in people see the email
 * pages too, because the link may be for another account. The report form is a page of the app for them.
 */
const LINK_SCREENS: Partial<Record<string, ComponentType>> = {
  [paths.resetPassword]: ResetPassword,
  [paths.verifyEmail]: EmailLink,
  [paths.revertEmail]: EmailLink,
  [paths.unsubscribe]: Unsubscribe,
  [paths.report]: ReportForm,
  [paths.secondLook]: SecondLook,
}

/** Pages that visitors may open; for signed-in people they are among the routes. */
const OPEN_PATHS: readonly string[] = [
  paths.log,
  paths.method,
  paths.verify,
  paths.discover,
  paths.rules,
  paths.transparency,
]

export function App() {
  useNavigation()
  const { user, isLoading, error, reload } = useAuth()
  const path = usePathname()
  const LinkScreen = path === paths.report && user?.deletedAt === null ? undefined : LINK_SCREENS[path]
  const VisitorScreen = OPEN_PATHS.includes(path) ? OpenPages : Landing
  return (
    <>
      {isLoading ? (
        <LoadingView />
      ) : LinkScreen ? (
        <LinkScreen />
      ) : user?.deletedAt ? (
        <AccountLeaving />
      ) : user ? (
        <SignedIn key={user.id} />
      ) : error ? (
        <Unreachable message={messageOf(error) ?? 'Couldn’t load Signalpost.'} onRetry={reload} />
      ) : (
        <VisitorScreen />
      )}
      <Toasts />
    </>
  )
}

/**
 * Shown when the first fetch of the user or of the code fails. Nothing is known yet, so the header has no
 * user.
 */
function Unreachable(props: LoadErrorProps) {
  return (
    <>
      <HeaderBar
        left={
          <HeaderLink href="/">
            <Logo />
          </HeaderLink>
        }
      />
      <Column>
        <ErrorCard {...props} />
      </Column>
    </>
  )
}

/** Loaded with the first toast if it isn't loaded yet. Suspense would delay it by another 300 ms. */
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
