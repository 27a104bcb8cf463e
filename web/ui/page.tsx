// The width of a page: a 640 px column for reading and forms, 1040 px for figures side by side.
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react'
import { classes } from './classes.ts'

export type PageProps = ComponentProps<'main'> & {
  /** Leaves room for the TabBar at the bottom. */
  dock?: boolean | undefined
}

/**
 * `beside` stands in the room a wide screen leaves next to the column, which then begins where the header does; on
 * anything narrower it is not even mounted, so it may fetch what it shows.
 */
export function Column({ beside, className, ...rest }: PageProps & { beside?: ReactNode }) {
  const hasRoom = useSyncExternalStore(subscribe, () => room().matches)
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
      {hasRoom && (
        <aside
          className={classes(
            'sticky top-15 grid grid-cols-[minmax(0,1fr)] content-start gap-5 self-start pt-8 pr-4 pl-6',
            // Ends above the dock; what a low window does not show is scrolled to.
            'max-h-[calc(100dvh-3.75rem-5.5rem)] overflow-y-auto pb-1 [scrollbar-width:thin]',
          )}
        >
          {beside}
        </aside>
      )}
    </div>
  )
}

/** `--breakpoint-beside` of theme.css; asked for late, since the landing is drawn without a browser. */
const room = () => (asked ??= matchMedia('(min-width: 75rem)'))
let asked: MediaQueryList | undefined

function subscribe(listener: () => void): () => void {
  room().addEventListener('change', listener)
  return () => room().removeEventListener('change', listener)
}

export function Wide({ className, ...rest }: PageProps) {
  return <Page {...rest} className={classes('max-w-[calc(var(--container-wide)+2rem)]', className)} />
}

/** Focusable by script, for "skip to content" and after a change of page. */
function Page({ dock = false, className, ...rest }: PageProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      {...rest}
      className={classes(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 pt-4 max-tight:px-2 md:gap-5 md:pt-8',
        dock ? 'pb-[calc(5.5rem+env(safe-area-inset-bottom))] md:pb-30' : 'pb-12',
        className,
      )}
    />
  )
}

/** The first thing Tab reaches; jumps over the header. */
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
