// The bar at the top of every page: the logo or a back link on the left, actions on the right.
import type { ComponentProps, ReactNode } from 'react'
import { ArrowLeft } from 'lucide-react'
import { classes } from './classes.ts'

type HeaderBarProps = {
  /** HeaderLink with the Logo, or HeaderBack. */
  left: ReactNode
  /** Whether `left` is for phones only. */
  isLeftForPhones?: boolean
  /** A field that fills the middle from 768 px; on phones a button beside the ones on the right. */
  search?: ReactNode
  /** PostSignalButton and HeaderLink with an Avatar. */
  right?: ReactNode
  /** For signed-out people: beside the logo, or below it on phones. */
  tagline?: ReactNode
  /** Below the bar: OfflineStrip. */
  notice?: ReactNode
}

export function HeaderBar({ left, isLeftForPhones = false, search, right, tagline, notice }: HeaderBarProps) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas/92 backdrop-blur-md">
      <div
        className={classes(
          'mx-auto flex min-h-15 max-w-[calc(var(--page)+2*var(--gutter))] items-center gap-3 px-(--gutter)',
          'max-tight:gap-0 max-tight:px-1',
        )}
      >
        <div
          className={classes(
            'flex min-w-0 items-center',
            isLeftForPhones && 'md:hidden',
            tagline !== undefined && SIGNED_OUT,
          )}
        >
          {left}
          {tagline !== undefined && (
            <p className="text-label text-ink-2 xs:border-l xs:border-line-strong xs:pl-3">{tagline}</p>
          )}
        </div>
        {search && <div className="flex min-w-0 flex-1 max-md:justify-end">{search}</div>}
        {right !== undefined && (
          <div className="ml-auto flex flex-none items-center gap-3 max-tight:gap-0">{right}</div>
        )}
      </div>
      {notice}
    </header>
  )
}

const SIGNED_OUT = 'flex-col items-start! gap-x-3 py-1 xs:flex-row xs:items-center!'

/** A link in the bar around a Logo or an Avatar, at least 44 px high. */
export function HeaderLink({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={classes('grid min-h-target min-w-target place-items-center rounded-control', className)}
    >
      {children}
    </a>
  )
}

/** The back link; a link, so that it works before any script runs. */
export function HeaderBack({ className, children = 'Back', ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={classes(
        '-ml-2 inline-flex min-h-target items-center gap-2 rounded-control pr-3 pl-2 text-label font-medium max-tight:ml-0',
        'transition-colors duration-150 hover:bg-sunken',
        className,
      )}
    >
      <ArrowLeft className="icon" />
      <span className="max-tight:sr-only">{children}</span>
    </a>
  )
}
