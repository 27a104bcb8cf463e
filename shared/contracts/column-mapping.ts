// Files of unrecognized brokers: what their columns contain, and how the owner maps them.
import { z } from 'zod'
import { Id, text } from '../wire.ts'

/** What a column can contain. `details`: text with quantity and price, such as "OPEN BUY 10 @ 123.40". */
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
 * The possible meanings of words in the action column. For `trade`, the sign decides between buy and sell, and for
 * `cash` between deposit and withdrawal. `exchange` is one side of a currency conversion. Rows with `none` are ignored.
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

/** Further columns are ignored. */
export const COLUMNS_MAX = 100
/** A column with more different words than this can't be the action column. */
export const WORDS_MAX = 100
export const WORD_LENGTH_MAX = 80
export const BROKER_NAME_MAX = 40

const ColumnIndex = z
  .int()
  .min(0)
  .max(COLUMNS_MAX - 1)

export const ColumnMapping = z.object({
  /** The broker's name as the owner entered it; empty for `PLAIN_FILE`. */
  broker: text('A broker name must be text').trim().max(BROKER_NAME_MAX),
  /** The column index of each field, from 0. */
  columns: z.partialRecord(z.enum(COLUMN_FIELDS), ColumnIndex),
  meanings: z
    .array(z.object({ word: text('A word must be text').max(WORD_LENGTH_MAX), meaning: z.enum(MEANINGS) }))
    .max(WORDS_MAX),
  /** The order of year, month and day. */
  dates: z.enum(['ymd', 'mdy', 'dmy']),
  decimal: z.enum(['.', ',']),
  /** ISO 4217, for rows that name no currency; empty until the owner chooses one. */
  currency: z.string().regex(/^([A-Z]{3})?$/, 'A currency is three letters, such as USD'),
  /** Whether the amount of a trade or a dividend already includes fees and taxes. */
  amount: z.enum(['after_fees', 'before_fees']),
  /** Whether outgoing money has a minus sign. If not, only the action shows the direction. */
  outflows: z.enum(['minus', 'unsigned']),
})
export type ColumnMapping = z.output<typeof ColumnMapping>

export const ColumnProposal = z.object({
  kind: z.literal('columns'),
  /** The stored file, which is deleted after 15 minutes. */
  fileId: Id,
  /** The names of a workbook's visible sheets; empty for a text file. */
  sheets: z.array(z.string()),
  sheet: z.int(),
  columns: z.array(
    z.object({
      /** The header in the file; empty if there is none. */
      name: z.string(),
      /** How many rows have a value in it. */
      rows: z.int(),
      /** The distinct words in it, with numbers as `#`, most frequent first; null if there are too many. */
      words: z.array(z.object({ word: z.string(), rows: z.int() })).nullable(),
    }),
  ),
  firstRows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  rows: z.int(),
  /** Our guess, or the owner's mapping of the last file with the same header. */
  mapping: ColumnMapping,
  isRemembered: z.boolean(),
})
export type ColumnProposal = z.output<typeof ColumnProposal>

/** One row as read with a mapping. For the owner only, because it contains amounts. `reason`: why it can't be read. */
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
