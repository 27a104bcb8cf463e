// The button that adds a ticker to the watch list or removes it.
import { Check, Star } from 'lucide-react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useIsWatched, useWatch } from './watchlist-queries.ts'

type WatchButtonProps = Pick<ButtonProps, 'size'> & {
  ticker: string
  /** Names the ticker for screen readers, for lists with several of these buttons. */
  isInList?: boolean
}

export function WatchButton({ ticker, isInList = false, size }: WatchButtonProps) {
  const isWatched = useIsWatched(ticker)
  const watch = useWatch(ticker)
  const label = isWatched ? 'Watching' : 'Watch'
  return (
    <Button
      size={size}
      variant="outline"
      icon={size === 'sm' ? undefined : isWatched ? Check : Star}
      // Invisible while the list loads, and with a fixed minimum width, so that nothing moves.
      className={classes(size === 'sm' ? 'min-w-24' : 'min-w-32', isWatched === undefined && 'invisible')}
      aria-pressed={isWatched ?? false}
      aria-label={isInList ? `${label} $${ticker}` : undefined}
      onClick={() => watch.mutate(!isWatched)}
    >
      {label}
    </Button>
  )
}
