// After the bank's page: looks up the payment that the address names, and removes it from the address.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Config } from '#shared/contracts/system.ts'
import { go } from '#web/lib/navigation.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { retrievePayment } from './sandbox-payments.ts'

/** The parameters that Stripe adds to the return address. */
const STRIPE_PARAMS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'] as const

/** This page's path and query without the parameters that Stripe added. */
export function addressWithoutPayment(): string {
  const search = new URLSearchParams(location.search)
  for (const name of STRIPE_PARAMS) search.delete(name)
  const text = search.toString()
  return location.pathname + (text ? `?${text}` : '')
}

/**
 * The result of the payment after which the person came back; undefined if there is none. `isKnown` is true
 * as soon as there is nothing to wait for.
 */
export function usePaymentReturn(payments: Config['payments'] | undefined) {
  // Read once: a reload, or Back to this page, must not find it there again.
  const [secret] = useState(() => new URLSearchParams(location.search).get('payment_intent_client_secret'))
  useEffect(() => {
    if (secret !== null) go(addressWithoutPayment(), { replace: true })
  }, [secret])
  const { data, isFetched } = useQuery({
    queryKey: queryKeys.returnedPayment(secret),
    queryFn: () => retrieve(payments!, secret!),
    enabled: payments !== undefined && secret !== null,
    gcTime: 0,
  })
  return { returned: data, isKnown: secret === null || isFetched }
}

async function retrieve(payments: Config['payments'], secret: string) {
  if (payments.mode === 'sandbox') return retrievePayment(payments, secret)
  const { retrieveStripePayment } = await import('./stripe-payments.ts')
  return retrieveStripePayment(payments.publishableKey, secret)
}
