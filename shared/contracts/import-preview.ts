// What was understood of a broker's file before it is imported, and how its owner wants it imported.
import { z } from 'zod'
import { Id } from '../wire.ts'

/** A calendar day, `YYYY-MM-DD`. */
const Day = z.string()

const Fault = z.object({ line: z.int().nullable(), reason: z.string() })

/** A number as text, to any decimal, such as "12.5". */
const Quantity = z.string().regex(/^\d{1,15}(\.\d{1,10})?$/, 'Enter a number such as 12.5')

/** Shares that were sold although no row brought them in: they must have been held before the file begins. */
export const OpeningOffer = z.object({
  /** The day at whose close they were held, the one before the file's first. */
  day: Day,
  /** `quantity`: the smallest number of shares with which everything can have happened. */
  positions: z.array(
    z.object({
      symbol: z.string(),
      companyName: z.string().nullable(),
      quantity: Quantity,
      currency: z.string(),
    }),
  ),
  /** The rows that need them, the first hundred; they are left out if no opening position is added. */
  rows: z.array(Fault),
  rowCount: z.int(),
})
export type OpeningOffer = z.output<typeof OpeningOffer>

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
  /** Whether anything in it was not imported before. */
  hasNews: z.boolean(),
  firstDay: Day.nullable(),
  lastDay: Day.nullable(),
  /** Of a list of positions: the day at whose close they are valued. */
  asOf: Day.nullable(),
  /** How often each thing happened, such as { buy: 12, dividend: 3 }. */
  kinds: z.record(z.string(), z.int()),
  symbols: z.array(z.string()),
  /** Statements in the file. `differences`: symbols and currencies whose closing balance is not what the rows come to. */
  statements: z.array(
    z.object({ from: Day, to: Day, opening: z.array(z.string()), differences: z.array(z.string()) }),
  ),
  /** Null where nothing was sold that wasn't held. */
  opening: OpeningOffer.nullable(),
  /** Rows that can't be read or can't have happened, the first hundred of them; to import the file they are left out. */
  faults: z.array(Fault),
  faultCount: z.int(),
  /** The stored file and how its columns came about, where their owner said what they mean. */
  mapped: z.object({ fileId: Id, isRemembered: z.boolean() }).nullable().default(null),
})
export type Preview = z.output<typeof Preview>

/** How to import a file in which something is missing. */
export const ImportChoice = z.object({
  /** Shares held at the close of the offer's day. `price`: what each cost; null if unknown. */
  openings: z
    .array(z.object({ symbol: z.string(), quantity: Quantity, price: Quantity.nullable() }))
    .max(1000)
    .default([]),
  /** Leaves out every row that can't be read or can't have happened, and marks the record incomplete. */
  leaveOut: z.boolean().default(false),
})
export type ImportChoice = z.output<typeof ImportChoice>
