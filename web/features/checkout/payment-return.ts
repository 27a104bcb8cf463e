// Coming back from the bank's page: the payment named in the address is looked at once, and taken out of the address.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Config } from '#shared/contracts/system.ts'
import { go } from '#web/lib/navigation.ts'
import { keys } from '#web/lib/query-keys.ts'
import { retrievePayment } from './sandbox-payments.ts'

/** What the provider adds to the address. */
const ADDED = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'] as const

/** The address of this page without what the provider added. */
export function ownAddress(): string {
  const search = new URLSearchParams(location.search)
  for (const name of ADDED) search.delete(name)
  const text = search.toString()
  return location.pathname + (text ? `?${text}` : '')
}

/**
 * How the payment stands with which one came back; undefined without one. `isKnown` is true as soon as there is
 * nothing to wait for.
 */
export function usePaymentReturn(payments: Config['payments'] | undefined) {
  // A reload or Back to this page must not find it there again.
  const [secret] = useState(() => new URLSearchParams(location.search).get('payment_intent_client_secret'))
  useEffect(() => {
    if (secret !== null) go(ownAddress(), { replace: true })
  }, [secret])
  const { data, isFetched } = useQuery({
    queryKey: keys.returnedPayment(secret),
    queryFn: () => look(payments!, secret!),
    enabled: payments !== undefined && secret !== null,
    gcTime: 0,
  })
  return { returned: data, isKnown: secret === null || isFetched }
}

async function look(payments: Config['payments'], secret: string) {
  if (payments.mode === 'sandbox') return retrievePayment(payments, secret)
  const { retrieveStripePayment } = await import('./stripe-payments.ts')
  return retrieveStripePayment(payments.publishableKey, secret)
}
