// How a whole is spread over its parts: one bar, each part in the colour of its coin; the figures stand in a table.
import { HOLDING_CIRCLE_LETTERS } from '#shared/limits.ts'
import { classes } from './classes.ts'
import { hueGround, hueOf } from './hue.ts'

export type AllocationPart = {
  /** A ticker; null for all the small ones together. */
  ticker: string | null
  /** In percent of the whole, above zero. */
  percent: number
}
export type AllocationProps = {
  parts: readonly AllocationPart[]
  /** All the parts in one sentence, for those who do not see them. */
  label: string
}

export function Allocation({ parts, label }: AllocationProps) {
  return (
    <div role="img" aria-label={label} className="flex h-9 gap-0.5 overflow-hidden rounded-control">
      {parts.map(({ ticker, percent }) => (
        <span
          key={ticker ?? ''}
          className={classes(
            '@container grid min-w-0.5 basis-0 place-items-center overflow-hidden',
            ticker === null ? 'bg-line-field' : hueGround(hueOf(ticker)),
            'forced-colors:border',
          )}
          style={{ flexGrow: percent }}
        >
          {/* Only where there is room for it. */}
          <span className="hidden text-[0.6875rem] font-strong text-on-hue @min-[2.5rem]:block">
            {ticker?.slice(0, HOLDING_CIRCLE_LETTERS)}
          </span>
        </span>
      ))}
    </div>
  )
}

/** The colour of a part, for its line in the table. */
export function AllocationDot({ ticker }: Pick<AllocationPart, 'ticker'>) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-block size-2.5 flex-none rounded-[3px] forced-colors:border',
        ticker === null ? 'bg-line-field' : hueGround(hueOf(ticker)),
      )}
    />
  )
}
