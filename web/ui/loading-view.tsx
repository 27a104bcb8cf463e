// The whole page while the session is being looked up: the mark lifts its arm.
import { classes } from './classes.ts'
import { LogoMark } from './logo.tsx'

export type LoadingViewProps = {
  label?: string | undefined
  /** Shows itself a moment later: what is there within a blink would make it a flash. */
  patient?: boolean | undefined
}

export function LoadingView({ label = 'Loading', patient }: LoadingViewProps) {
  return (
    <main
      className={classes(
        'grid min-h-dvh place-content-center justify-items-center gap-4 text-ink-2',
        patient && 'animate-appear-late',
      )}
    >
      <LogoMark className="size-14" lifting />
      <p role="status" className="text-label font-medium">
        {label}
      </p>
    </main>
  )
}
