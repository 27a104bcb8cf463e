// Expands ids to objects, and adds properties that are included only on request (`expand`).
import { invalidParam } from './errors.ts'
import { newList } from './lists.ts'
import { objectTypeOf } from './stripe-objects.ts'
import { paymentOf } from './objects/invoice-payments.ts'
import type { Context } from './context.ts'

const DEEPEST = 4
type Node = Record<string, unknown>

/** Properties included only when expanded. */
const ON_EXPAND: Record<string, (context: Context, id: string) => unknown> = {
  'invoice.payments': (context, id) =>
    newList('/v1/invoice_payments', context.store.all('invoice_payment', { invoice: id })),
  'invoice.confirmation_secret': confirmationSecretOf,
  'customer.subscriptions': (context, id) =>
    newList(
      `/v1/customers/${id}/subscriptions`,
      context.store.all('subscription', { customer: id }).filter(({ status }) => status !== 'canceled'),
    ),
  'charge.refunds': (context, id) =>
    newList(`/v1/charges/${id}/refunds`, context.store.all('refund', { charge: id }).toReversed()),
}

/** Stripe leaves these out if there is no value. */
const OPTIONAL = new Set(['charge.transfer'])

/** Ids that can't be expanded. */
const NEVER_EXPANDED = new Set([
  'charge.payment_method',
  'line_item.invoice',
  'subscription_item.subscription',
  'billing_portal.session.customer',
  'fee_source.charge',
])

/** Returns a copy with every path expanded. */
export function expanded(context: Context, answer: unknown, paths: string[]): unknown {
  const copy: unknown = structuredClone(answer)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > DEEPEST) {
      throw invalidParam(`You cannot expand more than 4 levels of a property: ${path}`, 'expand')
    }
    fill(context, copy, steps, path)
  }
  return copy
}

function fill(context: Context, at: unknown, steps: string[], path: string): void {
  const [step, ...rest] = steps
  if (step === undefined || at === null || at === undefined) return
  if (Array.isArray(at)) {
    for (const one of at) fill(context, one, steps, path)
    return
  }
  if (typeof at !== 'object') throw notExpandable(path)
  const node = at as Node
  const name = `${String(node['object'])}.${step}`
  const make = ON_EXPAND[name]
  if (make && node[step] === undefined) node[step] = make(context, String(node['id']))
  const value = node[step]
  if (value === undefined && OPTIONAL.has(name)) return
  if (value === undefined) throw notExpandable(path)
  if (typeof value === 'string') node[step] = expandId(context, value, name, path)
  else if (Array.isArray(value))
    node[step] = value.map((one) => (typeof one === 'string' ? expandId(context, one, name, path) : one))
  else if (rest.length === 0 && value !== null && !make && !('id' in (value as Node)))
    throw notExpandable(path)
  fill(context, node[step], rest, path)
}

function expandId(context: Context, id: string, name: string, path: string): unknown {
  const kind = NEVER_EXPANDED.has(name) || name.endsWith('.id') ? undefined : objectTypeOf(id)
  const found = kind && (context.store.get(kind, id) ?? context.store.get('deleted_customer', id))
  if (!found) throw notExpandable(path)
  return structuredClone(found)
}

const notExpandable = (path: string) =>
  invalidParam(
    `This property cannot be expanded (${path}). You may want to try expanding another property, or upgrade your API version.`,
    'expand',
  )

/** The client secret that pays an open invoice; null for any other. */
function confirmationSecretOf(
  context: Context,
  invoice: string,
): { client_secret: string; type: 'payment_intent' } | null {
  if (context.store.get('invoice', invoice)?.status !== 'open') return null
  const payment = paymentOf(context, invoice)
  const intent = payment && context.store.get('payment_intent', payment.payment.payment_intent)
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
}
