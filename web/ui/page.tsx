// The main element of a page: a 640 px column for reading and forms, or 1040 px for figures side by side.
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react'
import { classes } from './classes.ts'

export type PageProps = ComponentProps<'main'> & {
  /** Leaves room for the TabBar at the bottom. */
  withTabBar?: boolean | undefined
}

/**
 * `beside` is shown next to the column on wide screens; the column is then aligned with the header. On narrower screens it
 * isn't mounted at all, so it may fetch its own data.
 */
export function Column({ beside, className, ...rest }: PageProps & { beside?: ReactNode }) {
  const isWide = useSyncExternalStore(subscribe, () => wideScreen().matches)
  const column = (
    <Page {...rest} className={classes('max-w-[calc(var(--container-column)+2rem)]', className)} />
  )
  if (beside === undefined) return column
  return (
    <div
      className={classes(
        'mx-auto beside:grid beside:max-w-[calc(var(--container-wide)+2rem)]',
        'beside:grid-cols-[calc(var(--container-column)+2rem)_minmax(0,1fr)]',
      )}
    >
      {column}
      {isWide && (
        <aside
          className={classes(
            'sticky top-15 grid grid-cols-[minmax(0,1fr)] content-start gap-5 self-start pt-8 pr-4 pl-6',
            // Ends above the tab bar, and scrolls if the window is too low.
            'max-h-[calc(100dvh-3.75rem-5.5rem)] overflow-y-auto pb-1 [scrollbar-width:thin]',
          )}
        >
          {beside}
        </aside>
      )}
    </div>
  )
}

/** `--breakpoint-beside` of theme.css. Created on first use, since the landing page is prerendered without a browser. */
const wideScreen = () => (wideScreenQuery ??= matchMedia('(min-width: 75rem)'))
let wideScreenQuery: MediaQueryList | undefined

function subscribe(listener: () => void): () => void {
  wideScreen().addEventListener('change', listener)
  return () => wideScreen().removeEventListener('change', listener)
}

export function Wide({ className, ...rest }: PageProps) {
  return <Page {...rest} className={classes('max-w-[calc(var(--container-wide)+2rem)]', className)} />
}

/** Focusable by script, for "Skip to content" and after navigation. */
function Page({ withTabBar = false, className, ...rest }: PageProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      {...rest}
      className={classes(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 pt-4 max-tight:px-2 md:gap-5 md:pt-8',
        withTabBar ? 'pb-[calc(5.5rem+env(safe-area-inset-bottom))] md:pb-30' : 'pb-12',
        className,
      )}
    />
  )
}

/** The first element that Tab reaches; skips the header. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className={classes(
        'sr-only z-50 rounded-control bg-raised text-label font-strong shadow-float',
        'focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3',
      )}
    >
      Skip to content
    </a>
  )
}
