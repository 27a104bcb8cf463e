// Tables whose broker isn't recognized: what is in them, and what their owner says each column means.
import { z } from 'zod'
import { Id, text } from '../wire.ts'

/** What a column can hold. `details` is text with quantity and price in it, such as "OPEN BUY 10 @ 123.40". */
export const COLUMN_FIELDS = [
  'date',
  'action',
  'symbol',
  'isin',
  'name',
  'quantity',
  'price',
  'amount',
  'fee',
  'tax',
  'currency',
  'details',
] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/**
 * What the words of the action column can mean. `trade` is a buy or a sale by its sign, `cash` a deposit or a withdrawal
 * by its sign, `exchange` one side of a currency conversion, and a row of `none` changes nothing.
 */
export const MEANINGS = [
  'buy',
  'sell',
  'trade',
  'short',
  'cover',
  'dividend',
  'dividend_tax',
  'interest',
  'fee',
  'deposit',
  'withdrawal',
  'cash',
  'transfer_in',
  'transfer_out',
  'split',
  'stock_dividend',
  'exchange',
  'none',
] as const
export type Meaning = (typeof MEANINGS)[number]

/** Columns beyond these are left out of the table. */
export const COLUMNS_MAX = 100
/** A column with more different words than this says something else than what happened. */
export const WORDS_MAX = 100
export const WORD_LENGTH_MAX = 80
export const BROKER_NAME_MAX = 40

const ColumnIndex = z
  .int()
  .min(0)
  .max(COLUMNS_MAX - 1)

export const ColumnMapping = z.object({
  /** What the owner calls the broker; empty for `PLAIN_FILE`. */
  broker: text('A broker name must be text').trim().max(BROKER_NAME_MAX),
  /** The column of each field, from 0. */
  columns: z.partialRecord(z.enum(COLUMN_FIELDS), ColumnIndex),
  meanings: z
    .array(z.object({ word: text('A word must be text').max(WORD_LENGTH_MAX), meaning: z.enum(MEANINGS) }))
    .max(WORDS_MAX),
  /** Year, month or day first. */
  dates: z.enum(['ymd', 'mdy', 'dmy']),
  decimal: z.enum(['.', ',']),
  /** ISO 4217, of rows that name none; empty where nobody has said it yet. */
  currency: z.string().regex(/^([A-Z]{3})?$/, 'A currency is three letters, such as USD'),
  /** Whether fees and taxes are already in the amount of a trade or a dividend. */
  amount: z.enum(['after_fees', 'before_fees']),
  /** Whether money that leaves the account has a minus; otherwise the action alone says where it goes. */
  outflows: z.enum(['minus', 'unsigned']),
})
export type ColumnMapping = z.output<typeof ColumnMapping>

export const ColumnProposal = z.object({
  kind: z.literal('columns'),
  /** The stored file; it is kept for a quarter of an hour. */
  fileId: Id,
  /** Names of a workbook's visible sheets; none for a text file. */
  sheets: z.array(z.string()),
  sheet: z.int(),
  columns: z.array(
    z.object({
      /** As the file names it; empty where it doesn't. */
      name: z.string(),
      /** The different words in it, numbers as `#`, most frequent first; null where there are too many. */
      words: z.array(z.object({ word: z.string(), rows: z.int() })).nullable(),
    }),
  ),
  firstRows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  rows: z.int(),
  /** The guess, or what the owner chose for the last file with the same header. */
  mapping: ColumnMapping,
  isRemembered: z.boolean(),
})
export type ColumnProposal = z.output<typeof ColumnProposal>

/** One row as it would be read: for its owner, with amounts. `reason` says why it can't be read. */
export const ReadRow = z.object({
  line: z.int(),
  activities: z.array(
    z.object({
      type: z.string(),
      day: z.string(),
      symbol: z.string().nullable(),
      quantity: z.string().nullable(),
      price: z.string().nullable(),
      cash: z.string(),
      fee: z.string(),
      currency: z.string(),
    }),
  ),
  reason: z.string().nullable(),
})
export type ReadRow = z.output<typeof ReadRow>
