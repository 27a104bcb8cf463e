// A label that expands more content, for options that most people don't need.
import type { ReactNode } from 'react'
import * as Radix from 'radix-ui/collapsible'
import { ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'

type DisclosureProps = {
  label: ReactNode
  /** What is inside, in a few words. */
  summary?: string | undefined
  /** Makes it controlled, together with `onOpenChange`. */
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  defaultOpen?: boolean | undefined
  children: ReactNode
}

export function Disclosure(props: DisclosureProps) {
  const { label, summary, open, onOpenChange, defaultOpen = false, children } = props
  return (
    <Radix.Root
      defaultOpen={defaultOpen}
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange })}
    >
      <Radix.Trigger
        className={classes(
          'group inline-flex min-h-target items-center gap-1 rounded-badge text-left text-label font-strong',
          'text-brand',
        )}
      >
        <ChevronDown
          className={classes('icon-sm transition-[rotate] duration-150 group-data-[state=open]:rotate-180')}
        />
        <span>
          {label}
          {summary !== undefined && (
            <span className="pl-2 text-small font-regular text-ink-2">{summary}</span>
          )}
        </span>
      </Radix.Trigger>
      <Radix.Content className="grid gap-4 pt-1">{children}</Radix.Content>
    </Radix.Root>
  )
}
