// The main element of a page: a column for reading and forms, with something beside it, or the whole width
// for figures.
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { useMediaQuery } from './media-query.ts'

type PageProps = ComponentProps<'main'>

/**
 * `beside` is shown next to the column on wide screens. On narrower ones it isn't mounted, so it may fetch
 * its own data.
 */
export function Column({ beside, className, ...rest }: PageProps & { beside?: ReactNode }) {
  const isWide = useHasAside()
  if (beside === undefined) return <Wide {...rest} className={classes('page-column', className)} />
  return (
    <div className="page-columns">
      <Wide {...rest} className={classes(!isWide && 'page-column', className)} />
      {isWide && <Aside>{beside}</Aside>}
    </div>
  )
}

/**
 * Stays in the window while the column scrolls. If it is taller than the window, it scrolls with the page: a
 * box that scrolls by itself would cut a row at its lower edge.
 */
function Aside({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  const [fits, setFits] = useState(false)
  useEffect(() => {
    const aside = ref.current
    if (!aside) return
    const compare = () =>
      setFits(Number.parseFloat(getComputedStyle(aside).top) + aside.offsetHeight <= innerHeight)
    const observer = new ResizeObserver(compare)
    observer.observe(aside)
    addEventListener('resize', compare)
    return () => {
      observer.disconnect()
      removeEventListener('resize', compare)
    }
  }, [])
  return (
    <aside ref={ref} className={classes('page-aside', fits && 'sticky')}>
      {children}
    </aside>
  )
}

/** Whether the window has room for something beside a column: the width in shell.css. */
export const useHasAside = (): boolean => useMediaQuery('(min-width: 64rem)')

/** Focusable by script, for "Skip to content" and after navigation. */
export function Wide({ className, ...rest }: PageProps) {
  return <main id="content" tabIndex={-1} {...rest} className={classes('page', className)} />
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
