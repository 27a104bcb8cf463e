// Settings, "Privacy": muted people, tickers and words, and a field for another word.
import { type FormEvent, useState } from 'react'
import type { Mute } from '#shared/contracts/safety.ts'
import { MUTED_WORD_MAX } from '#shared/limits.ts'
import { characters } from '#shared/rules/characters.ts'
import { handleOf } from '#shared/rules/people.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { shortDate } from '#web/lib/money-and-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { Chip, ChipList } from '#web/ui/chip.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { useMute, useMutes, useUnmute } from './queries.ts'

const nameOf = ({ kind, value, user }: Mute): string => {
  if (kind === 'person') return user ? handleOf(user.username) : 'A hidden person'
  return kind === 'ticker' ? `$${value}` : value
}

export function MutedList() {
  const { data: mutes, error, isFetching, refetch } = useMutes()
  const of = (kind: Mute['kind']) => mutes?.filter((mute) => mute.kind === kind) ?? []
  return (
    <CardList as="section" aria-labelledby="muted">
      <CardHead>
        <h3 id="muted" className="text-title font-strong">
          Muted
        </h3>
      </CardHead>
      {mutes ? (
        <>
          <Chips label="People" mutes={of('person')} />
          <Chips label="Tickers" mutes={of('ticker')} />
          <div className="grid gap-3 px-4 py-3 md:px-6">
            <Chips label="Words" mutes={of('word')} isInside />
            <NewWord />
          </div>
        </>
      ) : error && !isUnauthorized(error) ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load what you muted.'}
        </ErrorState>
      ) : (
        <Loading label="Loading what you muted">
          <RowSkeletons />
        </Loading>
      )}
      <p className="px-4 py-3 text-small text-ink-2 md:px-6">
        What you mute stays out of your feed, comments, alerts, push and email. Nobody is told. Mute people
        from their menu, and tickers from a signal’s menu.
      </p>
    </CardList>
  )
}

type ChipsProps = { label: string; mutes: readonly Mute[]; isInside?: boolean }

function Chips({ label, mutes, isInside = false }: ChipsProps) {
  const unmute = useUnmute()
  if (mutes.length === 0 && !isInside) return null
  return (
    <div className={isInside ? 'grid gap-2' : 'grid gap-2 px-4 py-3 md:px-6'}>
      <p className="font-strong">{label}</p>
      {mutes.length > 0 && (
        <ChipList label={`Muted ${label.toLowerCase()}`}>
          {mutes.map((mute) => (
            <Chip
              key={mute.id}
              removeLabel={`Unmute ${nameOf(mute)}`}
              onRemove={() => unmute.mutate(mute.id)}
            >
              {nameOf(mute)}
              {mute.until && (
                <span className="pl-1.5 text-small font-regular">until {shortDate(mute.until)}</span>
              )}
            </Chip>
          ))}
        </ChipList>
      )}
    </div>
  )
}

function NewWord() {
  const [word, setWord] = useState('')
  const [error, setError] = useState<string>()
  const mute = useMute()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = word.trim()
    const fault =
      value === ''
        ? 'Enter a word or phrase'
        : characters(value) > MUTED_WORD_MAX
          ? `A word or phrase can have at most ${MUTED_WORD_MAX} characters`
          : undefined
    setError(fault)
    if (fault === undefined)
      mute.mutate({ body: { kind: 'word', value }, name: `“${value}”` }, { onSuccess: () => setWord('') })
  }
  return (
    <form noValidate onSubmit={submit} className="max-w-96">
      <Field label="Word or phrase" error={error}>
        <div className="flex gap-2">
          <Input value={word} autoComplete="off" onChange={({ target }) => setWord(target.value)} />
          <Button type="submit" variant="outline" pending={mute.isPending} pendingLabel="Muting...">
            Mute
          </Button>
        </div>
      </Field>
    </form>
  )
}
