// A ticker symbol in an outline, which sets it apart from the badges for a signal's type and intent.
import { classes } from './classes.ts'

type TickerProps = { symbol: string; href?: string | undefined }

const LOOK = classes(
  'inline-flex min-h-6 max-w-full items-center rounded-badge px-[0.4375rem] text-small font-strong text-ink',
  'tabular-nums wrap-anywhere inset-ring inset-ring-line-strong forced-colors:border',
)

export function Ticker({ symbol, href }: TickerProps) {
  if (href === undefined) return <span className={LOOK}>${symbol}</span>
  return (
    <a href={href} className={classes(LOOK, 'hover:bg-sunken')}>
      ${symbol}
    </a>
  )
}
