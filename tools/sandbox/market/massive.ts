// Massive’s API: aggregates of shares and currencies, splits, dividends, ticker events, names of shares
// (https://massive.com/docs/rest).
import type { ApiResponse, MarketOptions, ApiRequest } from './requests.ts'
import {
  barsOf,
  CORPORATE_ACTIONS,
  dividendsFrom,
  newYorkMidnight,
  NAMES,
  payDayOf,
  rangeOf,
  ratesOf,
  SHARES,
} from './sample-market.ts'

const AGGREGATES = /^\/v2\/aggs\/ticker\/([^/]+)\/range\/1\/day\/([\d-]+)\/([\d-]+)$/
const TICKERS = '/v3/reference/tickers'
/** Small, so that the few shares take several pages. */
const TICKERS_ON_A_PAGE = 2
const EVENTS = /^\/vX\/reference\/tickers\/([^/]+)\/events$/
const DETAILS = /^\/v3\/reference\/tickers\/([^/]+)$/
const LISTS = /^\/stocks\/v1\/(splits|dividends)$/

/** The requested symbol; null if the path isn't Massive's. */
export function massiveSymbol({ path, query }: ApiRequest): string | null {
  const ticker = [AGGREGATES, EVENTS, DETAILS].map((kind) => kind.exec(path)?.[1]).find((found) => found)
  // A coin, such as X:BTCUSD.
  if (ticker) return decodeURIComponent(ticker).replace(/^X:(\w+)USD$/, '$1-USD')
  return LISTS.test(path) || path === TICKERS ? (query.get('ticker') ?? '') : null
}

export function massiveResponse(
  apiRequest: ApiRequest,
  { historyFrom = '', hasForex = true, hasDividends = true, corrected = {} }: MarketOptions,
): ApiResponse {
  const { path, query } = apiRequest
  const symbol = massiveSymbol(apiRequest) ?? ''
  const request = { request_id: 'sandbox', status: 'OK' }
  if (query.get('apiKey') !== 'good')
    return { status: 401, body: { ...request, status: 'ERROR', error: 'Unknown API Key' } }
  const notIncluded = {
    status: 403,
    body: { ...request, status: 'NOT_AUTHORIZED', message: 'Your plan doesn’t include this data timeframe.' },
  }
  if (path === TICKERS) return { status: 200, body: { ...request, results: tickersAfter(query) } }
  if (EVENTS.test(path)) return found(eventsOf(symbol), request)
  if (DETAILS.test(path)) return found(detailsOf(symbol, query.get('date') ?? TODAY), request)
  const list = LISTS.exec(path)?.[1]
  if (list === 'dividends' && !hasDividends) return notIncluded
  if (list) {
    const name = list === 'splits' ? 'execution_date' : 'ex_dividend_date'
    const [from, to] = [query.get(`${name}.gte`) ?? '', query.get(`${name}.lte`) ?? '9999']
    const isWithin = ({ day }: { day: string }) => day >= from && day <= to
    const share = SHARES[symbol]
    const results =
      list === 'splits'
        ? share?.splits.filter(isWithin).map(({ day, before, after }) => ({
            id: `split ${day}`,
            adjustment_type: after > before ? 'forward_split' : 'reverse_split',
            execution_date: day,
            split_from: before,
            split_to: after,
            ticker: symbol,
          }))
        : dividendsFrom(symbol, { from, to }, corrected.dividends).map((paid) => ({
            id: `dividend ${paid.day}`,
            cash_amount: paid.amount,
            split_adjusted_cash_amount: paid.amount,
            currency: 'USD',
            distribution_type: 'recurring',
            ex_dividend_date: paid.day,
            pay_date: payDayOf(paid),
            ticker: symbol,
          }))
    return { status: 200, body: { ...request, results: results ?? [] } }
  }
  const [, , from = '', to = ''] = AGGREGATES.exec(path) ?? []
  const isForex = symbol.startsWith('C:')
  if (to < historyFrom || (isForex && !hasForex)) return notIncluded
  const start = from < historyFrom ? historyFrom : from
  const raw = query.get('adjusted') === 'false'
  const bars = isForex
    ? ratesOf(symbol.slice(2), start, to)
    : barsOf(symbol, { from: start, to, raw }, corrected.closes)
  const results = bars.map(({ day, close, volume }) => ({
    t: isForex ? Date.parse(day) : newYorkMidnight(day).getTime(),
    o: close,
    h: isForex ? close : rangeOf(close).high,
    l: isForex ? close : rangeOf(close).low,
    c: close,
    v: volume,
    vw: close,
    n: 10,
  }))
  const counts = { ticker: symbol, adjusted: !raw, queryCount: bars.length, resultsCount: bars.length }
  return { status: 200, body: { ...request, ...counts, ...(bars.length > 0 && { results }) } }
}

const found = (results: object | null, request: { request_id: string; status: string }): ApiResponse =>
  results
    ? { status: 200, body: { ...request, results } }
    : { status: 404, body: { ...request, status: 'NOT_FOUND', message: 'Ticker not found.' } }

const [FIRST_DAY, TODAY, LAST_DAY] = ['2003-09-10', '2026-12-31', '9999-12-31']
const RENAMES = CORPORATE_ACTIONS.filter(({ kind }) => kind === 'name_change')

/** Each share's symbols, oldest first. A composite FIGI of the sandbox is `BBG` and the share's last symbol. */
function companies(): { figi: string; symbols: { ticker: string; date: string; until: string }[] }[] {
  const renamed = RENAMES.map(({ symbol, newSymbol = '', day }) => ({
    figi: `BBG${newSymbol}`,
    symbols: [
      { ticker: symbol, date: FIRST_DAY, until: day },
      { ticker: newSymbol, date: day, until: LAST_DAY },
    ],
  }))
  const named = new Set(renamed.flatMap(({ symbols }) => symbols.map(({ ticker }) => ticker)))
  const others = Object.entries(SHARES).filter(([ticker]) => !named.has(ticker))
  return [
    ...renamed,
    ...others.map(([ticker, { from = FIRST_DAY, to = LAST_DAY }]) => ({
      figi: `BBG${ticker}`,
      symbols: [{ ticker, date: from, until: to }],
    })),
  ]
}

/** `id`: a composite FIGI, or a ticker, which finds only the company that has it now. Newest first. */
function eventsOf(id: string) {
  const company = companies().find(({ figi, symbols }) => figi === id || symbols.at(-1)?.ticker === id)
  const events = company?.symbols.toReversed().map(({ ticker, date }) => ({
    ticker_change: { ticker },
    event_type: 'ticker_change',
    date,
  }))
  return company && events ? { name: company.figi, composite_figi: company.figi, events } : null
}

function detailsOf(ticker: string, on: string) {
  const company = companies().find(({ symbols }) =>
    symbols.some((one) => one.ticker === ticker && one.date <= on && on < one.until),
  )
  return company ? { ticker, name: ticker, active: true, composite_figi: company.figi } : null
}

function tickersAfter(query: URLSearchParams) {
  const after = query.get('ticker.gt') ?? ''
  const later = Object.entries(NAMES).filter(([ticker]) => ticker > after)
  const page = later.slice(0, Math.min(Number(query.get('limit')), TICKERS_ON_A_PAGE))
  return page.map(([ticker, name]) => ({ ticker, name, market: 'stocks', locale: 'us', active: true }))
}
