// A round button with an icon and an accessible name, for closing, removing and opening menus.
import type { ComponentProps } from 'react'
import { asChild as renderAsChild } from './as-child.ts'
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  icon: Icon
  /** The accessible name. */
  label: string
  /** 44 px, or 32 px inside something small. */
  size?: 'md' | 'sm' | undefined
  /** Styles the link inside instead of rendering a button. */
  asChild?: boolean | undefined
  children?: ComponentProps<'button'>['children']
}

const LOOK = classes(
  'inline-grid flex-none place-items-center rounded-full text-ink-2 transition-colors duration-150',
  'hover:not-disabled:bg-sunken hover:not-disabled:text-ink',
  'disabled:cursor-not-allowed disabled:text-ink-3',
)

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, size = 'md', asChild, className, children, ...rest } = props
  const look = classes(LOOK, size === 'md' ? 'size-target' : 'size-8', className)
  const content = <Icon className={size === 'md' ? 'icon' : 'icon-sm'} />
  if (asChild)
    return renderAsChild(children, { ...rest, 'aria-label': label, className: look }, () => content)
  return (
    <button type="button" {...rest} aria-label={label} className={look}>
      {content}
    </button>
  )
}
