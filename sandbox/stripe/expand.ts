// Puts objects where their ids stand, and adds what is only shown when asked for (`expand`).
import { invalidParam } from './errors.ts'
import { listed } from './lists.ts'
import { objectTypeOf } from './object-types.ts'
import { paymentOf } from './objects/invoice-payments.ts'
import type { World } from './world.ts'

const DEEPEST = 4
type Node = Record<string, unknown>

/** Properties that are left out until somebody asks for them. */
const ON_REQUEST: Record<string, (world: World, id: string) => unknown> = {
  'invoice.payments': (world, id) =>
    listed('/v1/invoice_payments', world.store.all('invoice_payment', { invoice: id })),
  'invoice.confirmation_secret': confirmationSecretOf,
  'customer.subscriptions': (world, id) =>
    listed(
      `/v1/customers/${id}/subscriptions`,
      world.store.all('subscription', { customer: id }).filter(({ status }) => status !== 'canceled'),
    ),
  'charge.refunds': (world, id) =>
    listed(`/v1/charges/${id}/refunds`, world.store.all('refund', { charge: id }).toReversed()),
}

/** Left out where there is none, as by Stripe. */
const OPTIONAL = new Set(['charge.transfer'])

/** Ids that stay ids. */
const NEVER = new Set([
  'charge.payment_method',
  'line_item.invoice',
  'subscription_item.subscription',
  'billing_portal.session.customer',
  'fee_source.charge',
])

/** A copy of the answer with every path filled in. */
export function expanded(world: World, answer: unknown, paths: string[]): unknown {
  const copy: unknown = structuredClone(answer)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > DEEPEST) {
      throw invalidParam(`You cannot expand more than 4 levels of a property: ${path}`, 'expand')
    }
    fill(world, copy, steps, path)
  }
  return copy
}

function fill(world: World, at: unknown, steps: string[], path: string): void {
  const [step, ...rest] = steps
  if (step === undefined || at === null || at === undefined) return
  if (Array.isArray(at)) {
    for (const one of at) fill(world, one, steps, path)
    return
  }
  if (typeof at !== 'object') throw notExpandable(path)
  const node = at as Node
  const name = `${String(node['object'])}.${step}`
  const make = ON_REQUEST[name]
  if (make && node[step] === undefined) node[step] = make(world, String(node['id']))
  const value = node[step]
  if (value === undefined && OPTIONAL.has(name)) return
  if (value === undefined) throw notExpandable(path)
  if (typeof value === 'string') node[step] = theObject(world, value, name, path)
  else if (Array.isArray(value))
    node[step] = value.map((one) => (typeof one === 'string' ? theObject(world, one, name, path) : one))
  else if (rest.length === 0 && value !== null && !make && !('id' in (value as Node)))
    throw notExpandable(path)
  fill(world, node[step], rest, path)
}

function theObject(world: World, id: string, name: string, path: string): unknown {
  const kind = NEVER.has(name) || name.endsWith('.id') ? undefined : objectTypeOf(id)
  const found = kind && (world.store.get(kind, id) ?? world.store.get('deleted_customer', id))
  if (!found) throw notExpandable(path)
  return structuredClone(found)
}

const notExpandable = (path: string) =>
  invalidParam(
    `This property cannot be expanded (${path}). You may want to try expanding another property, or upgrade your API version.`,
    'expand',
  )

/** Null once nothing is left to be paid. */
function confirmationSecretOf(
  world: World,
  invoice: string,
): { client_secret: string; type: 'payment_intent' } | null {
  if (world.store.get('invoice', invoice)?.status !== 'open') return null
  const payment = paymentOf(world, invoice)
  const intent = payment && world.store.get('payment_intent', payment.payment.payment_intent)
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
}
