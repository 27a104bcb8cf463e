// The allocation of a portfolio as one bar, each part in the color of its ticker; a table shows the figures.
import { HOLDING_CIRCLE_LETTERS } from '#shared/limits.ts'
import { classes } from './classes.ts'
import { type Hue, hueBackground, hueOf } from './hue.ts'

export type AllocationPart = {
  /** Null for cash, and for all the small holdings together. */
  ticker: string | null
  isCash?: boolean
  /** In percent of the total, above zero. */
  percent: number
}
type AllocationProps = {
  parts: readonly AllocationPart[]
  /** All parts in one sentence, for screen readers. */
  label: string
}

/** Tells apart parts of the same color: the first is plain, the second and the others are hatched. */
const HATCHES = [
  '',
  'bg-[repeating-linear-gradient(135deg,#0006_0_2px,#0000_2px_6px)]',
  'bg-[repeating-linear-gradient(45deg,#0006_0_2px,#0000_2px_6px)]',
]

/**
 * The background of each part: the color of its ticker's avatar, hatched if an earlier part has the same
 * color.
 */
function backgroundsOf(parts: readonly AllocationPart[]): string[] {
  const times = new Map<Hue, number>()
  return parts.map(({ ticker, isCash }) => {
    if (ticker === null) return isCash ? 'bg-sunken inset-ring inset-ring-line-field' : 'bg-line-field'
    const hue = hueOf(ticker)
    const earlier = times.get(hue) ?? 0
    times.set(hue, earlier + 1)
    return classes(hueBackground(hue), HATCHES[Math.min(earlier, HATCHES.length - 1)])
  })
}

export function Allocation({ parts, label }: AllocationProps) {
  const backgrounds = backgroundsOf(parts)
  return (
    <div role="img" aria-label={label} className="flex h-9 gap-0.5 overflow-hidden rounded-control">
      {parts.map(({ ticker, isCash = false, percent }, index) => (
        <span
          key={ticker ?? (isCash ? 'cash' : '')}
          className={classes(
            '@container grid min-w-0.5 basis-0 place-items-center overflow-hidden',
            backgrounds[index],
            'forced-colors:border',
          )}
          style={{ flexGrow: percent }}
        >
          {/* Hidden if the part is too narrow. */}
          <span
            className={classes(
              'hidden text-[0.6875rem] font-strong @min-[2.5rem]:block',
              isCash ? 'text-ink-2' : 'text-on-hue',
            )}
          >
            {isCash ? 'Cash' : ticker?.slice(0, HOLDING_CIRCLE_LETTERS)}
          </span>
        </span>
      ))}
    </div>
  )
}

/** A dot with the background of the part at `index`, for its row in the table. */
export function AllocationDot({ parts, index }: Pick<AllocationProps, 'parts'> & { index: number }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-block size-2.5 flex-none rounded-[3px] forced-colors:border',
        backgroundsOf(parts)[index],
      )}
    />
  )
}
