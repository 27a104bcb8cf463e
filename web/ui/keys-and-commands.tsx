// What a person types: a key of the keyboard, and commands for a terminal.
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'

export const Key = ({ className, ...rest }: ComponentProps<'kbd'>) => (
  <kbd
    {...rest}
    className={classes(
      'rounded-badge px-1.5 font-sans text-caption leading-5 font-medium inset-ring inset-ring-line-strong',
      className,
    )}
  />
)

/** Long lines wrap. */
export const Commands = ({ children }: { children: ReactNode }) => (
  <pre className="overflow-x-auto rounded-control bg-canvas p-3 text-small whitespace-pre-wrap wrap-anywhere">
    {children}
  </pre>
)
