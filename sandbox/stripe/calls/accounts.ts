// The calls about connected accounts: make, read, change, list and close one.
import { refused } from '../errors.ts'
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
  shown,
  theAccount,
} from '../objects/accounts.ts'
import { flag, listOf, mergedMetadata, oneOf, shape, text, whole } from '../params.ts'
import { route } from '../routes.ts'
import { v2Page } from '../v2-lists.ts'
import type { World } from '../world.ts'

const NOT_ENABLED =
  "You can only create new accounts if you've signed up for Connect, which you can do at https://dashboard.stripe.com/connect."

function createAccount(world: World, given: AccountInput) {
  if (given.contact_email?.includes('+connect-not-enabled@')) throw refused(NOT_ENABLED)
  const account = newAccount(world, given)
  saveAccount(world, account)
  emitThin(world, 'v2.core.account.created', account)
  return shown(account, given.include)
}

function updateAccount(world: World, id: string, given: AccountInput) {
  const before = theAccount(world, id)
  if (before.closed) throw refused(`The account ${id} is closed.`, 'account_closed')
  const wanted = given.configuration?.recipient
  const fresh = wanted && !before.configuration.recipient ? newAccount(world, given) : null
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
  saveAccount(world, after)
  emitThin(world, 'v2.core.account.updated', after)
  return shown(after, given.include)
}

function closeAccount(world: World, id: string) {
  const before = theAccount(world, id)
  if (before.closed) return shown(before)
  const restricted = finishOnboarding(world, before, 'restricted')
  const after: Account = { ...restricted, closed: true }
  saveAccount(world, after)
  emitThin(world, 'v2.core.account.closed', after)
  return shown(after)
}

const CONFIGURATIONS = listOf(oneOf('customer', 'merchant', 'recipient'))

export const accountRoutes = [
  route('POST', '/v2/core/accounts', ACCOUNT_INPUT, (world, { params }) => createAccount(world, params)),
  route(
    'GET',
    '/v2/core/accounts',
    shape({ applied_configurations: CONFIGURATIONS, closed: flag, limit: whole, page: text }),
    (world, { params }) => {
      const all = world.store
        .all('v2.core.account')
        .toReversed()
        .filter(({ closed }) => params.closed === undefined || closed === params.closed)
      return v2Page(
        '/v2/core/accounts',
        all.map((account) => shown(account)),
        params,
      )
    },
  ),
  route('GET', '/v2/core/accounts/:id', shape({ include: ACCOUNT_INCLUDE }), (world, { id, params }) =>
    shown(theAccount(world, id), params.include),
  ),
  route('POST', '/v2/core/accounts/:id', ACCOUNT_INPUT, (world, { id, params }) =>
    updateAccount(world, id, params),
  ),
  route(
    'POST',
    '/v2/core/accounts/:id/close',
    shape({ applied_configurations: CONFIGURATIONS }),
    (world, { id }) => closeAccount(world, id),
  ),
]
