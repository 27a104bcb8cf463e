// Portfolios: holdings and returns in percent, accounts, imports and broker connections.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Day, Id } from '../wire.ts'
import { ImportChoice } from './import-preview.ts'
import { Account, Connection, Provider } from './portfolio-accounts.ts'
import { CheckCounts, Completeness, MarketDifference, RecordEvent, RecordSource } from './track-record.ts'

export const Holding = z.object({
  id: Id,
  ticker: z.string(),
  companyName: z.string(),
  /** The return since purchase, signed, such as "+3.2%". */
  percentReturn: z.string(),
})

/** The broker name of a file that its owner created, such as a spreadsheet. */
export const PLAIN_FILE = 'CSV file'

/** Percent texts are signed and have one decimal. Null means "not available", never zero. */
export const PerformanceSummary = z.object({
  trust: RecordSource,
  since: Day,
  daysOnRecord: z.int(),
  performance: z.string(),
  benchmark: z.object({ symbol: z.string(), performance: z.string().nullable() }),
  /** Percentage points ahead of the benchmark. */
  ahead: z.string().nullable(),
  moneyWeighted: z.string().nullable(),
  /** Why there is no money-weighted return; null if there is one. */
  noMoneyWeighted: z.string().nullable(),
  /** Whether an account's deposits and withdrawals are unknown, so that each purchase counts as a deposit. */
  areFlowsAssumed: z.boolean(),
  /** Holdings valued at an old price because there is no newer one, and their weight in the portfolio. */
  unpriced: z.object({ holdings: z.int(), weight: z.string(), since: Day }).nullable(),
  /**
   * Options that the market has no price for, and their weight at their intrinsic value; and how many were still held after their
   * expiry and ended by assumption.
   */
  options: z
    .object({
      atIntrinsic: z.object({ holdings: z.int(), weight: z.string() }).nullable(),
      ended: z.int(),
    })
    .default({ atIntrinsic: null, ended: 0 }),
  maxDrawdown: z.string().nullable(),
  volatility: z.string().nullable(),
  sharpe: z.string().nullable(),
  sortino: z.string().nullable(),
  alpha: z.string().nullable(),
  beta: z.string().nullable(),
  completeness: Completeness.default({
    rowsLeftOut: 0,
    openingAdded: false,
    openingCash: null,
    isMargin: false,
    reconciledTo: null,
  }),
  checks: CheckCounts.nullable(),
  /** Returns since the first day, as ratios (0.05 is 5%): each of the last 370 days, and at most 230 earlier days. */
  curve: z.array(z.object({ day: Day, own: z.number(), benchmark: z.number().nullable() })),
})
export type PerformanceSummary = z.output<typeof PerformanceSummary>

/**
 * A holding with the data for its chart. `weight`: its percentage of the portfolio's value, negative if it was sold
 * short; all weights and the cash weight add up to 100.0. `spark`: returns since its first point, as ratios.
 */
export const HoldingSummary = Holding.extend({
  weight: z.string(),
  spark: z.array(z.number()),
  /** The day of the old price it is valued at; null if the price is current. */
  noPriceSince: Day.nullable(),
  /** Whether it is an option valued as if it were exercised. */
  isAtIntrinsic: z.boolean(),
})
export type HoldingSummary = z.output<typeof HoldingSummary>

const OfOne = z.object({ id: Id })

