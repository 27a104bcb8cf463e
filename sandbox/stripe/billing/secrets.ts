// The secret with which a browser pays an invoice.
import { paymentOf } from '../objects/invoice-payments.ts'
import type { World } from '../world.ts'

/** Null once nothing is left to be paid. */
export function confirmationSecretOf(
  world: World,
  invoice: string,
): { client_secret: string; type: 'payment_intent' } | null {
  if (world.store.get('invoice', invoice)?.status !== 'open') return null
  const payment = paymentOf(world, invoice)
  const intent = payment && world.store.get('payment_intent', payment.payment.payment_intent)
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
}
