// Lends a component's look and behaviour to the one element inside it, so a link can look like a button.
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { classes } from './classes.ts'

type Lent = { className: string; children?: ReactNode; [prop: string]: unknown }
type Borrower = { className?: string; children?: ReactNode }

/** What the child says for itself wins; class names are joined; `inside` redraws the child's content. */
export function asChild(
  child: ReactNode,
  lent: Lent,
  inside: (content: ReactNode) => ReactNode,
): ReactElement {
  if (!isValidElement<Borrower>(child)) throw new Error('asChild needs exactly one element inside')
  const own = child.props
  return cloneElement(
    child,
    { ...lent, ...own, className: classes(lent.className, own.className) },
    inside(own.children),
  )
}
