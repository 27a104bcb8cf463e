// A floating button over a list that offers new items at its top.
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { ArrowUp } from 'lucide-react'
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'

type PillProps = ComponentProps<'button'> & { icon?: Icon | undefined }

export function Pill({ icon: Icon = ArrowUp, className, children, ...rest }: PillProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(
        'inline-flex min-h-target items-center gap-2 rounded-full bg-brand-solid pr-4 pl-3 text-label',
        'font-strong',
        'text-on-brand shadow-float transition-colors duration-150 hover:bg-brand-solid-hover',
        'forced-colors:border',
        className,
      )}
    >
      <Icon className="icon-sm" />
      {children}
    </button>
  )
}

/**
 * Places the pill above a list; once the list scrolls, the pill floats below the header. Put it before the
 * list in a block, not in a grid with gaps. With `role="status"` it must be mounted before the pill, so that
 * the pill is announced.
 */
export function PillContainer({ children, role }: Pick<ComponentProps<'div'>, 'children' | 'role'>) {
  const place = useRef<HTMLDivElement>(null)
  const hasPill = Boolean(children)
  // The pill takes space above what is being read. Safari, unlike other browsers, doesn't keep that in place
  // by itself.
  useLayoutEffect(() => {
    if (hasPill && scrollY > 0 && !CSS.supports('overflow-anchor', 'auto'))
      scrollBy(0, place.current?.offsetHeight ?? 0)
  }, [hasPill])
  return (
    <div
      ref={place}
      role={role}
      className={classes(
        'pointer-events-none sticky top-18 z-10 grid justify-items-center',
        '[&>*]:pointer-events-auto [&>*]:mb-4 [&>*]:animate-appear md:[&>*]:mb-5',
      )}
    >
      {children}
    </div>
  )
}
