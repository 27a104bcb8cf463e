// Asks for how long to mute a person or a ticker: `?dialog=mute&person=…` or `&symbol=…`.
import { useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { handleOf } from '#shared/rules/people.ts'
import { normalTicker } from '#shared/rules/tickers.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { useMute, usePersonToMute } from './queries.ts'

const HOUR_MS = 3_600_000
const LENGTHS = [
  { value: 'day', label: '24 hours' },
  { value: 'week', label: '7 days' },
  { value: 'always', label: 'Until I turn it off' },
] as const
type Length = (typeof LENGTHS)[number]['value']

const untilOf = (length: Length): string | null =>
  length === 'always' ? null : new Date(Date.now() + (length === 'day' ? 24 : 168) * HOUR_MS).toISOString()

export default function MuteDialog() {
  const { isOpen, close, closeIfOpen } = useDialog('mute')
  const params = new URLSearchParams(useSearch())
  const personId = params.get('person')
  const ticker = personId === null ? normalTicker(params.get('symbol') ?? '') : null
  const { data: person, error } = usePersonToMute(isOpen ? personId : null)
  const [length, setLength] = useState<Length>('week')
  const mute = useMute()
  const name = ticker === null ? (person ? handleOf(person.username) : 'this person') : `$${ticker}`
  const confirm = () => {
    const about =
      ticker === null
        ? ({ kind: 'person', value: personId ?? '' } as const)
        : ({ kind: 'ticker', value: ticker } as const)
    mute.mutate(
      { body: { ...about, until: untilOf(length) }, name },
      {
        onSuccess: () => {
          // The menu that had the focus may be gone.
          focusAfterDialog('content')
          closeIfOpen()
        },
      },
    )
  }
  return (
    <Dialog
      open={isOpen && (personId !== null || ticker !== null)}
      onOpenChange={(open) => !open && close()}
      title={`Mute ${name}`}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={ticker === null && !person}
            pending={mute.isPending}
            pendingLabel="Muting..."
            onClick={confirm}
          >
            Mute
          </Button>
        </>
      }
    >
      {error ? (
        <p role="alert" className="text-ink-2">
          {error.message}
        </p>
      ) : (
        <>
          <SegmentedControl label="How long" options={LENGTHS} value={length} onValueChange={setLength} />
          <p className="text-small text-pretty text-ink-2">
            {ticker === null
              ? `You won’t see signals and comments from ${name}, or get alerts about them. ${name} isn’t told.`
              : `You won’t see signals about ${name} in your feed.`}
          </p>
        </>
      )}
    </Dialog>
  )
}
