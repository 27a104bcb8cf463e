// How a stand-in of Plaid answers each call. Source of the shapes: https://plaid.com/docs/api/
import type { Fields, Item, World } from './world.ts'

/** A refusal as Plaid words it; the server turns it into the error's JSON. */
export class Refused extends Error {
  readonly status: number
  readonly type: string
  readonly code: string

  constructor(code: string, type = 'INVALID_INPUT', status = 400) {
    super(code)
    this.code = code
    this.type = type
    this.status = status
  }
}

const HALF_HOUR_MS = 30 * 60_000
const PAGE_MAX = 500

type Call = (world: World, body: Fields) => Fields

export const CALLS: Record<string, Call> = {
  '/link/token/create': (world, body) => {
    const needed = ['client_name', 'language', 'country_codes', 'user']
    const missing = needed.filter((field) => body[field] === undefined)
    const isUpdate = typeof body['access_token'] === 'string'
    if (missing.length > 0 || isUpdate === Array.isArray(body['products']))
      throw new Refused('MISSING_FIELDS', 'INVALID_REQUEST')
    if (isUpdate) itemOf(world, body, { evenBroken: true })
    const token = world.nextId('link-sandbox')
    const expiration = new Date(world.now().getTime() + HALF_HOUR_MS).toISOString()
    world.pages.set(token, { token, request: body, expiration, sessions: [] })
    return {
      link_token: token,
      expiration,
      ...(body['hosted_link'] !== undefined && { hosted_link_url: `https://secure.plaid.com/hl/${token}` }),
    }
  },
  '/link/token/get': (world, body) => {
    const page = world.pages.get(String(body['link_token']))
    if (!page) throw new Refused('INVALID_LINK_TOKEN')
    const { token, expiration, sessions } = page
    return { link_token: token, created_at: null, expiration, link_sessions: sessions, metadata: {} }
  },
  '/item/public_token/exchange': (world, body) => {
    const publicToken = String(body['public_token'])
    const item = world.publicTokens.get(publicToken)
    if (item === undefined) throw new Refused('INVALID_PUBLIC_TOKEN')
    world.publicTokens.delete(publicToken)
    const token = world.nextId('access-sandbox')
    world.access.set(token, item)
    return { access_token: token, item_id: item }
  },
  '/item/get': (world, body) => ({ item: told(itemOf(world, body, { evenBroken: true })), status: null }),
  '/item/remove': (world, body) => {
    itemOf(world, body, { evenBroken: true }).isRemoved = true
    return {}
  },
  '/accounts/get': (world, body) => {
    const item = itemOf(world, body)
    return { accounts: item.accounts, item: told(item) }
  },
  '/investments/holdings/get': (world, body) => {
    const item = readyItem(world, body)
    const { accounts, isAsked } = accountsOf(item, body)
    const { securities, isTypedIn } = item
    const holdings = item.holdings.filter(isAsked)
    return { accounts, holdings, securities, item: told(item), is_investments_fallback_item: isTypedIn }
  },
  '/investments/transactions/get': (world, body) => {
    const item = readyItem(world, body)
    const { accounts, isAsked } = accountsOf(item, body)
    const { count = 100, offset = 0 } = { ...(body['options'] as { count?: number; offset?: number }) }
    if (count > PAGE_MAX) throw new Refused('INVALID_FIELD', 'INVALID_REQUEST')
    const [from, to] = [String(body['start_date']), String(body['end_date'])]
    const all = item.transactions
      .filter(isAsked)
      .filter(({ date }) => String(date) >= from && String(date) <= to)
      .toSorted((a, b) => (String(a['date']) < String(b['date']) ? 1 : -1))
    const page = all.slice(offset, offset + count)
    const named = new Set(page.map(({ security_id: id }) => id))
    return {
      accounts,
      item: told(item),
      securities: item.securities.filter(({ security_id: id }) => named.has(id)),
      investment_transactions: page,
      total_investment_transactions: all.length,
    }
  },
}

function itemOf(world: World, body: Fields, { evenBroken = false } = {}): Item {
  const id = world.access.get(String(body['access_token']))
  const item = id === undefined ? undefined : world.items.get(id)
  if (!item) throw new Refused('INVALID_ACCESS_TOKEN')
  if (item.isRemoved) throw new Refused('ITEM_NOT_FOUND', 'ITEM_ERROR')
  if (item.error !== null && !evenBroken) throw new Refused(item.error, 'ITEM_ERROR')
  return item
}

function readyItem(world: World, body: Fields): Item {
  const item = itemOf(world, body)
  if (!item.isReady) throw new Refused('PRODUCT_NOT_READY', 'ITEM_ERROR')
  return item
}

function accountsOf(item: Item, body: Fields) {
  const { account_ids: ids } = { ...(body['options'] as { account_ids?: string[] }) }
  const has = (id: string) => item.accounts.some(({ account_id }) => account_id === id)
  if (ids?.some((id) => !has(id))) throw new Refused('INVALID_ACCOUNT_ID')
  const isAsked = ({ account_id: id }: Fields) => ids?.includes(String(id)) ?? true
  return { accounts: item.accounts.filter(isAsked), isAsked }
}

const told = ({ id, institution, error }: Item): Fields => ({
  item_id: id,
  institution_id: 'ins_1',
  institution_name: institution,
  webhook: null,
  error: error === null ? null : { error_type: 'ITEM_ERROR', error_code: error, error_message: error },
  available_products: [],
  billed_products: ['investments'],
  consent_expiration_time: null,
  update_type: 'background',
})
