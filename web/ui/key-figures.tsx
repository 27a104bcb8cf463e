// Key figures in two columns, or four on wide screens. Pressing a label explains the figure below all of
// them.
import { useId, useState } from 'react'
import { Info } from 'lucide-react'
import { classes } from './classes.ts'
import type { ExplainedFigure } from './explained-figures.tsx'

/** The labels are texts, so that they can start the explanation. */
export type KeyFigure = Pick<ExplainedFigure, 'value' | 'meaning'> & { label: string }

export function KeyFigures({ items }: { items: readonly KeyFigure[] }) {
  const id = useId()
  const [shown, setShown] = useState<string | null>(null)
  const explained = items.find(({ label }) => label === shown)
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)]">
      <dl className={KEY_FIGURES_GRID}>
        {items.map(({ label, value }) => (
          <div key={label} className={KEY_FIGURE_CELL}>
            <dt>
              <FigureButton
                label={label}
                explanationId={id}
                isExplained={label === shown}
                onPress={() => setShown(label === shown ? null : label)}
              />
            </dt>
            <dd className="font-strong tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p id={id} hidden={!explained} className="border-t border-line py-3 text-small text-pretty text-ink-2">
        <span className="font-strong text-ink">{explained?.label}.</span> {explained?.meaning}
      </p>
    </div>
  )
}

type FigureButtonProps = {
  label: string
  explanationId: string
  isExplained: boolean
  onPress: () => void
}

/** The label of a figure. Pressing it shows or hides the explanation. */
export function FigureButton({ label, explanationId, isExplained, onPress }: FigureButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isExplained}
      aria-controls={explanationId}
      onClick={onPress}
      className="group min-h-6 rounded-badge text-left text-small text-ink-2"
    >
      {label.replace(LAST_WORD, '')}
      {/* The icon never wraps alone. */}
      <span className="whitespace-nowrap">
        {LAST_WORD.exec(label)?.[0]}
        <Info
          className={classes(
            'icon-sm ml-1 inline-block align-text-bottom text-ink-3 transition-colors duration-150',
            'group-hover:text-ink group-aria-expanded:text-brand',
          )}
        />
      </span>
    </button>
  )
}

const LAST_WORD = /[^\s-]+$/

/** One column where text is twice its size. The container is the parent. */
export const KEY_FIGURES_GRID = 'grid @min-[14rem]:grid-cols-2 @min-[34rem]:grid-cols-4'

/** The first cell of a row draws a line above the whole row, even if the row isn't full. */
export const KEY_FIGURE_CELL = classes(
  'relative grid min-w-0 content-between py-2.5 pr-1 before:absolute before:top-0 before:left-0 before:h-px before:bg-line',
  '@max-[14rem]:before:w-full',
  '@min-[14rem]:@max-[34rem]:nth-[2n+1]:before:w-[200%] @min-[34rem]:nth-[4n+1]:before:w-[400%]',
)
