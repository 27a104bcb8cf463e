// When a signal was posted: its age, updated while the page is open; and the exact time, with buttons to
// share the signal.
import { Link, Share2 } from 'lucide-react'
import { age } from '#shared/rules/age.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import { fullDate } from '#web/lib/money-and-dates.ts'
import { useNowSelector } from '#web/lib/now.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

export function SignalAge({ at }: { at: Date }) {
  const text = useNowSelector((nowMs) => age(at.getTime(), nowMs))
  return (
    <time dateTime={at.toISOString()} title={fullDate(at)}>
      {text}
    </time>
  )
}

export function PostedAt({ signal }: { signal: Signal }) {
  const url = new URL(paths.signal(signal.id), location.origin).href
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => followOutcome(outcomes.linkCopied),
      () => followOutcome(outcomes.linkNotCopied),
    )
  const share = () =>
    navigator.share({ title: document.title, url }).catch((error: Error) => {
      // The person closed the sheet.
      if (error.name !== 'AbortError') followOutcome(outcomes.linkNotShared)
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-1">
      <p className="text-small text-ink-2">
        Posted <time dateTime={signal.createdAt.toISOString()}>{fullDate(signal.createdAt)}</time>
      </p>
      {/* Browsers offer the clipboard and their share sheet only on secure origins, and some have no sheet. */}
      <div className="-mx-3 flex flex-wrap">
        {'share' in navigator && (
          <Button variant="ghost" size="sm" icon={Share2} onClick={() => void share()}>
            Share
          </Button>
        )}
        {'clipboard' in navigator && (
          <Button variant="ghost" size="sm" icon={Link} onClick={() => void copy()}>
            Copy link
          </Button>
        )}
      </div>
    </div>
  )
}
