// The page while the session or a screen loads: the logo's arm rises.
import { classes } from './classes.ts'
import { LogoMark } from './logo.tsx'

type LoadingViewProps = {
  label?: string | undefined
  /** Waits a moment before it appears, so that a fast load doesn't flash. */
  delayed?: boolean | undefined
  /** Inside the shell, whose header and navigation are there already. */
  inPage?: boolean | undefined
}

export function LoadingView({ label = 'Loading', delayed, inPage }: LoadingViewProps) {
  return (
    <main
      className={classes(
        'grid place-content-center justify-items-center gap-4 text-ink-2',
        inPage ? 'flex-1' : 'min-h-dvh',
        delayed && 'animate-appear-late',
      )}
    >
      <LogoMark className="size-14" lifting />
      <p role="status" className="text-label font-medium">
        {label}
      </p>
    </main>
  )
}
