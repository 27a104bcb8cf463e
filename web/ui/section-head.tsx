// The heading of a section, with an optional action at its end.
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type SectionHeadProps = {
  children: ReactNode
  action?: ReactNode
  level?: 2 | 3 | undefined
  /** For `aria-labelledby` of the section. */
  id?: string | undefined
  className?: string | undefined
}

export function SectionHead({ children, action, level = 2, id, className }: SectionHeadProps) {
  const Heading = `h${level}` as const
  return (
    <div className={classes('mt-4 flex flex-wrap items-baseline justify-between gap-3', className)}>
      <Heading id={id} className="text-title font-strong">
        {children}
      </Heading>
      {action !== undefined && <div className="[&>a]:inline-block [&>a]:py-0.5">{action}</div>}
    </div>
  )
}
