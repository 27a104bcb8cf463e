// The card, and CardList for rows that are separated by lines.
import type { HTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'article' | 'ul' | 'li' | undefined
}

const CARD = 'rounded-card border border-line bg-surface shadow-card break-inside-avoid'

export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  return <Tag {...rest} className={classes(CARD, 'px-4 py-5 max-tight:px-3 md:p-6', className)} />
}

/**
 * Children are separated by lines and bring their own padding (ListRow, CardHead, SignalFrame with `flat`).
 */
export function CardList({ as: Tag = 'div', className, ...rest }: CardProps) {
  return <Tag {...rest} className={classes(CARD, 'divide-y divide-line overflow-hidden', className)} />
}

export function CardHead({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div className={classes('flex flex-wrap items-center justify-between gap-3 p-4 md:px-6', className)}>
      {children}
    </div>
  )
}
