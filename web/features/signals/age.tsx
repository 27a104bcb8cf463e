// How long ago a signal was posted, kept current while the page is open, and when that was exactly.
import { age } from '#shared/rules/age.ts'
import { useFromNow } from '#web/lib/now.ts'

const FULL = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

/** "Friday, November 20, 2026 at 3:04 PM", in the reader's own time zone. */
export const fullDate = (at: Date) => FULL.format(at)

export function Age({ at }: { at: Date }) {
  const words = useFromNow((nowMs) => age(at.getTime(), nowMs))
  return (
    <time dateTime={at.toISOString()} title={fullDate(at)}>
      {words}
    </time>
  )
}
