// A screen in a file of its own, with a loading view and an error card inside the shell.
import type { ComponentType } from 'react'
import { lazyWithPrefetch, type LoadErrorProps } from '#web/lib/lazy-with-prefetch.tsx'
import { ErrorCard } from '#web/ui/error-state.tsx'
import { LoadingView } from '#web/ui/loading-view.tsx'
import { Column } from '#web/ui/page.tsx'

const FALLBACKS = {
  fallback: <LoadingView delayed inPage />,
  errorFallback: (props: LoadErrorProps) => (
    <Column>
      <ErrorCard {...props} />
    </Column>
  ),
}

export const lazyScreen = <Props extends object>(
  importScreen: () => Promise<{ default: ComponentType<Props> }>,
) => lazyWithPrefetch(importScreen, FALLBACKS)
