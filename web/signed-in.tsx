// Everything a signed-in person sees: the screen of the address, and the dialogs that may lie over it.
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { TestPaymentsStrip } from './features/checkout/test-payments.tsx'
import { useWasOpened } from './lib/dialog-address.ts'
import { late, useAhead } from './lib/late.tsx'
import { useLive } from './lib/live.ts'
import { queryClient } from './lib/query.ts'
import { routes } from './routes.tsx'
import { NotFound } from './screens/not-found.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

// Forms and their checks are the heavier half of the page; most visits only read.
const SignalDialog = late(() => import('./features/signals/signal-dialog.tsx'))
const SubscribeDialog = late(() => import('./features/checkout/subscribe-dialog.tsx'))

export default function SignedIn() {
  useLive()
  const isWriting = useWasOpened('signal')
  const isSubscribing = useWasOpened('subscribe')
  useAhead('dialog=signal', SignalDialog.ahead)
  useAhead('dialog=subscribe', SubscribeDialog.ahead)
  // Fetched ahead: a first toast that has to travel comes too late for what it says.
  useEffect(() => void import('./ui/toast.tsx').catch(() => {}), [])
  // What one person read is never shown to the next.
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
      {isWriting && <SignalDialog />}
      {isSubscribing && <SubscribeDialog />}
    </QueryClientProvider>
  )
}
