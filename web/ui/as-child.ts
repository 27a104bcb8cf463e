// Applies a component's props to its only child instead of to an element of its own, so that a link can look
// like a button.
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { classes } from './classes.ts'

type Props = { className: string; children?: ReactNode; [prop: string]: unknown }
type ChildProps = { className?: string; children?: ReactNode }

/** The child's own props win, and class names are joined. `wrap` renders the child's content. */
export function asChild(
  child: ReactNode,
  props: Props,
  wrap: (content: ReactNode) => ReactNode,
): ReactElement {
  if (!isValidElement<ChildProps>(child)) throw new Error('asChild needs exactly one element inside')
  const own = child.props
  return cloneElement(
    child,
    { ...props, ...own, className: classes(props.className, own.className) },
    wrap(own.children),
  )
}
