// A holding's coloured circle with the first four letters of its ticker.
import { HOLDING_CIRCLE_LETTERS } from '#shared/limits.ts'
import { classes } from './classes.ts'
import { hueGround, hueOf, type Hue } from './hue.ts'

export type CoinProps = { ticker: string; hue?: Hue | undefined }

export function Coin({ ticker, hue = hueOf(ticker) }: CoinProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-11 flex-none place-items-center overflow-hidden rounded-full text-[0.6875rem] font-strong',
        'text-on-hue select-none forced-colors:border',
        hueGround(hue),
      )}
    >
      {ticker.slice(0, HOLDING_CIRCLE_LETTERS)}
    </span>
  )
}
