// A key of the keyboard.
import type { ComponentProps } from 'react'
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
