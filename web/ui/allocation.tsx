// How a whole is spread over its parts: one bar, each part in the colour of its coin; the figures stand in a table.
import { HOLDING_CIRCLE_LETTERS } from '#shared/limits.ts'
import { classes } from './classes.ts'
import { type Hue, hueBackground, hueOf } from './hue.ts'

export type AllocationPart = {
  /** A ticker; null for cash, and for all the small ones together. */
  ticker: string | null
  isCash?: boolean
  /** In percent of the whole, above zero. */
  percent: number
}
export type AllocationProps = {
  parts: readonly AllocationPart[]
  /** All the parts in one sentence, for those who do not see them. */
  label: string
}

/** Dark lines across a colour that an earlier part has already; one way, then the other. */
const HATCHES = [
  '',
  'bg-[repeating-linear-gradient(135deg,#0006_0_2px,#0000_2px_6px)]',
  'bg-[repeating-linear-gradient(45deg,#0006_0_2px,#0000_2px_6px)]',
]

/** The ground of each part: the colour of its coin, so that it is known again, hatched where that comes back. */
function groundsOf(parts: readonly AllocationPart[]): string[] {
  const times = new Map<Hue, number>()
  return parts.map(({ ticker, isCash }) => {
    if (ticker === null) return isCash ? 'bg-sunken inset-ring inset-ring-line-field' : 'bg-line-field'
    const hue = hueOf(ticker)
    const before = times.get(hue) ?? 0
    times.set(hue, before + 1)
    return classes(hueBackground(hue), HATCHES[Math.min(before, HATCHES.length - 1)])
  })
}

export function Allocation({ parts, label }: AllocationProps) {
  const grounds = groundsOf(parts)
  return (
    <div role="img" aria-label={label} className="flex h-9 gap-0.5 overflow-hidden rounded-control">
      {parts.map(({ ticker, isCash = false, percent }, index) => (
        <span
          key={ticker ?? (isCash ? 'cash' : '')}
          className={classes(
            '@container grid min-w-0.5 basis-0 place-items-center overflow-hidden',
            grounds[index],
            'forced-colors:border',
          )}
          style={{ flexGrow: percent }}
        >
          {/* Only where there is room for it. */}
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

/** How the part at `index` looks in the bar, for its line in the table. */
export function AllocationDot({ parts, index }: Pick<AllocationProps, 'parts'> & { index: number }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-block size-2.5 flex-none rounded-[3px] forced-colors:border',
        groundsOf(parts)[index],
      )}
    />
  )
}
