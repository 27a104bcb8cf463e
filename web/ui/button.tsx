// The button: five voices, three sizes, and a pending state that says what it is doing.
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { LoaderCircle } from 'lucide-react'
import { asChild as lendTo } from './as-child.ts'
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** As wide as its place. */
  block?: boolean | undefined
  icon?: Icon | undefined
  /** Busy: keeps its width and the focus, but does nothing when pressed. */
  pending?: boolean | undefined
  /** What it says while busy, for example "Posting...". */
  pendingLabel?: string | undefined
  /** Lends the look to the one element inside, usually a link. */
  asChild?: boolean | undefined
}
export type ButtonVariant = 'primary' | 'outline' | 'soft' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

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
    return lendTo(children, { ...rest, className: look }, (content) => <Face icon={icon}>{content}</Face>)
  const busy = pending && { 'aria-busy': true, 'aria-disabled': true, onClick: refuse }
  return (
    <button type="button" {...rest} {...busy} className={look}>
      <Face icon={icon} pending={pending} pendingLabel={pendingLabel}>
        {children}
      </Face>
    </button>
  )
}

type FaceProps = Pick<ButtonProps, 'icon' | 'pending' | 'pendingLabel'> & { children: ReactNode }

/** Both wordings share one cell, so the button is as wide as the longer one from the start. */
function Face({ icon: Icon, pending, pendingLabel, children }: FaceProps) {
  const spinner = <LoaderCircle className="icon-sm animate-spin" />
  const rest = (
    <>
      {Icon && <Icon className="icon-sm" />}
      {children}
    </>
  )
  if (pendingLabel === undefined && !pending) return rest
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  return (
    <span className="grid">
      <span className={classes(cell, pending && 'invisible')}>{rest}</span>
      <span className={classes(cell, !pending && 'invisible')}>
        {pending && spinner}
        {!pending && <span className="size-4" />}
        {pendingLabel ?? children}
      </span>
    </span>
  )
}

function refuse(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
