// After the bank's page, or after a session that ended while paying: looks up the payment, and removes it from the address.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Config } from '#shared/contracts/system.ts'
import { go } from '#web/lib/navigation.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { addressWithoutPayment } from '#web/lib/unheard-payment.ts'
import { answersArrived } from './payment-result.ts'
import { retrievePayment } from './sandbox-payments.ts'

/**
 * The result of the payment that the person returned from; undefined if there is none. `isKnown` is true as soon as
 * there is nothing to wait for.
 */
export function usePaymentReturn(payments: Config['payments'] | undefined, unheardSecret: string | null) {
  // Read once: a reload, or Back to this page, must not find it there again.
  const [fromBank] = useState(() => new URLSearchParams(location.search).get('payment_intent_client_secret'))
  useEffect(() => {
    if (fromBank !== null) go(addressWithoutPayment(), { replace: true })
  }, [fromBank])
  const secret = fromBank ?? unheardSecret
  const { data, isFetched } = useQuery({
    queryKey: queryKeys.returnedPayment(secret),
    queryFn: () => retrieve(payments!, secret!),
    enabled: payments !== undefined && secret !== null,
    gcTime: 0,
  })
  return {
    returned: data,
    isKnown: secret === null || isFetched,
    isUnheard: fromBank === null && secret !== null,
  }
}

async function retrieve(payments: Config['payments'], secret: string) {
  await answersArrived()
  if (payments.mode === 'sandbox') return retrievePayment(payments, secret)
  const { retrieveStripePayment } = await import('./stripe-payments.ts')
  return retrieveStripePayment(payments.publishableKey, secret)
}
