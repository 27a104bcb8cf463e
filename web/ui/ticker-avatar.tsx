// A holding's colored circle with the first four letters of its ticker.
import { HOLDING_CIRCLE_LETTERS } from '#shared/limits.ts'
import { classes } from './classes.ts'
import { hueBackground, hueOf, type Hue } from './hue.ts'

type TickerAvatarProps = { ticker: string; hue?: Hue | undefined }

export function TickerAvatar({ ticker, hue = hueOf(ticker) }: TickerAvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-11 flex-none place-items-center overflow-hidden rounded-full text-[0.6875rem] font-strong',
        'text-on-hue select-none forced-colors:border',
        hueBackground(hue),
      )}
    >
      {ticker.slice(0, HOLDING_CIRCLE_LETTERS)}
    </span>
  )
}
