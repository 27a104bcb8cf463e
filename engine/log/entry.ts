// The log's entries: which bytes are hashed for a signal, a withdrawal and a departure (docs/record.md).
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { z } from 'zod'
import type { SignalDetails } from '#shared/contracts/signal-details.ts'
import { type NewSignal, STATED_FIELDS, type StatedField } from '#shared/contracts/signals.ts'
import { SEALED_DAYS } from '#shared/limits.ts'
import { onlyCloses } from '#shared/rules/signal-details.ts'

/**
 * The trade in a signal: everything that affects its score. `only`: "close" never opens a position. Other tickers
 * aren't logged, because a "ticker" may be a person's name.
 */
export type Trade = { horizon: string | null; only: 'close' | null; side: string; tickers: string[] }
/** A stored signal, as far as the log commits to it. */
export type LoggedSignal = Omit<z.output<typeof NewSignal>, 'draftId' | 'tickers' | 'details'> & {
  id: string
  tickers: string[]
  /** Its values are strings. */
  details: SignalDetails | null
  createdAt: Date
}
/** The columns of `signals` for a `LoggedSignal`, except `tickers`, which are read as a list. */
export const LOGGED_COLUMNS = [
  'id',
  ...STATED_FIELDS.filter((field) => field !== 'tickers'),
  'createdAt',
] as const
/** Fields with their own place in an entry. All others go into its details, so none can escape the commitment. */
const PLACED = [
  'content',
  'signalType',
  'tickers',
  'timeHorizon',
  'onlyCloses',
  'isPremium',
  'details',
] as const satisfies readonly StatedField[]
type Placed = (typeof PLACED)[number]
const isAmongDetails = (field: StatedField): field is Exclude<StatedField, Placed> =>
  !PLACED.some((placed) => placed === field)
const AMONG_DETAILS = STATED_FIELDS.filter(isAmongDetails)
/** An author's place in their own chain: `seq` counts from 0, `prev` is the leaf hash of the entry before, in hex. */
export type Link = { author: string; seq: number; prev: string | null }

/** Tickers in the log match this. */
const LOGGED_TICKER = /^[A-Z]{1,5}(\.[A-Z]{1,2})?$/
const DAY_MS = 86_400_000

export function tradeOf(signal: LoggedSignal): Trade {
  const tickers = [...new Set(signal.tickers.filter((ticker) => LOGGED_TICKER.test(ticker)))]
  const only = onlyCloses(signal) ? 'close' : null
  return { horizon: signal.timeHorizon, only, side: signal.signalType, tickers }
}

/**
 * What the commitment to a signal's text covers: everything its author stated except the trade. Details are text; null fields
 * are left out.
 */
export function textValue(signal: LoggedSignal) {
  const stated: Record<string, string | number | boolean | null | undefined> = {
    ...signal.details,
    ...Object.fromEntries(AMONG_DETAILS.map((field) => [field, signal[field]])),
  }
  const details = Object.fromEntries(
    Object.entries(stated).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  )
  const others = [...new Set(signal.tickers.filter((ticker) => !LOGGED_TICKER.test(ticker)))]
  return {
    premium: signal.isPremium,
    signal: signal.id,
    text: signal.content,
    v: 1,
    ...(others.length > 0 && { others }),
    ...(Object.keys(details).length > 0 && { details }),
  }
}

/**
 * Hex SHA-256 of the salt and the value's canonical JSON (RFC 8785). Without the salt it reveals nothing
 * about the value.
 */
export const commitment = (salt: Uint8Array, value: unknown): string =>
  createHash('sha256').update(salt).update(canonicalBytes(value)).digest('hex')

/** A value's canonical JSON (RFC 8785). Throws `TypeError` for a value that has no JSON. */
export function canonicalBytes(value: unknown): Buffer {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('Only a JSON value has a canonical form')
  return Buffer.from(text)
}

export type SignalEntry = {
  signal: LoggedSignal
  salts: { text: Uint8Array; trade: Uint8Array }
  isSealed: boolean
  /** When the signal was logged, if it is older than the log. */
  loggedAt?: Date
}

/** The part of a signal's entry that is final once it is posted: everything but `seq` and `prev`. */
export function signalCore(author: string, { signal, salts, isSealed, loggedAt }: SignalEntry) {
  const trade = tradeOf(signal)
  return {
    v: 2,
    kind: 'signal',
    time: (loggedAt ?? signal.createdAt).toISOString(),
    ...(loggedAt && { posted: signal.createdAt.toISOString() }),
    author,
    signal: signal.id,
    text: commitment(salts.text, textValue(signal)),
    ...(isSealed
      ? { sealed: commitment(salts.trade, trade), opens: opensAt(signal).toISOString() }
      : { trade }),
  }
}

/** The latest time at which a sealed trade is opened. */
export const opensAt = (signal: Pick<LoggedSignal, 'createdAt'>): Date =>
  new Date(signal.createdAt.getTime() + SEALED_DAYS * DAY_MS)

/** The bytes of an entry, with its position in the author's chain if it has an author. */
export const entryBytes = (core: object, link?: Omit<Link, 'author'>): Buffer =>
  canonicalBytes({ ...core, ...link })
