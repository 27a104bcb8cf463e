// Converts connections, accounts, positions and activities to SnapTrade's JSON, typed by the SDK.
import type {
  Account as WireAccount,
  AccountPosition,
  AccountUniversalActivity,
  Balance,
  BrokerageAuthorization,
  Currency as WireCurrency,
} from 'snaptrade-typescript-sdk'
import type { Ledger } from './samples/ledger.ts'
import { brokerOf } from './samples/brokers.ts'
import { stableId } from './samples/seeded-random.ts'
import { type Day, dayOf, isTradingDay, plusDays, tradingDayFrom } from './samples/trading-days.ts'
import { priceOn } from './samples/prices.ts'
import { type Currency, EXCHANGES, type Security, securityOf } from './samples/securities.ts'
import type { Account, Connection, BrokerAccount, StoredActivity } from './store.ts'
import { sampleOf } from './sync.ts'
import { brokerageId, type Context } from './context.ts'

const CURRENCY_NAMES: Record<Currency, string> = { USD: 'US Dollar', CAD: 'Canadian Dollar' }
const TYPES = {
  stock: { code: 'cs', description: 'Common Stock' },
  etf: { code: 'et', description: 'ETF' },
} as const

const currencyOf = (code: Currency): Required<WireCurrency> => ({
  id: stableId('currency', code),
  code,
  name: CURRENCY_NAMES[code],
})
export const currencyIn = (depot: BrokerAccount): Currency => sampleOf(depot).plan?.currency ?? 'USD'
const nameOf = (slug: string) => brokerOf(slug)?.name ?? slug

export function wireConnection(context: Context, connection: Connection): BrokerageAuthorization {
  const name = nameOf(connection.slug)
  return {
    id: connection.id,
    created_date: connection.createdAt,
    updated_date: connection.createdAt,
    brokerage: {
      id: brokerageId(connection.slug),
      slug: connection.slug,
      name,
      display_name: name,
      description: 'Sample data, no real broker.',
      aws_s3_logo_url: '',
      aws_s3_square_logo_url: null,
      url: null,
      enabled: true,
      maintenance_mode: false,
      is_degraded: false,
      allows_trading: false,
      brokerage_type: { id: stableId('brokerage type'), name: 'Traditional Brokerage' },
    },
    name: `Connection to ${name}`,
    type: 'read',
    disabled: connection.disabledAt !== null,
    disabled_date: connection.disabledAt,
    meta: {},
    data_freshness_mode: context.plan === 'realtime' ? 'realtime' : 'delayed',
  }
}

/** `ledger` and `first` (the first activity's day) cover only what has been synced. */
export function wireAccount(
  account: Account,
  connection: Connection,
  depot: BrokerAccount,
  known: { ledger: Ledger; first: Day | null },
): WireAccount {
  const sample = sampleOf(depot)
  const isSynced = connection.syncsAt === null
  const amount = isSynced ? valueOf(known.ledger, depot) : null
  return {
    id: account.id,
    brokerage_authorization: connection.id,
    portfolio_group: null,
    name: `${nameOf(depot.slug)} ${sample.name}`,
    number: depot.number,
    institution_account_id: depot.id,
    institution_name: nameOf(depot.slug),
    created_date: account.createdAt,
    funding_date: null,
    opening_date: `${depot.opened}T00:00:00.000Z`,
    sync_status: {
      transactions: {
        initial_sync_completed: isSynced,
        last_successful_sync: isSynced ? depot.livedTo : null,
        first_transaction_date: isSynced ? known.first : null,
      },
      holdings: {
        initial_sync_completed: isSynced,
        last_successful_sync: isSynced ? depot.syncedAt : null,
        holdings_unavailable: false,
      },
    },
    balance: { total: amount === null ? null : { amount, currency: currencyIn(depot) } },
    status: 'open',
    raw_type: sample.type,
    account_category: 'INVESTMENT',
    meta: { type: sample.type, status: 'ACTIVE', institution_name: nameOf(depot.slug) },
    cash_restrictions: [],
    is_paper: sample.isPaper,
  }
}

