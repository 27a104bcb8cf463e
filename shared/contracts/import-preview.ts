// What was understood of a broker's file before it is imported.
import { z } from 'zod'
import { Id } from '../wire.ts'

/** A calendar day, `YYYY-MM-DD`. */
const Day = z.string()

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
  /** The stored file and how its columns came about, where their owner said what they mean. */
  mapped: z.object({ fileId: Id, isRemembered: z.boolean() }).nullable().default(null),
})
export type Preview = z.output<typeof Preview>
