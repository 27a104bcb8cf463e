// Asks a creator for the country in which they are paid, before there is a payout account.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { creators, type PayoutCountry } from '#shared/contracts/creators.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Input } from '#web/ui/text-input.tsx'

const usePayoutCountry = () =>
  useQuery({ queryKey: queryKeys.payoutCountry, queryFn: () => call(creators.payoutCountry) })

type CountryFormProps = {
  label: string
  icon?: Parameters<typeof Button>[0]['icon']
  /** Whether the step after the answer is in progress. */
  pending?: boolean
  onSaved: () => void
}

/** The answer is kept, and can be changed until the payout account exists. */
export function CountryForm(props: CountryFormProps) {
  const { data, error, isFetching, refetch } = usePayoutCountry()
  if (data) return <Form {...props} {...data} />
  if (error && !isUnauthorized(error))
    return (
      <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
        {messageOf(error) ?? 'Couldn’t load the countries.'}
      </ErrorState>
    )
  return (
    <Loading label="Loading the countries">
      <Skeleton className="h-target rounded-control" />
    </Loading>
  )
}

function Form({ country, countries, label, icon, pending, onSaved }: CountryFormProps & PayoutCountry) {
  const list = useId()
  const [typed, setTyped] = useState(() => countries.find(({ code }) => code === country)?.name ?? '')
  const [error, setError] = useState<ReactNode>()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (chosen: string) => call(creators.setPayoutCountry, { body: { country: chosen } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeys.payoutCountry, saved)
      onSaved()
    },
    onError: (failure) => {
      if (!isUnauthorized(failure)) setError(messageOf(failure) ?? 'Couldn’t save your country. Try again.')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending || pending) return
    const chosen = findCountry(countries, typed)
    if (typed.trim() === '') setError('Choose your country.')
    else if (!chosen)
      setError(`We can’t pay creators in “${typed.trim()}” yet. Choose a country from the list.`)
    else if (chosen.code === country) onSaved()
    else save.mutate(chosen.code)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="Your country"
        hint="Where you live and have your bank account. It can’t be changed once payouts are set up."
        error={error}
      >
        <Input
          list={list}
          value={typed}
          autoComplete="country-name"
          placeholder="Type to search"
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
        />
      </Field>
      <datalist id={list}>
        {countries.map(({ code, name }) => (
          <option key={code}>{name}</option>
        ))}
      </datalist>
      <Button block type="submit" icon={icon} pending={save.isPending || pending} pendingLabel="Opening...">
        {label}
      </Button>
    </form>
  )
}

/** Finds a country by name or code, or the only one whose name begins with what was typed. */
function findCountry(countries: PayoutCountry['countries'], typed: string) {
  const wanted = typed.trim().toLowerCase()
  const exact = countries.find(({ code, name }) => [code, name].some((text) => text.toLowerCase() === wanted))
  const begun = countries.filter(({ name }) => name.toLowerCase().startsWith(wanted))
  return exact ?? (wanted.length > 2 && begun.length === 1 ? begun[0] : undefined)
}
