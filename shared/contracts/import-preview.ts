// The preview of a broker's file, how the owner wants it imported, and the progress of reading a file.
import { z } from 'zod'
import { Day, Id } from '../wire.ts'
import { ColumnProposal } from './column-mapping.ts'

const Fault = z.object({ line: z.int().nullable(), reason: z.string() })

/** A decimal number as text, such as "12.5". */
const Quantity = z.string().regex(/^\d{1,15}(\.\d{1,10})?$/, 'Enter a number such as 12.5')

/**
 * Shares that were sold without a row that bought them, so they must have been held before the file begins; or short
 * positions and written options that were bought back without a row that sold them.
 */
export const OpeningOffer = z.object({
  /** The positions are as of the close of this day, the one before the file's first. */
  day: Day,
  /** `quantity`: the smallest number of shares that makes every sale possible. */
  positions: z.array(
    z.object({
      symbol: z.string(),
      companyName: z.string().nullable(),
      quantity: Quantity,
      currency: z.string(),
      /** They were owed, not held. */
      isShort: z.boolean().default(false),
    }),
  ),
  /** The first hundred rows that need them. Without opening positions, these rows are left out. */
  rows: z.array(Fault),
  rowCount: z.int(),
})
export type OpeningOffer = z.output<typeof OpeningOffer>

/**
 * Purchases cost more than the file brings in, so cash must have been held before it begins, or the broker lent it.
 * `amount`: the least that covers every purchase.
 */
export const OpeningCashOffer = z.object({ day: Day, currency: z.string(), amount: Quantity })
export type OpeningCashOffer = z.output<typeof OpeningCashOffer>

/** Shares that came in without a purchase: from an employer, as a gift, from another account. */
export const ReceivedShares = z.object({
  symbol: z.string(),
  companyName: z.string().nullable(),
  quantity: Quantity,
  currency: z.string(),
})
export type ReceivedShares = z.output<typeof ReceivedShares>

/** A rename, a merger or a spin-off that the market reports for a share in the file. */
export const AppliedAction = z.object({
  kind: z.enum(['rename', 'merger', 'spin_off']),
  /** The first day on which it had happened. */
  day: Day,
  symbol: z.string(),
  /** Null for a merger for cash alone. */
  newSymbol: z.string().nullable(),
  /** New shares and US dollars for each share of `symbol`. */
  ratio: z.number().nullable(),
  cash: z.number().nullable(),
})
export type AppliedAction = z.output<typeof AppliedAction>

/** What we read from a file, before it is imported. */
export const Preview = z.object({
  id: Id,
  broker: z.string(),
  label: z.string().nullable(),
  currency: z.string(),
  rows: z.int(),
  /** Transactions in the file, and how many of them were imported before. */
  activities: z.int(),
  known: z.int(),
  /** Whether the file has rows that weren't imported before. */
  hasNews: z.boolean(),
  firstDay: Day.nullable(),
  lastDay: Day.nullable(),
  /** For a list of positions: the day whose closing prices value them. */
  asOf: Day.nullable(),
  /** The number of transactions of each kind, such as { buy: 12, dividend: 3 }. */
  kinds: z.record(z.string(), z.int()),
  symbols: z.array(z.string()),
  /** The accounts of a file that has several. Only the chosen ones are read. */
  accounts: z
    .array(z.object({ label: z.string(), name: z.string(), rows: z.int(), isChosen: z.boolean() }))
    .default([]),
  /** The accounts of a file that can't be divided, because some balances or rows don't name their account. */
  joint: z.array(z.string()).default([]),
  /** Rows without new information, such as sums and internal movements, by the broker's word for them. */
  skipped: z.array(z.object({ kind: z.string(), rows: z.int() })).default([]),
  /** Statements in the file. `differences`: symbols and currencies whose closing balance doesn't match the rows. */
  statements: z.array(
    z.object({ from: Day, to: Day, opening: z.array(z.string()), differences: z.array(z.string()) }),
  ),
  /** Null if nothing was sold that wasn't held. */
  opening: OpeningOffer.nullable(),
  /** New shares that came in without a purchase, whose cost the owner may state. */
  received: z.array(ReceivedShares).default([]),
  /** Null if the file's own cash is enough, or if exchange rates are needed to know. */
  openingCash: OpeningCashOffer.nullable().default(null),
  /** Corporate actions of the account's shares that its rows leave out. They are already counted. */
  corporateActions: z.array(AppliedAction).default([]),
  /** The first hundred rows that can't be read or can't have happened. Importing the file leaves them out. */
  faults: z.array(Fault),
  faultCount: z.int(),
  /** For a file with mapped columns: the stored file, and whether the mapping was remembered from an earlier one. */
  mapped: z.object({ fileId: Id, isRemembered: z.boolean() }).nullable().default(null),
})
export type Preview = z.output<typeof Preview>

/** The query of `IMPORT_PATH`: the labels of the accounts to read, each as its own `account`. By default all are read. */
export const ImportQuery = z.object({
  account: z
    .union([z.string(), z.array(z.string()).max(100)])
    .transform((one) => [one].flat())
    .optional(),
})

/** How to import an incomplete file. */
export const ImportChoice = z.object({
  /** Shares held at the close of the offer's day. `price`: the price paid per share; null if unknown. */
  openings: z
    .array(z.object({ symbol: z.string(), quantity: Quantity, price: Quantity.nullable() }))
    .max(1000)
    .default([]),
  /** What received shares cost, per share; by default their price in the file, or that day's close. */
  costs: z
    .array(z.object({ symbol: z.string(), price: Quantity }))
    .max(1000)
    .default([]),
  /** The cash held at the close of the offer's day. Null: the least that is needed, which the record states. */
  openingCash: Quantity.nullable().default(null),
  /** The broker lends to this account: no opening cash is needed. */
  isMargin: z.boolean().default(false),
  /** Leaves out all rows that can't be read or can't have happened, and marks the record as incomplete. */
  leaveOut: z.boolean().default(false),
})
export type ImportChoice = z.output<typeof ImportChoice>

/**
 * A client that accepts this type when it uploads a file to `IMPORT_PATH` gets progress: each line is an `ImportLine`
 * as JSON, and the last one has the result or the error.
 */
export const IMPORT_LINES = 'application/x-ndjson'
export const ImportLine = z.union([
  z.object({ rows: z.int() }),
  z.object({ preview: Preview }),
  z.object({ columns: ColumnProposal }),
  z.object({ refused: z.looseObject({ status: z.int(), code: z.string(), message: z.string() }) }),
])
export type ImportLine = z.output<typeof ImportLine>
