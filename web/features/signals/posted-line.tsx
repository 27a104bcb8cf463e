// Below a signal at its own address: the exact moment it was posted, and its address to pass on.
import { Link } from 'lucide-react'
import type { Signal } from '#shared/contracts/signals.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { fullDate } from './age.tsx'

export function PostedLine({ signal }: { signal: Signal }) {
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
      {/* Browsers only have a clipboard where the page came safely. */}
      {'clipboard' in navigator && (
        <Button variant="ghost" size="sm" icon={Link} className="-mx-3" onClick={() => void copy()}>
          Copy link
        </Button>
      )}
    </div>
  )
}
