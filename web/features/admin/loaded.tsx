// The states of a part of /admin: its data, loading, an error, or the form for the second factor.
import type { UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isUnauthorized, messageOf, shownMessage } from '#web/lib/api-error.ts'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { isFactorRequired, useConfirmFactor } from './queries.ts'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** Such as "the cases". */
  what: string
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (isFactorRequired(error)) return <ConfirmFactor />
  if (data !== undefined) return children(data)
  if (error && !isUnauthorized(error))
    return (
      <Card>
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {messageOf(error) ?? `Couldn’t load ${what}.`}
        </ErrorState>
      </Card>
    )
  return (
    <Loading label={`Loading ${what}`}>
      <CardList>
        <RowSkeletons />
      </CardList>
    </Loading>
  )
}

/** Asks for a code of the authenticator app, once in twelve hours. */
function ConfirmFactor() {
  const [code, setCode] = useState('')
  const confirm = useConfirmFactor()
  const isDemo = useConfig().data?.isDemo
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate(code)
  }
  return (
    <Card as="section" aria-labelledby="confirm-factor" className="max-w-120">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <h2 id="confirm-factor" className="text-title font-strong">
          Confirm it’s you
        </h2>
        <p className="text-ink-2">
          Acting for others needs your second factor. Enter a code, or sign in again with a passkey.
          {isDemo && (
            <>
              {' '}
              In the demo,{' '}
              <TextLink href="/sandbox/authenticator" target="_blank">
                this page
              </TextLink>{' '}
              has your code.
            </>
          )}
        </p>
        <Field
          label="Code"
          hint="Six digits from your app."
          error={shownMessage(confirm.error, 'Couldn’t check the code. Try again.')}
        >
          <Input
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          className="justify-self-start"
          pending={confirm.isPending}
          pendingLabel="Checking..."
        >
          Confirm
        </Button>
      </form>
    </Card>
  )
}
