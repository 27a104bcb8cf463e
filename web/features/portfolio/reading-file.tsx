// The second step of an import: the file on its way, and being read.
import { Progress } from '#web/ui/progress.tsx'

/** The step before had the focus, and is gone. */
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

export type ReadingFileProps = {
  name: string
  /** From 0 to 1: how much of it has arrived. */
  share: number
  /** How many of its rows were found so far; 0 while that is not known. */
  rows: number
}

export function ReadingFile({ name, share, rows }: ReadingFileProps) {
  const isHere = share >= 1
  return (
    <div className="grid gap-3 py-6">
      <div className="flex items-baseline justify-between gap-4">
        <p ref={focus} tabIndex={-1} className="min-w-0 font-medium outline-none wrap-anywhere">
          {isHere ? 'Reading' : 'Uploading'} <bdi>{name}</bdi>
        </p>
        <span aria-hidden="true" className="shrink-0 text-small text-ink-2 tabular-nums">
          {!isHere ? `${Math.round(share * 100)}%` : rows > 0 && `${rows.toLocaleString('en-US')} rows`}
        </span>
      </div>
      <Progress
        label={isHere ? 'Reading the file' : 'Uploading the file'}
        share={isHere ? undefined : share}
      />
      <p role="status" className="text-small text-ink-2">
        {isHere ? 'Large files can take a moment.' : 'Nothing is imported until you review it.'}
      </p>
    </div>
  )
}
