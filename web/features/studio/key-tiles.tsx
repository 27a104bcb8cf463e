// The four figures on top, each with a line below it. Pressing a label explains what exactly the figure counts.
import { type ReactNode, useId, useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import { FigureButton } from '#web/ui/key-figures.tsx'

export type Tile = { label: string; value: ReactNode; note: ReactNode; meaning: ReactNode }

export function KeyTiles({ tiles }: { tiles: readonly Tile[] }) {
  const id = useId()
  const [shown, setShown] = useState<string | null>(null)
  const explained = tiles.find(({ label }) => label === shown)
  return (
    <Card as="section" aria-label="Key figures" className="@container grid grid-cols-[minmax(0,1fr)] p-0!">
      <dl className={GRID}>
        {tiles.map(({ label, value, note }) => (
          <div key={label} className={CELL}>
            <dt>
              <FigureButton
                label={label}
                explanationId={id}
                isExplained={label === shown}
                onPress={() => setShown(label === shown ? null : label)}
              />
            </dt>
            <dd className="text-title font-strong tabular-nums wrap-anywhere">{value}</dd>
            <dd className="text-small text-pretty text-ink-2 tabular-nums">{note}</dd>
          </div>
        ))}
      </dl>
      <div
        id={id}
        hidden={!explained}
        className="border-t border-line px-4 py-3 text-small text-pretty text-ink-2 md:px-6"
      >
        <span className="font-strong text-ink">{explained?.label}.</span> {explained?.meaning}
      </div>
    </Card>
  )
}

/** One column with text at 200%. Lines between the cells, not around them. */
const GRID =
  'grid gap-px overflow-hidden rounded-card bg-line @min-[17rem]:grid-cols-2 @min-[44rem]:grid-cols-4'
const CELL = 'grid min-w-0 content-start gap-0.5 bg-surface px-4 py-4 md:px-6'
