// Connected accounts (v2) and whether they can receive transfers.
import { isoMoment, newId } from '../clock.ts'
import { type Context, now } from '../context.ts'
import { invalidRequest, StripeProblem } from '../errors.ts'
import type { Raw } from '../form-body.ts'
import {
  anything,
  bool,
  emptyable,
  listOf,
  mergedMetadata,
  metadata,
  oneOf,
  type Read,
  shape,
  text,
} from '../params.ts'
import { capability, type CapabilityStatus, requirementsOf } from './account-requirements.ts'

const WANTED = shape({ requested: bool })
// Payouts come with transfers and can't be requested.
const BALANCE = shape({ stripe_transfers: WANTED })
const RECIPIENT = shape({
  applied: bool,
  capabilities: shape({ stripe_balance: BALANCE, bank_accounts: anything, cards: WANTED }),
})
export const ACCOUNT_INCLUDE = listOf(
  oneOf(
    'configuration.customer',
    'configuration.merchant',
    'configuration.recipient',
    'defaults',
    'future_requirements',
    'identity',
    'requirements',
  ),
)
const FIELDS = {
  configuration: shape({ customer: anything, merchant: anything, recipient: emptyable(RECIPIENT) }),
  contact_email: emptyable(text),
  contact_phone: emptyable(text),
  dashboard: oneOf('express', 'full', 'none'),
  defaults: anything,
  display_name: emptyable(text),
  identity: anything,
  include: ACCOUNT_INCLUDE,
  metadata,
}
export const ACCOUNT_INPUT = shape(FIELDS)
export type AccountInput = Read<typeof ACCOUNT_INPUT>

export type Account = ReturnType<typeof newAccount>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    'v2.core.account': Account
  }
}
type Configuration = 'customer' | 'merchant' | 'recipient'

export function newAccount(context: Context, given: AccountInput) {
  const configurations: Partial<NonNullable<AccountInput['configuration']>> = given.configuration ?? {}
  const transfers =
    configurations.recipient?.capabilities?.stripe_balance?.stripe_transfers?.requested ?? false
  const defaults = objectOf(given.defaults)
  const applied: Configuration[] = (['customer', 'merchant', 'recipient'] as const).filter(
    (name) => configurations[name] !== undefined && configurations[name] !== null,
  )
  return {
    id: `acct_${newId('a').slice(2, 18)}`,
    object: 'v2.core.account' as const,
    applied_configurations: applied,
    closed: false,
    configuration: {
      customer: configurations.customer === undefined ? null : { applied: true },
      merchant: configurations.merchant === undefined ? null : { applied: true },
      recipient: configurations.recipient
        ? {
            applied: true,
            capabilities: {
              bank_accounts: null,
              cards: null,
              stripe_balance: {
                payouts: transfers ? capability('restricted') : null,
                stripe_transfers: transfers ? capability('restricted') : null,
              },
            },
          }
        : null,
    },
    contact_email: given.contact_email ?? null,
    contact_phone: given.contact_phone ?? null,
    created: isoMoment(now(context)),
    dashboard: given.dashboard ?? null,
    defaults: {
      currency: 'usd',
      locales: null,
      profile: null,
      ...defaults,
      responsibilities: { requirements_collector: 'stripe', ...objectOf(defaults['responsibilities']) },
    },
    display_name: given.display_name ?? null,
    future_requirements: null,
    identity: {
      attestations: null,
      business_details: null,
      country: 'us',
      entity_type: null,
      individual: null,
      ...objectOf(given.identity),
    },
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    requirements: requirementsOf('restricted'),
  }
}

export const objectOf = (raw: Raw | undefined): Record<string, Raw> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? raw : {}

/** The account with the included parts; the others are null. */
export function accountView(account: Account, include: string[] = []) {
  const has = (name: string) => include.includes(name)
  const parts = include.some((name) => name.startsWith('configuration.'))
  const part = <N extends Configuration>(name: N) =>
    has(`configuration.${name}`) ? account.configuration[name] : null
  return {
    ...account,
    configuration: parts
      ? { customer: part('customer'), merchant: part('merchant'), recipient: part('recipient') }
      : null,
    defaults: has('defaults') ? account.defaults : null,
    future_requirements: has('future_requirements')
      ? { alternatives: null, entries: [], minimum_transition_date: null, summary: null }
      : null,
    identity: has('identity') ? account.identity : null,
    requirements: has('requirements') ? account.requirements : null,
  }
}

export const saveAccount = (context: Context, account: Account) =>
  context.store.put('v2.core.account', account, {
    testClock: null,
    created: now(context),
  })

/** Throws v2's 404. */
export function retrieveAccount(context: Context, id: string): Account {
  const found = context.store.get('v2.core.account', id)
  if (found) return found
  throw new StripeProblem(
    404,
    { type: 'invalid_request_error', code: 'not_found', message: `Account ${id} was not found.` },
    { isValidation: true },
  )
}

export const transfersStatus = (account: Account): CapabilityStatus | null =>
  account.configuration.recipient?.capabilities.stripe_balance.stripe_transfers?.status ?? null

/** Returns the account or throws if it can't receive transfers. Its payouts don't matter. */
export function payableAccount(context: Context, id: string, param: string): Account {
  const problem = transferProblem(context, id, param)
  if (problem) throw problem
  return retrieveAccount(context, id)
}

/**
 * Why an account can't receive transfers, or null. Source:
 * https://docs.stripe.com/error-codes#insufficient-capabilities-for-transfer
 */
export function transferProblem(context: Context, id: string, param: string): StripeProblem | null {
  const account = context.store.get('v2.core.account', id)
  if (!account) return invalidRequest(`No such destination: '${id}'`, 'resource_missing', { param })
  if (!account.closed && transfersStatus(account) === 'active') return null
  return invalidRequest(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    'insufficient_capabilities_for_transfer',
    { param },
  )
}
