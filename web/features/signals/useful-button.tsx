// Whether the viewer found a signal useful, and how many did where that is shown. The code that marks it is loaded on
// the first press.
import { ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import type { Signal } from '#shared/contracts/signals.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { classes } from '#web/ui/classes.ts'

/** The presses since the signals were fetched, by viewer and signal. */
const pressed = new Map<string, boolean>()

export const ACT =
  'inline-flex min-h-8 items-center gap-1.5 rounded-full px-2 text-small text-ink-2 tabular-nums transition-colors duration-150'

export function UsefulButton({ signal, viewerId }: { signal: Signal; viewerId: string }) {
  const { id, usefulCount, isUseful: wasUseful = false } = signal
  const key = viewerId + id
  const [isUseful, setUseful] = useState(pressed.get(key) ?? wasUseful)
  const set = (next: boolean) => {
    pressed.set(key, next)
    setUseful(next)
  }
  const toggle = async () => {
    set(!isUseful)
    const ok = await import('./find-useful.ts').then(
      ({ findUseful }) => findUseful(id, !isUseful),
      () => false,
    )
    if (!ok) set(isUseful)
  }
  // The number isn't refetched at each press.
  const count = usefulCount === undefined ? undefined : usefulCount + Number(isUseful) - Number(wasUseful)
  return (
    <button
      type="button"
      aria-pressed={isUseful}
      className={classes(
        ACT,
        'hover:bg-sunken hover:text-ink',
        isUseful && 'text-brand [&_path]:fill-brand-soft',
      )}
      onClick={() => void toggle()}
    >
      <ThumbsUp aria-hidden className="icon-sm" />
      Useful{count !== undefined && ` ${formatCount(count)}`}
    </button>
  )
}
