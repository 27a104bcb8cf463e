// Everything a signed-in person sees: the screen of the address, and the dialogs that can open on any screen.
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { IdentityConfirmation } from './features/auth/identity-confirmation.tsx'
import { useWasOpened } from './lib/dialog-address.ts'
import { lazyWithPrefetch, usePrefetch } from './lib/lazy-with-prefetch.tsx'
import { useLiveUpdates } from './lib/live.ts'
import { PageOnScreen } from './lib/page-on-screen.tsx'
import { queryClient } from './lib/query.ts'
import { useUnheardPaymentAddress } from './lib/unheard-payment.ts'
import { routes } from './routes.tsx'
import { NotFound } from './screens/not-found.tsx'
import { prefetchProfile } from './screens/profile.tsx'
import { Shell } from './screens/shell.tsx'

// Forms and their validation are half of the code, and most visits only read.
const SignalDialog = lazyWithPrefetch(() => import('./features/signals/signal-dialog.tsx'))
const SearchDialog = lazyWithPrefetch(() => import('./features/search/search-dialog.tsx'))
const WithdrawDialog = lazyWithPrefetch(() => import('./features/signals/withdraw-dialog.tsx'))
const BlockDialog = lazyWithPrefetch(() => import('./features/safety/block-dialog.tsx'))
const MuteDialog = lazyWithPrefetch(() => import('./features/safety/mute-dialog.tsx'))
const ReportDialog = lazyWithPrefetch(() => import('./features/safety/report-dialog.tsx'))
const SubscribeDialog = lazyWithPrefetch(() => import('./screens/subscribe-dialog.tsx'))

/** A constant, so that opening a dialog doesn't render the screen again. */
const SCREENS = (
  <PageOnScreen>
    <Shell>
      <Switch>
        {routes.map(({ path, Screen }) => (
          <Route key={path} path={path} component={Screen} />
        ))}
        <Route component={NotFound} />
      </Switch>
    </Shell>
  </PageOnScreen>
)

export default function SignedIn() {
  useLiveUpdates()
  useUnheardPaymentAddress()
  const hasSignalDialog = useWasOpened('signal')
  const hasSearchDialog = useWasOpened('search')
  const hasWithdrawDialog = useWasOpened('withdraw-signal')
  const hasBlockDialog = useWasOpened('block')
  const hasMuteDialog = useWasOpened('mute')
  const hasReportDialog = useWasOpened('report')
  const hasSubscribeDialog = useWasOpened('subscribe')
  usePrefetch('dialog=signal', SignalDialog.prefetch)
  usePrefetch('dialog=search', SearchDialog.prefetch)
  usePrefetch('dialog=subscribe', SubscribeDialog.prefetch)
  usePrefetch('/profile', prefetchProfile)
  usePrefetchedToast()
  // The next person to sign in must not see this person's data.
  useEffect(() => () => queryClient.clear(), [])
  return (
    <QueryClientProvider client={queryClient}>
      {SCREENS}
      {hasSignalDialog && <SignalDialog />}
      {hasSearchDialog && <SearchDialog />}
      {hasWithdrawDialog && <WithdrawDialog />}
      {hasBlockDialog && <BlockDialog />}
      {hasMuteDialog && <MuteDialog />}
      {hasReportDialog && <ReportDialog />}
      {hasSubscribeDialog && <SubscribeDialog />}
      <IdentityConfirmation />
    </QueryClientProvider>
  )
}

/** How long prefetching waits after the first screen has its data, and at most if it needs none. */
const [TOAST_AFTER_DATA_MS, TOAST_MAX_MS] = [1000, 3000]

/**
 * Prefetches the toasts, so that the first one appears without a delay, but after what the first screen
 * needs.
 */
function usePrefetchedToast() {
  useEffect(() => {
    const prefetch = () => {
      void import('./ui/toast.tsx').catch(() => {})
      void import('./features/alerts/push-subscription.ts').then(({ keepPush }) => keepPush()).catch(() => {})
    }
    let timer = setTimeout(prefetch, TOAST_MAX_MS)
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) return
      unsubscribe()
      clearTimeout(timer)
      timer = setTimeout(prefetch, TOAST_AFTER_DATA_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [])
}
