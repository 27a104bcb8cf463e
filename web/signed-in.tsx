// Everything a signed-in person sees: the screen of the address, and the dialogs that may lie over it.
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { queryClient } from './lib/query.ts'
import { routes } from './routes.tsx'
import { NotFound } from './screens/not-found.tsx'
import { SignalDialog } from './features/signals/signal-dialog.tsx'
import { LoadingView } from './ui/loading-view.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

export default function SignedIn() {
  // Fetched ahead: a first toast that has to travel comes too late for what it says.
  useEffect(() => void import('./ui/toast.tsx'), [])
  // What one person read is never shown to the next.
  useEffect(() => () => queryClient.clear(), [])
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <Suspense fallback={<LoadingView />}>
          <Switch>
            {routes.map(({ path, Screen }) => (
              <Route key={path} path={path} component={Screen} />
            ))}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
        <SignalDialog />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
