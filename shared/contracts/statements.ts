// Everything that a person published about one ticker in the last 12 months, as far as the viewer may read it.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Day, Ticker } from '../wire.ts'
import { SignalOutcome } from './outcomes.ts'
import { HoldingFact } from './scores.ts'
import { Signal } from './signals.ts'
import { Author } from './users.ts'

/** A signal, with what the author's linked broker says about the ticker, if the viewer may know it (docs/record.md). */
export const Statement = Signal.extend({
  outcome: SignalOutcome.optional(),
  holding: z.object({ fact: HoldingFact, isSample: z.boolean() }).optional(),
  /** Its place in the public log; null before it is logged. */
  logIndex: z.int().nullable(),
})
export type Statement = z.output<typeof Statement>

export const Statements = z.object({
  author: Author,
  ticker: z.string(),
  /** The first and the last day (UTC), both included. */
  since: Day,
  until: Day,
  /** Whether the viewer may read the author's premium signals, which are left out otherwise. */
  includesPremium: z.boolean(),
  /** Whether there are more than are listed: the newest `STATEMENTS_MAX`. The CSV file has up to `STATEMENTS_FILE_MAX`. */
  isCapped: z.boolean(),
  /** Newest first. */
  statements: z.array(Statement),
})
export type Statements = z.output<typeof Statements>

export const statements = {
  about: endpoint({
    method: 'GET',
    path: '/api/record/people/:username/about/:ticker',
    summary: 'Everything a person published about a ticker in the last 12 months, with what they disclosed',
    access: 'anyone',
    params: z.object({ username: z.string(), ticker: Ticker }),
    reply: Statements,
  }),
}

/** The same as a CSV file. */
export const STATEMENTS_FILE = '/api/record/people/:username/about/:ticker/statements.csv'
export const statementsFile = (username: string, ticker: string): string =>
  STATEMENTS_FILE.replace(':username', encodeURIComponent(username)).replace(
    ':ticker',
    encodeURIComponent(ticker),
  )
