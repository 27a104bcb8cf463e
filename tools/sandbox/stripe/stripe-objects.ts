// The types of Stripe objects, their id prefixes and their names in errors.

/**
 * Each file that defines an object adds its type (`declare module`), so the store knows all types without importing
 * their files.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface ObjectTypes {}
export type ObjectType = keyof ObjectTypes

/** Id prefixes, to find the object that an id refers to. */
const PREFIXES: Partial<Record<string, ObjectType>> = {
  cus: 'customer',
  prod: 'product',
  price: 'price',
  pm: 'payment_method',
  pi: 'payment_intent',
  seti: 'setup_intent',
  sub: 'subscription',
  in: 'invoice',
  inpay: 'invoice_payment',
  ch: 'charge',
  re: 'refund',
  tr: 'transfer',
  fee: 'application_fee',
  du: 'dispute',
  txn: 'balance_transaction',
  po: 'payout',
  pmd: 'payment_method_domain',
  bpc: 'billing_portal.configuration',
  clock: 'test_helpers.test_clock',
}

export const objectTypeOf = (id: string): ObjectType | undefined => PREFIXES[id.slice(0, id.indexOf('_'))]

const NOUNS: Partial<Record<ObjectType, string>> = {
  payment_method: 'PaymentMethod',
  setup_intent: 'setupintent',
  'billing_portal.session': 'billing portal session',
  'billing_portal.configuration': 'configuration',
  'test_helpers.test_clock': 'test clock',
  'v2.core.account': 'account',
  'radar.early_fraud_warning': 'early fraud warning',
}
export const nounOf = (kind: ObjectType): string => NOUNS[kind] ?? kind
