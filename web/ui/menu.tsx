// A menu that opens from a button, for actions that are rarely needed.
import type { ReactElement, ReactNode } from 'react'
import * as Radix from 'radix-ui/dropdown-menu'
import { Check } from 'lucide-react'
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'end' | undefined
  /** For a menu whose code was fetched when its button was pressed. */
  defaultOpen?: boolean | undefined
  /** MenuItem and MenuSeparator elements. */
  children: ReactNode
}
type MenuItemProps = {
  icon?: Icon | undefined
  tone?: 'plain' | 'danger' | undefined
  disabled?: boolean | undefined
  /** Marks the selected one of several items. */
  checked?: boolean | undefined
  onSelect?: (() => void) | undefined
  /** Makes the item a link. */
  href?: string | undefined
  /** A second line. */
  sub?: string | undefined
  children: ReactNode
}

export function Menu({ trigger, align = 'end', defaultOpen, children }: MenuProps) {
  return (
    <Radix.Root modal={false} {...(defaultOpen !== undefined && { defaultOpen })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={classes(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-appear',
            'overflow-y-auto',
            'max-w-[calc(100vw-1rem)] rounded-switch border border-line bg-raised p-1 shadow-float',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function MenuItem(props: MenuItemProps) {
  const { icon: Icon, tone = 'plain', disabled = false, checked, onSelect, href, sub, children } = props
  const content = (
    <>
      {Icon && <Icon className={classes('icon-sm', tone === 'plain' && 'text-ink-2')} />}
      <span className="min-w-0 flex-1">
        {children}
        {sub && <span className="block text-small font-regular text-ink-2">{sub}</span>}
      </span>
      {checked && <Check className="icon-sm text-brand" />}
    </>
  )
  const look = classes(
    'flex min-h-target cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-label font-medium',
    'select-none data-[highlighted]:bg-sunken forced-colors:data-[highlighted]:outline-2',
    // Arrow keys move the focus; the background alone is too faint to see where it is.
    'outline-focus -outline-offset-2 focus-visible:outline-2',
    'data-[disabled]:cursor-not-allowed data-[disabled]:text-ink-3',
    tone === 'danger' && !disabled && 'text-loss',
  )
  const choose = () => onSelect?.()
  if (checked !== undefined)
    return (
      <Radix.CheckboxItem checked={checked} disabled={disabled} onSelect={choose} className={look}>
        {content}
      </Radix.CheckboxItem>
    )
  return (
    <Radix.Item disabled={disabled} onSelect={choose} className={look} asChild={href !== undefined}>
      {href === undefined ? content : <a href={href}>{content}</a>}
    </Radix.Item>
  )
}

/** What the items are about. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-2 pb-1 text-small text-ink-2">{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-3 my-1 h-px bg-line" />
}
