// Checks a signal against the public log in the browser, and says how to do so without this page.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useSearch } from 'wouter'
import { record } from '#shared/contracts/record.ts'
import { ApiError, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { go } from '#web/lib/navigation.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { Proofs } from '../proofs.tsx'
import { Checks } from './checks.tsx'
import { checkSignal } from './check-signal.ts'
import { WithoutUs } from './without-us.tsx'

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

export function Verify() {
  const signalId = ID.exec(new URLSearchParams(useSearch()).get('signal') ?? '')?.[0].toLowerCase()
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-heading font-strong">Check a signal</h1>
        <p className="text-ink-2">Runs in your browser, with the log’s public files. No account is needed.</p>
      </div>
      <Card>
        <LinkForm key={signalId} signalId={signalId} />
      </Card>
      {signalId !== undefined && <Result key={signalId} signalId={signalId} />}
      <WithoutUs signalId={signalId} />
      <Proofs />
    </>
  )
}

function LinkForm({ signalId }: { signalId: string | undefined }) {
  const id = useId()
  const [error, setError] = useState<string>()
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const link = new FormData(event.currentTarget).get('link')
    const found = typeof link === 'string' ? ID.exec(link)?.[0] : undefined
    if (found === undefined) {
      setError('Paste the link to a signal’s page, or its id.')
      document.getElementById(id)?.focus()
      return
    }
    setError(undefined)
    go(paths.verifySignal(found.toLowerCase()), { replace: true })
  }
  return (
    <form className="flex flex-wrap items-start gap-3" onSubmit={check} noValidate>
      <Field id={id} label="Link to a signal" error={error} className="min-w-0 flex-[1_1_16rem]">
        <Input
          name="link"
          autoComplete="off"
          spellCheck={false}
          defaultValue={signalId === undefined ? '' : location.origin + paths.signal(signalId)}
        />
      </Field>
      {/* Beside the input, below its label. */}
      <Button type="submit" className="xs:mt-6.5">
        Check
      </Button>
    </form>
  )
}

/** Null if the viewer may not read the signal, or if the server doesn't answer. */
const readOpening = (id: string) =>
  call(record.opening, { params: { id } }).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })

function Result({ signalId }: { signalId: string }) {
  const { user } = useAuth()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.verification(signalId),
    queryFn: () => checkSignal(signalId, Date.now(), user ? readOpening : undefined),
    enabled: hasCryptography(),
    // Each visit checks again.
    gcTime: 0,
    staleTime: 0,
  })
  if (!hasCryptography())
    return (
      <Banner tone="caution" title="Your browser can’t check here">
        Browsers offer their cryptography only on addresses with https. Use the program below.
      </Banner>
    )
  if (error)
    return (
      <Card>
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : `Couldn’t read the log. ${error.message}`}
        </ErrorState>
      </Card>
    )
  if (!data)
    return (
      <Loading label="Checking the signal">
        <Card>
          <RowSkeletons />
        </Card>
      </Loading>
    )
  const again = (
    <Button variant="outline" size="sm" pending={isFetching} onClick={() => void refetch()}>
      Check again
    </Button>
  )
  if (!data.found)
    return data.isWaiting ? (
      <Banner tone="info" title="Not in the log yet" action={again} role="status">
        A signal gets its entry within a minute of its post.
      </Banner>
    ) : (
      <Banner tone="caution" title="The log has no such signal" action={again} role="status">
        {data.lost.length === 0
          ? 'If someone showed it to you as a signal from here, it isn’t one.'
          : `If someone showed it to you as a signal from here, it isn’t one, or it was lost in a restore from a backup. ${data.lost.join(' ')}`}
      </Banner>
    )
  return <Checks signalId={signalId} verification={data} again={again} />
}

const hasCryptography = () => 'subtle' in crypto
