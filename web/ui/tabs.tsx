// Underlined tabs with their panels, for two or three views.
import type { ReactNode } from 'react'
import * as Radix from 'radix-ui/tabs'
import { classes } from './classes.ts'

type TabsProps<Value extends string> = {
  value: Value
  onValueChange: (value: Value) => void
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly { value: Value; label: ReactNode }[]
  /** TabPanel elements. */
  children: ReactNode
  className?: string | undefined
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { value, onValueChange, label, tabs, children, className } = props
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      // If the open panel has no tab, focusing another tab must not close the panel.
      activationMode={tabs.some((tab) => tab.value === value) ? 'automatic' : 'manual'}
      className={classes('grid gap-5', className)}
    >
      <Radix.List aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={classes(
              'min-h-target min-w-target flex-none border-b-2 border-transparent',
              'forced-colors:data-[state=inactive]:border-[Canvas] text-label font-medium',
              'whitespace-nowrap',
              'text-ink-2 transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2',
              'data-[state=active]:border-brand data-[state=active]:font-strong data-[state=active]:text-ink',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

type PanelProps = {
  value: string
  /** The accessible name of a panel that has no tab. */
  label?: string | undefined
  children: ReactNode
}

export function TabPanel({ value, label, children }: PanelProps) {
  return (
    <Radix.Content
      value={value}
      className="grid gap-5 rounded-badge"
      {...(label !== undefined && { 'aria-label': label, 'aria-labelledby': undefined })}
    >
      {children}
    </Radix.Content>
  )
}
