// How complete the record behind a return is, for its owner and for everybody who sees the return.
import { z } from 'zod'

/** A calendar day, `YYYY-MM-DD`. */
const Day = z.string()

/** What a record lacks or was made from beside a broker's rows; counts only, so anybody may see it. */
export const Completeness = z.object({
  /** Rows of imported files that the owner left out because they can't be read or can't have happened. */
  rowsLeftOut: z.int(),
  /** Whether it begins with positions that the owner added, because the files begin later. */
  openingAdded: z.boolean(),
  /** The last day of the newest statement whose balances it was reconciled with. */
  reconciledTo: Day.nullable(),
})
export type Completeness = z.output<typeof Completeness>
