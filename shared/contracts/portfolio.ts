// Portfolios: holdings and returns in percent, and how an account gets here: a broker's file, a connection, a sample.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../wire.ts'

export const Holding = z.object({
  id: Id,
  ticker: z.string(),
  companyName: z.string(),
  /** Signed, since purchase, such as "+3.2%". */
  percentReturn: z.string(),
})

/** A calendar day, `YYYY-MM-DD`. */
const Day = z.string()

/** Where the figures come from (answer 30). `sample`: made up, or valued with made-up prices. */
export const Trust = z.object({
  kind: z.enum(['live', 'imported', 'sample']),
  /** The broker's name, such as "Schwab". */
  broker: z.string(),
  /** When it was imported, or since when it is connected. */
  at: Instant,
})
export type Trust = z.output<typeof Trust>

/** Percent texts are signed and have one decimal; null means "not available", never nought. */
export const Picture = z.object({
  trust: Trust,
  since: Day,
  daysOnRecord: z.int(),
  performance: z.string(),
  benchmark: z.object({ symbol: z.string(), performance: z.string().nullable() }),
  /** Percentage points ahead of the benchmark. */
  ahead: z.string().nullable(),
  moneyWeighted: z.string().nullable(),
  maxDrawdown: z.string().nullable(),
  volatility: z.string().nullable(),
  sharpe: z.string().nullable(),
  sortino: z.string().nullable(),
  alpha: z.string().nullable(),
  beta: z.string().nullable(),
  /** Whether the prices behind these figures are made up. */
  hasSamplePrices: z.boolean(),
  /** Returns since the first day as ratios (0.05 is 5%), at most 400 days evenly chosen, first and last included. */
  curve: z.array(z.object({ day: Day, own: z.number(), benchmark: z.number().nullable() })),
})
export type Picture = z.output<typeof Picture>

/** A holding with what a picture of it needs: weights add up to 100.0, sparks are ratios since the first one. */
export const HoldingPicture = Holding.extend({ weight: z.string(), spark: z.array(z.number()) })
export type HoldingPicture = z.output<typeof HoldingPicture>

export const Account = z.object({
  id: Id,
  broker: z.string(),
  source: z.enum(['file', 'snaptrade', 'plaid', 'sample']),
  /** The last figures of the account's number, as the broker masks it. */
  label: z.string().nullable(),
  currency: z.string(),
  activities: z.int(),
  updatedAt: Instant,
})
export type Account = z.output<typeof Account>

const Fault = z.object({ line: z.int().nullable(), reason: z.string() })

/** What was understood of a file, before anything of it counts. */
export const Preview = z.object({
  id: Id,
  broker: z.string(),
  label: z.string().nullable(),
  currency: z.string(),
  rows: z.int(),
  /** Rows that say something, and how many of them were imported before. */
  activities: z.int(),
  known: z.int(),
  firstDay: Day.nullable(),
  lastDay: Day.nullable(),
  /** How often each thing happened, such as { buy: 12, dividend: 3 }. */
  kinds: z.record(z.string(), z.int()),
  symbols: z.array(z.string()),
  /** Rows that can't be read, the first hundred of them; with any, nothing can be imported. */
  faults: z.array(Fault),
  faultCount: z.int(),
})
export type Preview = z.output<typeof Preview>

const OfOne = z.object({ id: Id })

export const portfolio = {
  read: endpoint({
    method: 'GET',
    path: '/api/portfolio',
    summary: 'The own holdings, whether a broker is connected, and the overall return',
    access: 'member',
    reply: z.object({ holdings: z.array(Holding), connected: z.boolean(), performance: z.string() }),
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/portfolio/overview',
    summary:
      'The own portfolio in percent: curve, figures, holdings, accounts; `isWorking` while it is being worked out',
    access: 'member',
    reply: z.object({
      picture: Picture.nullable(),
      holdings: z.array(HoldingPicture),
      accounts: z.array(Account),
      isWorking: z.boolean(),
      /** Why there is no picture although there are accounts. */
      fault: z.string().nullable(),
    }),
  }),
  ofPerson: endpoint({
    method: 'GET',
    path: '/api/portfolio/of/:id',
    summary: 'The picture of somebody’s portfolio; holdings only for themselves and their subscribers',
    access: 'member',
    params: OfOne,
    reply: z.object({ picture: Picture.nullable(), holdings: z.array(HoldingPicture).nullable() }),
  }),
  confirmImport: endpoint({
    method: 'POST',
    path: '/api/portfolio/imports/:id/confirm',
    summary: 'Takes over what a preview showed; done twice it is done once',
    access: 'member',
    params: OfOne,
    reply: Account,
  }),
  dropImport: endpoint({
    method: 'DELETE',
    path: '/api/portfolio/imports/:id',
    summary: 'Throws a preview away',
    access: 'member',
    params: OfOne,
    reply: z.object({ message: z.string() }),
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/portfolio/accounts/:id',
    summary: 'Deletes an account with everything that was read of it',
    access: 'member',
    params: OfOne,
    reply: z.object({ message: z.string() }),
  }),
}

/** `POST` the file's bytes here as they are; answers with a `Preview` (201). Not in the contract: its body is no JSON. */
export const IMPORT_PATH = '/api/portfolio/imports'
