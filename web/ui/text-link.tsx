// A link inside text, underlined because color alone wouldn't make it stand out.
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

export function TextLink({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={classes(
        'rounded-badge font-medium text-brand underline decoration-1 underline-offset-[0.2em]',
        'hover:decoration-2',
        className,
      )}
    >
      {children}
    </a>
  )
}
