// A list of figures, each with a label that expands an explanation of what the figure means.
import { useId, useState, type ReactNode } from 'react'
import { Info } from 'lucide-react'
import { classes } from './classes.ts'

export type ExplainedFigure = {
  label: ReactNode
  value: ReactNode
  /** The explanation, shown below the line when the label is pressed. */
  meaning: ReactNode
  /** For a total. */
  strong?: boolean | undefined
}

export function ExplainedFigures({ items }: { items: readonly ExplainedFigure[] }) {
  return (
    <dl className="divide-y divide-line">
      {items.map((line, place) => (
        <Line key={place} {...line} />
      ))}
    </dl>
  )
}

function Line({ label, value, meaning, strong = false }: ExplainedFigure) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
      <dt>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className={classes(
            'group inline-flex min-h-target max-w-full items-center gap-1.5 rounded-badge text-left text-button',
            strong ? 'font-strong' : 'text-ink-2',
          )}
        >
          {label}
          <Info
            className={classes(
              'icon-sm text-ink-3 transition-colors duration-150 group-hover:text-ink',
              'group-aria-expanded:text-brand',
            )}
          />
        </button>
      </dt>
      <dd className={classes('text-right text-button tabular-nums', strong ? 'font-strong' : 'font-medium')}>
        {value}
      </dd>
      <dd id={id} hidden={!isOpen} className="col-span-2 pb-3 text-small text-pretty text-ink-2">
        {meaning}
      </dd>
    </div>
  )
}
