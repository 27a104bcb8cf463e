// How long ago a signal was posted, kept current while the page is open.
import { age } from '#shared/rules/age.ts'
import { useNow } from '#web/lib/now.ts'

const FULL = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

export function Age({ at }: { at: Date }) {
  const now = useNow()
  return (
    <time dateTime={at.toISOString()} title={FULL.format(at)}>
      {age(at.getTime(), now)}
    </time>
  )
}
