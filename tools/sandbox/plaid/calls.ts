// The Plaid sandbox's calls. Shapes: https://plaid.com/docs/api/
import type { Fields, Item, PlaidState } from './state.ts'

/** An error with Plaid's codes. The server turns it into JSON. */
export class PlaidError extends Error {
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

type Call = (state: PlaidState, body: Fields) => Fields

export const CALLS: Record<string, Call> = {
  '/link/token/create': (state, body) => {
    const needed = ['client_name', 'language', 'country_codes', 'user']
    const missing = needed.filter((field) => body[field] === undefined)
    const isUpdate = typeof body['access_token'] === 'string'
    if (missing.length > 0 || isUpdate === Array.isArray(body['products']))
      throw new PlaidError('MISSING_FIELDS', 'INVALID_REQUEST')
    if (isUpdate) itemOf(state, body, { allowError: true })
    const token = state.nextId('link-sandbox')
    const expiration = new Date(state.now().getTime() + HALF_HOUR_MS).toISOString()
    state.pages.set(token, { token, request: body, expiration, sessions: [] })
    return {
      link_token: token,
      expiration,
      ...(body['hosted_link'] !== undefined && { hosted_link_url: `https://secure.plaid.com/hl/${token}` }),
    }
  },
  '/link/token/get': (state, body) => {
    const page = state.pages.get(String(body['link_token']))
    if (!page) throw new PlaidError('INVALID_LINK_TOKEN')
    const { token, expiration, sessions } = page
    return { link_token: token, created_at: null, expiration, link_sessions: sessions, metadata: {} }
  },
  '/item/public_token/exchange': (state, body) => {
    const publicToken = String(body['public_token'])
    const item = state.publicTokens.get(publicToken)
    if (item === undefined) throw new PlaidError('INVALID_PUBLIC_TOKEN')
    state.publicTokens.delete(publicToken)
    const token = state.nextId('access-sandbox')
    state.accessTokens.set(token, item)
    return { access_token: token, item_id: item }
  },
  '/item/get': (state, body) => ({ item: itemView(itemOf(state, body, { allowError: true })), status: null }),
  '/item/remove': (state, body) => {
    itemOf(state, body, { allowError: true }).isRemoved = true
    return {}
  },
  '/accounts/get': (state, body) => {
    const item = itemOf(state, body)
    return { accounts: item.accounts, item: itemView(item) }
  },
  '/investments/holdings/get': (state, body) => {
    const item = readyItem(state, body)
    const { accounts, isAsked } = accountsOf(item, body)
    const { securities, isTypedIn } = item
    const holdings = item.holdings.filter(isAsked)
    return { accounts, holdings, securities, item: itemView(item), is_investments_fallback_item: isTypedIn }
  },
  '/investments/transactions/get': (state, body) => {
    const item = readyItem(state, body)
    const { accounts, isAsked } = accountsOf(item, body)
    const { count = 100, offset = 0 } = { ...(body['options'] as { count?: number; offset?: number }) }
    if (count > PAGE_MAX) throw new PlaidError('INVALID_FIELD', 'INVALID_REQUEST')
    const [from, to] = [String(body['start_date']), String(body['end_date'])]
    const all = item.transactions
      .filter(isAsked)
      .filter(({ date }) => String(date) >= from && String(date) <= to)
      .toSorted((a, b) => (String(a['date']) < String(b['date']) ? 1 : -1))
    const page = all.slice(offset, offset + count)
    const named = new Set(page.map(({ security_id: id }) => id))
    return {
      accounts,
      item: itemView(item),
      securities: item.securities.filter(({ security_id: id }) => named.has(id)),
      investment_transactions: page,
      total_investment_transactions: all.length,
    }
  },
}

function itemOf(state: PlaidState, body: Fields, { allowError = false } = {}): Item {
  const id = state.accessTokens.get(String(body['access_token']))
  const item = id === undefined ? undefined : state.items.get(id)
  if (!item) throw new PlaidError('INVALID_ACCESS_TOKEN')
  if (item.isRemoved) throw new PlaidError('ITEM_NOT_FOUND', 'ITEM_ERROR')
  if (item.error !== null && !allowError) throw new PlaidError(item.error, 'ITEM_ERROR')
  return item
}

function readyItem(state: PlaidState, body: Fields): Item {
  const item = itemOf(state, body)
  if (!item.isReady) throw new PlaidError('PRODUCT_NOT_READY', 'ITEM_ERROR')
  return item
}

function accountsOf(item: Item, body: Fields) {
  const { account_ids: ids } = { ...(body['options'] as { account_ids?: string[] }) }
  const has = (id: string) => item.accounts.some(({ account_id }) => account_id === id)
  if (ids?.some((id) => !has(id))) throw new PlaidError('INVALID_ACCOUNT_ID')
  const isAsked = ({ account_id: id }: Fields) => ids?.includes(String(id)) ?? true
  return { accounts: item.accounts.filter(isAsked), isAsked }
}

const itemView = ({ id, institution, error }: Item): Fields => ({
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
