// Portfolios: holdings and returns in percent, and how an account gets here: a broker's file, a connection, a sample.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../wire.ts'
import { Completeness } from './completeness.ts'
import { ImportChoice } from './import-preview.ts'
import { Checks, Day, Difference, RecordEvent, Trust } from './trust.ts'

export const Holding = z.object({
  id: Id,
  ticker: z.string(),
  companyName: z.string(),
  /** Signed, since purchase, such as "+3.2%". */
  percentReturn: z.string(),
})

/** The broker of a file that no broker made: a table of one's own. */
export const PLAIN_FILE = 'CSV file'

/** Percent texts are signed and have one decimal; null means "not available", never nought. */
export const PerformanceSummary = z.object({
  trust: Trust,
  since: Day,
  daysOnRecord: z.int(),
  performance: z.string(),
  benchmark: z.object({ symbol: z.string(), performance: z.string().nullable() }),
  /** Percentage points ahead of the benchmark. */
  ahead: z.string().nullable(),
  moneyWeighted: z.string().nullable(),
  /** Why there is no money-weighted return; null where there is one. */
  noMoneyWeighted: z.string().nullable(),
  /** Whether of an account no deposits and withdrawals are known, so that each purchase counts as paid from outside. */
  areFlowsAssumed: z.boolean(),
  /** Holdings valued at an old price for want of a newer one, and their part of all that is held. */
  unpriced: z.object({ holdings: z.int(), weight: z.string(), since: Day }).nullable(),
  maxDrawdown: z.string().nullable(),
  volatility: z.string().nullable(),
  sharpe: z.string().nullable(),
  sortino: z.string().nullable(),
  alpha: z.string().nullable(),
  beta: z.string().nullable(),
  hasSamplePrices: z.boolean(),
  completeness: Completeness.default({ rowsLeftOut: 0, openingAdded: false, reconciledTo: null }),
  checks: Checks.nullable(),
  /** Returns since the first day as ratios (0.05 is 5%), each of the last 370 days and at most 230 before, the first and the last included. */
  curve: z.array(z.object({ day: Day, own: z.number(), benchmark: z.number().nullable() })),
})
export type PerformanceSummary = z.output<typeof PerformanceSummary>

/** A holding with what a picture of it needs. Weights are parts of what the account is worth, with a minus for what was sold short; with that of the cash they add up to 100.0. Sparks are ratios since the first one. */
export const HoldingSummary = Holding.extend({
  weight: z.string(),
  spark: z.array(z.number()),
  /** The day of the price it is valued at where there is no newer one; null where there is. */
  noPriceSince: Day.nullable(),
})
export type HoldingSummary = z.output<typeof HoldingSummary>

export const Account = z.object({
  id: Id,
  broker: z.string(),
  source: z.enum(['file', 'snaptrade', 'plaid', 'sample']),
  /** The last figures of the account's number, as the broker masks it. */
  label: z.string().nullable(),
  currency: z.string(),
  activities: z.int(),
  updatedAt: Instant,
  /** The connection that keeps it up to date; null for what comes from files. */
  connectionId: Id.nullable(),
  /** Play money: shown to its owner, and part of no figure. */
  isPaper: z.boolean(),
  /** Read with columns that its owner chose; the broker's name is the owner's, too. */
  isMapped: z.boolean(),
  completeness: Completeness,
})
export type Account = z.output<typeof Account>

/** Somebody who reaches brokers for us. `isSample`: its accounts are sample data. */
export const Provider = z.object({ name: z.enum(['snaptrade', 'plaid']), isSample: z.boolean() })
export type Provider = z.output<typeof Provider>

/**
 * A sign-in at a broker. `reading`: its accounts are being read for the first time; `live`: they were read;
 * `broken`: nothing new comes in until its owner signs in at the broker again; `ended`: it can't be mended any more, since
 * it was ended by the broker.
 */
export const Connection = z.object({
  id: Id,
  provider: Provider,
  broker: z.string(),
  state: z.enum(['reading', 'live', 'broken', 'ended']),
  since: Instant,
  /** When everything was read last. */
  syncedAt: Instant.nullable(),
  /** What kept it from being read since, in words for its owner. */
  trouble: z.string().nullable(),
})
export type Connection = z.output<typeof Connection>

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
      /** Oldest first; what happened to the record while others could see it. */
      events: z.array(RecordEvent),
      /** Newest first, the first hundred. */
      differences: z.array(Difference),
      holdings: z.array(HoldingSummary),
      /** All cash as a part of what the account is worth, with a minus where it is borrowed; null where there is none. */
      cashWeight: z.string().nullable(),
      accounts: z.array(Account),
      connections: z.array(Connection),
      /** Through whom a broker can be connected; none where nobody is set up. */
      providers: z.array(Provider),
      isWorking: z.boolean(),
      /** Why there is no picture although there are accounts. */
      fault: z.string().nullable(),
      /** Statements whose closing net asset value the record misses by more than 1 %, signed, such as "+3.2%". */
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
      /** Why there is none although there are accounts. */
      noReturn: z.string().nullable(),
      /** Oldest first. */
      events: z.array(RecordEvent),
      holdings: z.array(HoldingSummary).nullable(),
      /** Null also where there are no holdings to see. */
      cashWeight: z.string().nullable(),
    }),
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
    body: z.object({ provider: Provider.shape.name }),
    reply: z.object({ url: z.url() }),
  }),
  reconnect: endpoint({
    method: 'POST',
    path: '/api/portfolio/connections/:id/reconnect',
    summary: 'Starts repairing a connection at `url`; its data stays',
    access: 'member',
    limit: 'broker',
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
 * `POST` the file's bytes here as they are; answers with a `Preview`, or with a `ColumnProposal` where the broker isn't
 * recognized (201). Not in the contract: its body is no JSON.
 */
export const IMPORT_PATH = '/api/portfolio/imports'
/** Where a provider sends people back to; the page then asks `discoverConnections`. */
export const CONNECTED_PATH = '/portfolio?connected=1'
