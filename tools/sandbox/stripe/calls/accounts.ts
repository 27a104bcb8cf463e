// The calls about connected accounts (v2): create, retrieve, update, list, close.
import { invalidRequest } from '../errors.ts'
import { emitThin } from '../events.ts'
import { finishOnboarding } from '../objects/account-checks.ts'
import {
  type Account,
  ACCOUNT_INCLUDE,
  ACCOUNT_INPUT,
  type AccountInput,
  newAccount,
  objectOf,
  saveAccount,
  accountView,
  retrieveAccount,
} from '../objects/accounts.ts'
import { bool, listOf, mergedMetadata, oneOf, shape, text, integer } from '../params.ts'
import { route } from '../routes.ts'
import { v2Page } from '../v2-lists.ts'
import type { Context } from '../context.ts'
import { FROM_US } from './country-specs.ts'

const NOT_ENABLED =
  "You can only create new accounts if you've signed up for Connect, which you can do at https://dashboard.stripe.com/connect."

function createAccount(context: Context, given: AccountInput) {
  if (given.contact_email?.includes('+connect-not-enabled@')) throw invalidRequest(NOT_ENABLED)
  const country = countryIn(given)
  if (country !== undefined && !FROM_US.includes(country.toUpperCase()))
    throw invalidRequest(`Country '${country}' isn't supported for recipients.`, 'invalid_field_value')
  const account = newAccount(context, given)
  saveAccount(context, account)
  emitThin(context, 'v2.core.account.created', account)
  return accountView(account, given.include)
}

/** Two letters, as given. */
function countryIn({ identity }: AccountInput): string | undefined {
  const { country } = objectOf(identity)
  return typeof country === 'string' ? country : undefined
}

function updateAccount(context: Context, id: string, given: AccountInput) {
  const before = retrieveAccount(context, id)
  if (before.closed) throw invalidRequest(`The account ${id} is closed.`, 'account_closed')
  const country = countryIn(given)
  if (country !== undefined && country.toLowerCase() !== before.identity['country'])
    throw invalidRequest(`The country of ${id} can't be changed.`, 'invalid_field_value')
  const wanted = given.configuration?.recipient
  const fresh = wanted && !before.configuration.recipient ? newAccount(context, given) : null
  const after: Account = {
    ...before,
    ...(given.contact_email === undefined ? {} : { contact_email: given.contact_email }),
    ...(given.contact_phone === undefined ? {} : { contact_phone: given.contact_phone }),
    ...(given.dashboard === undefined ? {} : { dashboard: given.dashboard }),
    ...(given.display_name === undefined ? {} : { display_name: given.display_name }),
    ...(fresh
      ? {
          applied_configurations: [...before.applied_configurations, 'recipient' as const],
          configuration: { ...before.configuration, recipient: fresh.configuration.recipient },
        }
      : {}),
    defaults: { ...before.defaults, ...objectOf(given.defaults) },
    identity: { ...before.identity, ...objectOf(given.identity) },
    metadata: mergedMetadata(before.metadata, given.metadata),
  }
  saveAccount(context, after)
  emitThin(context, 'v2.core.account.updated', after)
  return accountView(after, given.include)
}

function closeAccount(context: Context, id: string) {
  const before = retrieveAccount(context, id)
  if (before.closed) return accountView(before)
  const restricted = finishOnboarding(context, before, 'restricted')
  const after: Account = { ...restricted, closed: true }
  saveAccount(context, after)
  emitThin(context, 'v2.core.account.closed', after)
  return accountView(after)
}

const CONFIGURATIONS = listOf(oneOf('customer', 'merchant', 'recipient'))

export const accountRoutes = [
  route('POST', '/v2/core/accounts', ACCOUNT_INPUT, (context, { params }) => createAccount(context, params)),
  route(
    'GET',
    '/v2/core/accounts',
    shape({ applied_configurations: CONFIGURATIONS, closed: bool, limit: integer, page: text }),
    (context, { params }) => {
      const all = context.store
        .all('v2.core.account')
        .toReversed()
        .filter(({ closed }) => params.closed === undefined || closed === params.closed)
      return v2Page(
        '/v2/core/accounts',
        all.map((account) => accountView(account)),
        params,
      )
    },
  ),
  route('GET', '/v2/core/accounts/:id', shape({ include: ACCOUNT_INCLUDE }), (context, { id, params }) =>
    accountView(retrieveAccount(context, id), params.include),
  ),
  route('POST', '/v2/core/accounts/:id', ACCOUNT_INPUT, (context, { id, params }) =>
    updateAccount(context, id, params),
  ),
  route(
    'POST',
    '/v2/core/accounts/:id/close',
    shape({ applied_configurations: CONFIGURATIONS }),
    (context, { id }) => closeAccount(context, id),
  ),
]
