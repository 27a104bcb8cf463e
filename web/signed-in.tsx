// Everything a signed-in person sees: the screen of the address, and the dialogs that can open on any screen.
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { TestPaymentsStrip } from './features/checkout/test-payments.tsx'
import { useWasOpened } from './lib/dialog-address.ts'
import { lazyWithPrefetch, usePrefetch } from './lib/lazy-with-prefetch.tsx'
import { useLiveUpdates } from './lib/live.ts'
import { queryClient } from './lib/query.ts'
import { routes } from './routes.tsx'
import { NotFound } from './screens/not-found.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

// Forms and their validation are half of the code, and most visits only read.
const SignalDialog = lazyWithPrefetch(() => import('./features/signals/signal-dialog.tsx'))
const SubscribeDialog = lazyWithPrefetch(() => import('./features/checkout/subscribe-dialog.tsx'))

export default function SignedIn() {
  useLiveUpdates()
  const hasSignalDialog = useWasOpened('signal')
  const hasSubscribeDialog = useWasOpened('subscribe')
  usePrefetch('dialog=signal', SignalDialog.prefetch)
  usePrefetch('dialog=subscribe', SubscribeDialog.prefetch)
  // Prefetched, so that the first toast appears without a delay.
  useEffect(() => void import('./ui/toast.tsx').catch(() => {}), [])
  // The next person to sign in must not see this person's data.
  useEffect(() => () => queryClient.clear(), [])
  return (
    <QueryClientProvider client={queryClient}>
      <TestPaymentsStrip />
      <TooltipProvider>
        <Switch>
          {routes.map(({ path, Screen }) => (
            <Route key={path} path={path} component={Screen} />
          ))}
          <Route component={NotFound} />
        </Switch>
      </TooltipProvider>
      {hasSignalDialog && <SignalDialog />}
      {hasSubscribeDialog && <SubscribeDialog />}
    </QueryClientProvider>
  )
}
