// A progress bar that fills, or pulses while the progress is unknown.
import { classes } from './classes.ts'

type ProgressProps = {
  label: string
  /** From 0 to 1; undefined while unknown. */
  share?: number | undefined
}

export function Progress({ label, share }: ProgressProps) {
  const percent = share === undefined ? undefined : Math.round(share * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-sunken forced-colors:border"
    >
      <div
        className={classes(
          'h-full rounded-full bg-brand-solid forced-colors:bg-[Highlight]',
          percent === undefined ? 'animate-breathe' : 'transition-[width] duration-150',
        )}
        style={{ width: `${percent ?? 100}%` }}
      />
    </div>
  )
}
