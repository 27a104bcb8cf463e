// Chips: items that were added, each with a button that removes it.
import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'

type ChipProps = {
  children: ReactNode
  onRemove: () => void
  /** The name of the button, for example "Remove ASML". */
  removeLabel: string
}

type ChipListProps = { label: string; className?: string | undefined; children: ReactNode }

export function ChipList({ label, className = 'gap-3', children }: ChipListProps) {
  return (
    <ul aria-label={label} className={classes('flex flex-wrap', className)}>
      {children}
    </ul>
  )
}

export function Chip({ children, onRemove, removeLabel }: ChipProps) {
  return (
    <li
      className={classes(
        'inline-flex min-h-8 max-w-full items-center rounded-control bg-sunken pl-3 text-label',
        'font-strong forced-colors:border',
      )}
    >
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <IconButton icon={X} label={removeLabel} size="sm" className="text-ink-3" onClick={onRemove} />
    </li>
  )
}
