// A list or page that failed to load: what happened, and a button to try again.
import type { ReactNode } from 'react'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { classes } from './classes.ts'

type ErrorStateProps = {
  /** What happened, for example "Couldn’t load the feed." */
  children: ReactNode
  onRetry?: (() => void) | undefined
  /** Whether the next attempt is running. */
  retrying?: boolean | undefined
  className?: string | undefined
}

/** Goes inside a Card. */
export function ErrorState({ children, onRetry, retrying = false, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classes('grid justify-items-center gap-4 px-2 py-5 text-center md:py-4', className)}
    >
      <CircleAlert className="icon text-ink-2" />
      <div className="max-w-96 text-balance text-ink-2">{children}</div>
      {onRetry && (
        <Button variant="outline" icon={RefreshCw} pending={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** An ErrorState in its own Card, for a part of the page that failed to load. */
export function ErrorCard({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Card>
      <ErrorState onRetry={onRetry}>{message}</ErrorState>
    </Card>
  )
}
