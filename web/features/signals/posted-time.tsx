// When a signal was posted: its age, updated while the page is open; and the exact time, with a button to copy the link.
import { Link } from 'lucide-react'
import { age } from '#shared/rules/age.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import { useNowSelector } from '#web/lib/now.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

const FULL = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

/** "Friday, November 20, 2026 at 3:04 PM", in the reader's time zone. */
export const fullDate = (at: Date) => FULL.format(at)

export function SignalAge({ at }: { at: Date }) {
  const text = useNowSelector((nowMs) => age(at.getTime(), nowMs))
  return (
    <time dateTime={at.toISOString()} title={fullDate(at)}>
      {text}
    </time>
  )
}

export function PostedAt({ signal }: { signal: Signal }) {
  const copy = () =>
    navigator.clipboard.writeText(new URL(paths.signal(signal.id), location.origin).href).then(
      () => followOutcome(outcomes.linkCopied),
      () => followOutcome(outcomes.linkNotCopied),
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-1">
      <p className="text-small text-ink-2">
        Posted <time dateTime={signal.createdAt.toISOString()}>{fullDate(signal.createdAt)}</time>
      </p>
      {/* Browsers offer the clipboard only on secure origins. */}
      {'clipboard' in navigator && (
        <Button variant="ghost" size="sm" icon={Link} className="-mx-3" onClick={() => void copy()}>
          Copy link
        </Button>
      )}
    </div>
  )
}
