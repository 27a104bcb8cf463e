// Alpaca's API: bars, corporate actions, forex rates (https://docs.alpaca.markets/reference/stockbars).
import type { ApiResponse, MarketOptions, ApiRequest } from './requests.ts'
import {
  barsOf,
  CORPORATE_ACTIONS,
  type CorporateAction,
  dividendFactor,
  dividendsFrom,
  newYorkMidnight,
  payDayOf,
  rangeOf,
  ratesOf,
  SHARES,
} from './sample-market.ts'

const SYMBOL_NAMES: Record<string, string> = {
  '/v2/stocks/bars': 'symbols',
  '/v1beta3/crypto/us/bars': 'symbols',
  '/v1/corporate-actions': 'symbols',
  '/v1beta1/forex/rates': 'currency_pairs',
}

/** The requested symbol (the product requests one at a time); null if the path isn't Alpaca's. */
export function alpacaSymbol({ path, query }: ApiRequest): string | null {
  const name = SYMBOL_NAMES[path]
  // A coin, such as BTC/USD.
  return name ? (query.get(name) ?? '').replace(/^(\w+)\/USD$/, '$1-USD') : null
}

export function alpacaResponse(
  apiRequest: ApiRequest,
  { historyFrom = '', hasForex = true, hasDividends = true, corrected = {} }: MarketOptions,
): ApiResponse {
  const { path, query, headers } = apiRequest
  // Prices of coins need no keys.
  const isCoin = path.includes('crypto')
  const isAllowed = headers['apca-api-key-id'] === 'good' && headers['apca-api-secret-key'] === 'good'
  if (!isCoin && !isAllowed) return { status: 403, body: { message: 'forbidden.' } }
  const symbol = alpacaSymbol(apiRequest) ?? ''
  const [start, end] = [query.get('start') ?? '', query.get('end') ?? '']
  if (path === '/v1/corporate-actions') {
    const types = query.get('types')?.split(',') ?? []
    if (types.includes('name_change')) return { status: 200, body: actionsOf(symbol, { types, start, end }) }
    if (!types.includes('cash_dividend')) return { status: 200, body: splitsOf(symbol, start, end) }
    if (hasDividends)
      return { status: 200, body: dividendsOf(symbol, { from: start, to: end }, corrected.dividends) }
    return { status: 403, body: { message: 'subscription does not permit querying corporate actions' } }
  }
  if (path === '/v1beta1/forex/rates') {
    if (!hasForex) return { status: 403, body: { message: 'subscription does not permit querying forex' } }
    const rates = ratesOf(symbol, start.slice(0, 10), end.slice(0, 10)).map(({ day, close }) => ({
      t: `${day}T00:00:00Z`,
      bp: close,
      mp: close,
      ap: close,
    }))
    return {
      status: 200,
      body: { rates: rates.length > 0 ? { [symbol]: rates } : {}, next_page_token: null },
    }
  }
  if (!isCoin && !/^[A-Z.]+$/.test(symbol))
    return { status: 400, body: { message: `invalid symbol: ${symbol}` } }
  const all = query.get('adjustment') === 'all'
  const last = end.slice(0, 10)
  const from = start.slice(0, 10) < historyFrom ? historyFrom : start.slice(0, 10)
  // Returns the bars that begin within the interval, both ends included.
  const bars = barsOf(symbol, { from, to: last, raw: !all }, corrected.closes).flatMap(
    ({ day, close, volume }) => {
      const t = isCoin ? new Date(day) : newYorkMidnight(day)
      if (t < new Date(start) || t > new Date(end)) return []
      const c = all ? close * dividendFactor(symbol, day, last) : close
      const { low: l, high: h } = rangeOf(c)
      return [{ t: t.toISOString(), o: c, h, l, c, v: volume, n: 10, vw: c }]
    },
  )
  return {
    status: 200,
    body: { bars: bars.length > 0 ? { [query.get('symbols') ?? '']: bars } : {}, next_page_token: null },
  }
}

function dividendsOf(...asked: Parameters<typeof dividendsFrom>) {
  const [symbol] = asked
  const entries = dividendsFrom(...asked).map((paid) => ({
    id: `dividend ${paid.day}`,
    symbol,
    cusip: '000000000',
    rate: paid.amount,
    special: false,
    foreign: false,
    ex_date: paid.day,
    payable_date: payDayOf(paid),
    process_date: paid.day,
  }))
  return { corporate_actions: entries.length > 0 ? { cash_dividends: entries } : {}, next_page_token: null }
}

function splitsOf(symbol: string, start: string, end: string) {
  const within = SHARES[symbol]?.splits.filter(({ day }) => day >= start && day <= end) ?? []
  const entries = within.map(({ day, before, after }) => ({
    id: `split ${day}`,
    symbol,
    ...(after > before ? { cusip: '000000000' } : { old_cusip: '000000000', new_cusip: '000000001' }),
    new_rate: after,
    old_rate: before,
    ex_date: day,
    process_date: day,
  }))
  const forward = entries.filter(({ new_rate, old_rate }) => new_rate > old_rate)
  const reverse = entries.filter(({ new_rate, old_rate }) => new_rate < old_rate)
  return {
    corporate_actions: {
      ...(forward.length > 0 && { forward_splits: forward }),
      ...(reverse.length > 0 && { reverse_splits: reverse }),
    },
    next_page_token: null,
  }
}

/** The corporate actions with the symbol as the old or the new one. */
function actionsOf(symbol: string, { types, start, end }: { types: string[]; start: string; end: string }) {
  const own = CORPORATE_ACTIONS.filter(
    (one) =>
      (one.symbol === symbol || one.newSymbol === symbol) &&
      types.includes(one.kind) &&
      one.day >= start &&
      one.day <= end,
  )
  const byKind = Map.groupBy(own, ({ kind }) => kind)
  const lists = [...byKind].map(([kind, some]) => [`${kind}s`, some.map(actionBody)])
  return { corporate_actions: Object.fromEntries(lists), next_page_token: null }
}

function actionBody({ kind, day, symbol, newSymbol, before = 1, after = 1, cash }: CorporateAction) {
  const shared = { id: `${kind} ${symbol} ${day}`, process_date: day }
  const [one, other] = ['000000000', '000000001']
  switch (kind) {
    case 'name_change':
      return { ...shared, old_symbol: symbol, old_cusip: one, new_symbol: newSymbol, new_cusip: other }
    case 'spin_off': {
      const source = { source_symbol: symbol, source_cusip: one, source_rate: before }
      return {
        ...shared,
        ...source,
        new_symbol: newSymbol,
        new_cusip: other,
        new_rate: after,
        ex_date: day,
        payable_date: day,
      }
    }
    case 'cash_merger':
      return {
        ...shared,
        acquiree_symbol: symbol,
        acquiree_cusip: one,
        rate: cash,
        effective_date: day,
        payable_date: day,
      }
    case 'stock_merger':
    case 'stock_and_cash_merger': {
      const acquiree = { acquiree_symbol: symbol, acquiree_cusip: one, acquiree_rate: before }
      const acquirer = { acquirer_symbol: newSymbol, acquirer_cusip: other, acquirer_rate: after }
      const dates = { effective_date: day, payable_date: day }
      return { ...shared, ...acquiree, ...acquirer, ...dates, ...(cash !== undefined && { cash_rate: cash }) }
    }
  }
}
