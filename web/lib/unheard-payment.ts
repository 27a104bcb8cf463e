// A payment whose result the person hasn't heard yet. This tab keeps it from the press of Pay, because the session may end before the
// answer. After signing in again, the checkout looks it up at the payment provider and says whether it was paid.
import { useEffect, useState } from 'react'
import { sessionStore } from './browser-storage.ts'
import { go } from './navigation.ts'
import { useViewer } from './session.tsx'

/** The parameters that Stripe adds to the return address. */
const STRIPE_PARAMS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'] as const

/** This page's path and query without the parameters that Stripe added. */
export function addressWithoutPayment(): string {
  const search = new URLSearchParams(location.search)
  for (const name of STRIPE_PARAMS) search.delete(name)
  const text = search.toString()
  return location.pathname + (text ? `?${text}` : '')
}

/** Another person who signs in on this tab has another key. */
const keyOf = (userId: string) => `payment-${userId}`

/** `address`: of the checkout. */
type UnheardPayment = { address: string; clientSecret: string }

function storedPayment(userId: string): UnheardPayment | undefined {
  const { address, clientSecret } = (sessionStore.getJson(keyOf(userId)) ?? {}) as Partial<UnheardPayment>
  return typeof address === 'string' && typeof clientSecret === 'string'
    ? { address, clientSecret }
    : undefined
}

/** The payment that was begun at this checkout before, if its result wasn't heard. */
export function useUnheardPayment() {
  const { id } = useViewer()
  // Read once: the address changes when the checkout is left.
  const [secret] = useState(() => {
    const payment = storedPayment(id)
    return payment?.address === addressWithoutPayment() ? payment.clientSecret : null
  })
  return {
    secret,
    store: (clientSecret: string) =>
      void sessionStore.set(keyOf(id), JSON.stringify({ address: addressWithoutPayment(), clientSecret })),
    forget: () => void sessionStore.remove(keyOf(id)),
  }
}

/** Leads a person who has just signed in to the checkout that has something to tell them. */
export function useUnheardPaymentAddress(): void {
  const { id } = useViewer()
  useEffect(() => {
    const payment = storedPayment(id)
    if (payment && payment.address !== addressWithoutPayment()) go(payment.address, { replace: true })
  }, [id])
}
