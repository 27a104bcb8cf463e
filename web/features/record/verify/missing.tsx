// A signal that the log doesn't have: it is waiting, was promised and is overdue, or doesn't exist.
import type { ReactNode } from 'react'
import { Download } from 'lucide-react'
import { keptPromise } from '#web/lib/log-promises.ts'
import { utcTime } from '#web/lib/money-and-dates.ts'
import { useNowSelector } from '#web/lib/now.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '../save-file.ts'
import { isOverdue, promisedAt } from './check-promise.ts'

type MissingProps = {
  signalId: string
  isWaiting: boolean
  /** A button. */
  again: ReactNode
}

export function Missing({ signalId, isWaiting, again }: MissingProps) {
  const promise = keptPromise(signalId)
  const state = useNowSelector((nowMs) => (promise && isOverdue(promise, nowMs) ? 'overdue' : ''))
  if (promise && state === 'overdue')
    return (
      <Banner
        tone="loss"
        role="alert"
        title="We haven’t kept our promise"
        action={
          <Button
            variant="outline"
            size="sm"
            icon={Download}
            onClick={() =>
              saveFile(`log-promise-${signalId}.txt`, `${promise.vkey}\n\n${promise.note}`, 'text/plain')
            }
          >
            Save the promise
          </Button>
        }
      >
        On {utcTime(promisedAt(promise))} we signed that this signal gets its entry within a minute, and the
        log doesn’t have it. Save our promise, which this browser has kept: with it anybody can prove that.
      </Banner>
    )
  if (isWaiting || promise)
    return (
      <Banner tone="info" title="Not in the log yet" action={again} role="status">
        A signal gets its entry within a minute of its post.
        {promise && ' This browser has kept our signed promise of it.'}
      </Banner>
    )
  return (
    <Banner tone="caution" title="The log has no such signal" action={again} role="status">
      If someone showed it to you as a signal from here, it isn’t one.
    </Banner>
  )
}
