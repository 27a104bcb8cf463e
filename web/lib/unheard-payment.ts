// A payment whose result the person hasn't seen yet. This tab stores it when Pay is pressed, because the session may
// end before the response. After signing in again, the checkout looks it up at the payment provider and says whether it
// was paid.
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

const KEY = 'unheard-payment'

/** `address`: the address of the checkout. */
type UnheardPayment = { userId: string; address: string; clientSecret: string; hasSessionEnded: boolean }

/** Null for another person, who has signed in on the same tab. */
function paymentOf(userId: string): UnheardPayment | null {
  const stored = sessionStore.getJson(KEY) as UnheardPayment | undefined
  return stored?.userId === userId ? stored : null
}

const store = (payment: UnheardPayment) => void sessionStore.set(KEY, JSON.stringify(payment))

/** From then on, signing in leads to the checkout. A person who merely left it isn't led back. */
export function noteSessionEnd(): void {
  const stored = sessionStore.getJson(KEY) as UnheardPayment | undefined
  if (stored) store({ ...stored, hasSessionEnded: true })
}

/** The payment that was started at this checkout earlier, if the person hasn't seen its result. */
export function useUnheardPayment() {
  const { id } = useViewer()
  // Read once: the address changes when the checkout is left.
  const [secret] = useState(() => {
    const payment = paymentOf(id)
    return payment?.address === addressWithoutPayment() ? payment.clientSecret : null
  })
  return {
    secret,
    store: (clientSecret: string) =>
      store({ userId: id, address: addressWithoutPayment(), clientSecret, hasSessionEnded: false }),
    forget: () => void sessionStore.remove(KEY),
  }
}

/** Leads a person who has signed in again to the checkout whose result they haven't seen. */
export function useUnheardPaymentAddress(): void {
  const { id } = useViewer()
  useEffect(() => {
    const payment = paymentOf(id)
    if (payment?.hasSessionEnded && payment.address !== addressWithoutPayment())
      go(payment.address, { replace: true })
    // Signed out, here or in another tab.
    return noteSessionEnd
  }, [id])
}
