// Compares Stripe objects with the SDK's types.
import { type Properties, resolve, typeFile } from './sdk-declarations.ts'

/** The SDK file and interface of each object type. */
const HOMES: Record<string, [file: string, name: string]> = {
  customer: ['Customers', 'Customer'],
  customer_session: ['CustomerSessions', 'CustomerSession'],
  product: ['Products', 'Product'],
  price: ['Prices', 'Price'],
  plan: ['Plans', 'Plan'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  setup_intent: ['SetupIntents', 'SetupIntent'],
  subscription: ['Subscriptions', 'Subscription'],
  subscription_item: ['SubscriptionItems', 'SubscriptionItem'],
  invoice: ['Invoices', 'Invoice'],
  line_item: ['InvoiceLineItems', 'InvoiceLineItem'],
  invoice_payment: ['InvoicePayments', 'InvoicePayment'],
  charge: ['Charges', 'Charge'],
  refund: ['Refunds', 'Refund'],
  transfer: ['Transfers', 'Transfer'],
  transfer_reversal: ['TransferReversals', 'TransferReversal'],
  application_fee: ['ApplicationFees', 'ApplicationFee'],
  fee_refund: ['FeeRefunds', 'FeeRefund'],
  dispute: ['Disputes', 'Dispute'],
  'radar.early_fraud_warning': ['Radar/EarlyFraudWarnings', 'EarlyFraudWarning'],
  balance: ['Balance', 'Balance'],
  balance_transaction: ['BalanceTransactions', 'BalanceTransaction'],
  'billing_portal.session': ['BillingPortal/Sessions', 'Session'],
  'billing_portal.configuration': ['BillingPortal/Configurations', 'Configuration'],
  account: ['Accounts', 'Account'],
  country_spec: ['CountrySpecs', 'CountrySpec'],
  payment_method_domain: ['PaymentMethodDomains', 'PaymentMethodDomain'],
  payout: ['Payouts', 'Payout'],
  webhook_endpoint: ['WebhookEndpoints', 'WebhookEndpoint'],
  'test_helpers.test_clock': ['TestHelpers/TestClocks', 'TestClock'],
  event: ['Events', 'EventBase'],
  'v2.core.account': ['V2/Core/Accounts', 'Account'],
  'v2.core.account_link': ['V2/Core/AccountLinks', 'AccountLink'],
  'v2.core.event_destination': ['V2/Core/EventDestinations', 'EventDestination'],
  'v2.core.event': ['V2/Core/Events', 'EventBase'],
}
export const KINDS = Object.keys(HOMES)

/** Properties that the SDK defines elsewhere for single types. */
const ALSO: Record<string, string[]> = { 'v2.core.event': ['related_object', 'data'] }

/** Properties that the SDK requires of an object type. */
export function requiredOf(kind: string): string[] {
  const [file, name] = HOMES[kind] ?? ['', '']
  const properties = typeFile(file).interfaces.get(name) ?? (new Map() as Properties)
  return [...properties].filter(([, { isRequired }]) => isRequired).map(([property]) => property)
}

/** Missing and unknown properties of a response, at any depth, as sentences. */
export function shapeErrors(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => shapeErrors(one, at))
  if (typeof value !== 'object' || value === null) return []
  const kind = (value as { object?: unknown }).object
  if (kind === 'list') return shapeErrors((value as { data: unknown }).data, at)
  if (typeof kind !== 'string') return []
  if ('deleted' in value) return []
  const [file, name] = HOMES[kind] ?? ['', '']
  if (file === '') return [`${at}: the SDK's home of ${kind} is not known`]
  return faultsAgainst(file, name, value, kind, ALSO[kind] ?? [])
}

function faultsAgainst(file: string, name: string, value: object, at: string, also: string[] = []): string[] {
  const properties = typeFile(file).interfaces.get(name)
  if (!properties) return []
  const missing = [...properties]
    .filter(([property, { isRequired, type }]) => isRequired && type !== 'void' && !(property in value))
    .map(([property]) => `${at}.${property} is missing`)
  const deeper = Object.entries(value).flatMap(([property, part]): string[] => {
    const known = properties.get(property)
    if (!known) return also.includes(property) ? [] : [`${at}.${property} is not known to the SDK`]
    return faultsBelow(file, name, known.type, part, `${at}.${property}`)
  })
  return [...missing, ...deeper]
}

function faultsBelow(file: string, owner: string, type: string, part: unknown, at: string): string[] {
  if (Array.isArray(part)) return part.flatMap((one) => faultsBelow(file, owner, type, one, at))
  if (typeof part !== 'object' || part === null) return []
  if ('object' in part) return shapeErrors(part, at)
  const names = type.match(/[A-Z]\w*(\.[A-Z]\w*)*/g) ?? []
  const found = names.map((name) => resolve(file, owner, name)).find((one) => one?.properties)
  return found?.file === file ? faultsAgainst(file, found.name, part, at) : []
}
