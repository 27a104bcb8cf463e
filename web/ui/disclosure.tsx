// Words that open more fields, for what most people leave alone.
import type { ReactNode } from 'react'
import * as Radix from 'radix-ui/collapsible'
import { ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'

export type DisclosureProps = {
  label: ReactNode
  /** Controlled when given together with onOpenChange. */
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  defaultOpen?: boolean | undefined
  children: ReactNode
}

export function Disclosure({ label, open, onOpenChange, defaultOpen = false, children }: DisclosureProps) {
  return (
    <Radix.Root
      defaultOpen={defaultOpen}
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange })}
    >
      <Radix.Trigger
        className={classes(
          'group inline-flex min-h-target items-center gap-1 rounded-badge text-label font-strong',
          'text-brand',
        )}
      >
        <ChevronDown
          className={classes('icon-sm transition-[rotate] duration-150 group-data-[state=open]:rotate-180')}
        />
        {label}
      </Radix.Trigger>
      <Radix.Content className="grid gap-4 pt-1">{children}</Radix.Content>
    </Radix.Root>
  )
}
