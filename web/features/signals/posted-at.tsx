// The exact time at which a signal was posted, with a button that copies its link. Separate from the age on cards,
// because only the signal's own page needs it.
import { Link } from 'lucide-react'
import type { Signal } from '#shared/contracts/signals.ts'
import { fullDate } from '#web/lib/money-and-dates.ts'
import { canCopy, copyLink } from '#web/lib/share-link.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Button } from '#web/ui/button.tsx'

export function PostedAt({ signal }: { signal: Signal }) {
  const path = publicPaths.signal(signal.id)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-1">
      <p className="text-small text-ink-2">
        Posted <time dateTime={signal.createdAt.toISOString()}>{fullDate(signal.createdAt)}</time>
      </p>
      <div className="-mx-3 flex flex-wrap">
        {canCopy() && (
          <Button variant="ghost" size="sm" icon={Link} onClick={() => void copyLink(path)}>
            Copy link
          </Button>
        )}
      </div>
    </div>
  )
}
