// The button: five variants, three sizes, and a pending state that names what is in progress.
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { LoaderCircle } from 'lucide-react'
import { asChild as renderAsChild } from './as-child.ts'
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** As wide as its container. */
  block?: boolean | undefined
  icon?: Icon | undefined
  /** Busy: the button keeps its width and the focus, but ignores clicks. */
  pending?: boolean | undefined
  /** The text while busy, for example "Posting...". */
  pendingLabel?: string | undefined
  /** Styles the only child, usually a link, instead of rendering a button. */
  asChild?: boolean | undefined
}
export type ButtonVariant = 'primary' | 'outline' | 'soft' | 'ghost' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'

const BASE = classes(
  'relative inline-flex items-center justify-center gap-2 border text-center font-strong max-w-full',
  'whitespace-nowrap max-[20rem]:whitespace-normal tabular-nums no-underline select-none touch-manipulation',
  'transition-[background-color,border-color,box-shadow,scale] duration-150 active:scale-[0.985]',
  'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-sunken disabled:text-ink-3',
  'disabled:shadow-none disabled:active:scale-100 aria-busy:cursor-progress aria-busy:active:scale-100',
  'forced-colors:border-[ButtonBorder] forced-colors:disabled:border-[GrayText]',
)
const VARIANT: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand-solid text-on-brand hover:not-disabled:bg-brand-solid-hover',
  outline: 'border-line-strong bg-surface text-ink shadow-card hover:not-disabled:bg-sunken',
  soft: classes(
    'border-transparent bg-brand-soft text-brand',
    'hover:not-disabled:inset-ring-[1.5px] hover:not-disabled:inset-ring-brand',
  ),
  ghost: classes(
    'border-transparent text-ink-2 disabled:bg-transparent',
    'hover:not-disabled:bg-sunken hover:not-disabled:text-ink',
  ),
  danger: 'border-transparent bg-loss-solid text-on-loss hover:not-disabled:bg-loss-solid-hover',
}
const SIZE: Record<ButtonSize, string> = {
  sm: 'min-h-9 rounded-control px-3 py-1 text-label',
  md: 'min-h-target rounded-control px-4 py-2 text-button',
  lg: 'min-h-13 rounded-switch px-6 py-2 text-body max-tight:px-3',
}

export function buttonLook(variant: ButtonVariant, size: ButtonSize, block = false): string {
  return classes(BASE, VARIANT[variant], SIZE[size], block && 'w-full')
}

export function Button({
  variant = 'primary',
  size = 'md',
  block,
  icon,
  pending = false,
  pendingLabel,
  asChild,
  className,
  children,
  ...rest
}: ButtonProps) {
  const look = classes(buttonLook(variant, size, block), className)
  if (asChild)
    return renderAsChild(children, { ...rest, className: look }, (content) => (
      <Content icon={icon}>{content}</Content>
    ))
  const busy = pending && { 'aria-busy': true, 'aria-disabled': true, onClick: ignoreClick }
  return (
    <button type="button" {...rest} {...busy} className={look}>
      <Content icon={icon} pending={pending} pendingLabel={pendingLabel}>
        {children}
      </Content>
    </button>
  )
}

type ContentProps = Pick<ButtonProps, 'icon' | 'pending' | 'pendingLabel'> & { children: ReactNode }

/** Both texts share one grid cell, so the button is always as wide as the longer one. */
function Content({ icon: Icon, pending, pendingLabel, children }: ContentProps) {
  const spinner = <LoaderCircle className="icon-sm animate-spin" />
  const label = (
    <>
      {Icon && <Icon className="icon-sm" />}
      {children}
    </>
  )
  if (pendingLabel === undefined && !pending) return label
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  return (
    <span className="grid">
      <span className={classes(cell, pending && 'invisible')}>{label}</span>
      <span className={classes(cell, !pending && 'invisible')}>
        {pending && spinner}
        {!pending && <span className="size-4" />}
        {pendingLabel ?? children}
      </span>
    </span>
  )
}

function ignoreClick(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