export const portfolio = {
  read: endpoint({
    method: 'GET',
    path: '/api/portfolio',
    summary: 'The viewer’s holdings, whether a broker is connected, and the overall return',
    access: 'member',
    reply: z.object({ holdings: z.array(Holding), connected: z.boolean(), performance: z.string() }),
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/portfolio/overview',
    summary:
      'The viewer’s portfolio in percent: curve, figures, holdings, accounts; `isWorking` while it is being calculated',
    access: 'member',
    reply: z.object({
      picture: PerformanceSummary.nullable(),
      /** Events of the record while others could see it, oldest first. */
      events: z.array(RecordEvent),
      /** The newest hundred, newest first. */
      differences: z.array(MarketDifference),
      holdings: z.array(HoldingSummary),
      /** All cash as a percentage of the portfolio's value, negative if borrowed; null if there is none. */
      cashWeight: z.string().nullable(),
      accounts: z.array(Account),
      connections: z.array(Connection),
      /** The configured providers for connecting a broker. */
      providers: z.array(Provider),
      isWorking: z.boolean(),
      /** Why there is no performance summary although there are accounts, or why an older one isn't updated. */
      fault: z.string().nullable(),
      /** Whether `retryCalculation` may help against the fault. */
      canRetry: z.boolean(),
      /**
       * Statements whose closing net asset value differs from the record's by more than 1 %, signed, such as "+3.2%".
       */
      statementDifferences: z.array(z.object({ accountId: Id, day: Day, percent: z.string() })),
    }),
  }),
  ofPerson: endpoint({
    method: 'GET',
    path: '/api/portfolio/of/:id',
    summary: 'Someone’s portfolio performance; holdings only for themselves and their subscribers',
    access: 'member',
    params: OfOne,
    reply: z.object({
      picture: PerformanceSummary.nullable(),
      /** Why there is no return although there are accounts. */
      noReturn: z.string().nullable(),
      /** Oldest first. */
      events: z.array(RecordEvent),
      holdings: z.array(HoldingSummary).nullable(),
      /** Also null if the viewer may not see the holdings. */
      cashWeight: z.string().nullable(),
    }),
  }),
  retryCalculation: endpoint({
    method: 'POST',
    path: '/api/portfolio/retry',
    summary: 'Starts a calculation again that waits for prices or has failed',
    access: 'member',
    limit: 'broker',
    reply: z.object({ message: z.string() }),
  }),
  confirmImport: endpoint({
    method: 'POST',
    path: '/api/portfolio/imports/:id/confirm',
    summary: 'Imports a preview; repeating the call changes nothing',
    access: 'member',
    params: OfOne,
    body: ImportChoice.nullish(),
    reply: Account,
  }),
  dropImport: endpoint({
    method: 'DELETE',
    path: '/api/portfolio/imports/:id',
    summary: 'Deletes a preview',
    access: 'member',
    params: OfOne,
    reply: z.object({ message: z.string() }),
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/portfolio/accounts/:id',
    summary: 'Deletes an account and all its imported data',
    access: 'member',
    params: OfOne,
    reply: z.object({ message: z.string() }),
  }),
  connect: endpoint({
    method: 'POST',
    path: '/api/portfolio/connections',
    summary: 'Starts connecting a broker; the viewer signs in at `url` and returns to the portfolio',
    access: 'member',
    limit: 'broker',
    needsVerifiedEmail: true,
    body: z.object({ provider: Provider.shape.name }),
    reply: z.object({ url: z.url() }),
  }),
  reconnect: endpoint({
    method: 'POST',
    path: '/api/portfolio/connections/:id/reconnect',
    summary: 'Starts repairing a connection at `url`; its data stays',
    access: 'member',
    limit: 'broker',
    needsVerifiedEmail: true,
    params: OfOne,
    reply: z.object({ url: z.url() }),
  }),
  discoverConnections: endpoint({
    method: 'POST',
    path: '/api/portfolio/connections/look',
    summary: 'Finds newly connected brokers and queues their sync; called when the viewer returns',
    access: 'member',
    limit: 'broker',
    reply: z.object({ connections: z.array(Connection) }),
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/portfolio/connections/:id',
    summary: 'Disconnects a broker, here and at the provider, and deletes its data',
    access: 'member',
    params: OfOne,
    reply: z.object({ message: z.string() }),
  }),
  deleteAll: endpoint({
    method: 'DELETE',
    path: '/api/portfolio',
    summary: 'Deletes the whole portfolio: accounts, connections, files, figures, and the providers’ data',
    access: 'member',
    reply: z.object({ message: z.string() }),
  }),
}

/**
 * `POST` the raw bytes of a file here. The response (201) is a `Preview`, or a `ColumnProposal` if the broker isn't
 * recognized. Not in the contract, because the request body isn't JSON.
 */
export const IMPORT_PATH = '/api/portfolio/imports'
/** Where a provider redirects people. The page then calls `discoverConnections`. */
export const CONNECTED_PATH = '/portfolio?connected=1'