const pricedOn = (depot: BrokerAccount): Day => depot.livedTo ?? depot.opened

function valueOf(ledger: Ledger, depot: BrokerAccount): number {
  let total = ledger.cash
  for (const [symbol, { units }] of ledger.held) {
    total = total.plus(units.times(priceOn(securityOf(symbol), pricedOn(depot))))
  }
  return total.toDecimalPlaces(2).toNumber()
}

export function wireBalance(ledger: Ledger, depot: BrokerAccount): Balance {
  const cash = ledger.cash.toNumber()
  return { currency: currencyOf(currencyIn(depot)), cash, buying_power: cash }
}

export function wirePositions(ledger: Ledger, depot: BrokerAccount): AccountPosition[] {
  return [...ledger.held]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([symbol, { units, cost }]) => {
      const security = securityOf(symbol)
      return {
        instrument: instrumentOf(security),
        units: units.toFixed(),
        price: priceOn(security, pricedOn(depot)).toFixed(),
        cost_basis: cost.div(units).toDecimalPlaces(4).toFixed(),
        currency: security.currency,
      }
    })
}

/** TypeScript can't narrow the union when `kind` may be either value. */
function instrumentOf(security: Security): AccountPosition['instrument'] {
  const facts = {
    id: stableId('symbol', security.symbol),
    symbol: security.symbol,
    raw_symbol: rawSymbol(security),
    description: security.name,
    currency: security.currency,
    exchange: security.exchange,
    figi_instrument: figiOf(security),
  }
  return security.kind === 'etf' ? { ...facts, kind: 'etf' } : { ...facts, kind: 'stock' }
}

const rawSymbol = ({ symbol }: Security) => symbol.replace(/\.TO$/, '')
const figiOf = ({ figi }: Security) => (figi === null ? null : { figi_code: figi, figi_share_class: null })

function symbolOf(security: Security): NonNullable<AccountUniversalActivity['symbol']> {
  const { name, code, timezone, suffix } = EXCHANGES[security.exchange]
  return {
    id: stableId('symbol', security.symbol),
    symbol: security.symbol,
    raw_symbol: rawSymbol(security),
    description: security.name,
    currency: currencyOf(security.currency),
    exchange: {
      id: stableId('exchange', security.exchange),
      code,
      mic_code: security.exchange,
      name,
      timezone,
      start_time: '09:30:00',
      close_time: '16:00:00',
      suffix,
    },
    type: { id: stableId('type', security.kind), ...TYPES[security.kind], is_supported: true },
    figi_code: security.figi,
    figi_instrument: figiOf(security),
  }
}

export function wireActivity(activity: StoredActivity, depot: BrokerAccount): AccountUniversalActivity {
  return {
    id: activity.id,
    symbol: activity.symbol === null ? null : symbolOf(securityOf(activity.symbol)),
    option_symbol: null,
    currency_universal_symbol: null,
    price: Number(activity.price),
    units: Number(activity.units),
    amount: Number(activity.amount),
    currency: currencyOf(currencyIn(depot)),
    type: activity.type,
    option_type: '',
    description: activity.text,
    trade_date: activity.at,
    settlement_date: `${settled(activity)}T00:00:00.000Z`,
    fee: 0,
    fx_rate: null,
    institution: nameOf(depot.slug),
    external_reference_id: stableId('reference', activity.id),
  }
}

/** Trades settle on the next trading day; everything else settles the same day. */
function settled({ type, day }: StoredActivity): Day {
  const isTrade = type === 'BUY' || type === 'SELL' || type === 'REI'
  return isTrade && isTradingDay(day) ? tradingDayFrom(plusDays(day, 1)) : day
}

export const asOf = (depot: BrokerAccount, now: Date) => depot.syncedAt ?? `${dayOf(now)}T00:00:00.000Z`
