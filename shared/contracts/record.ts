// The public log of all signals (docs/record.md). Its files, such as tiles and proofs, aren't part of this contract.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Day, Id, Instant } from '../wire.ts'

export const LogEntry = z.object({
  /** Its number. The next epoch continues after the lost numbers. */
  index: z.int(),
  kind: z.enum(['signal', 'open', 'withdraw', 'leave', 'takedown', 'method', 'key', 'continues']),
  time: Instant,
  /** The leaf hash in hex. */
  hash: z.string(),
  /** Null if it is sealed, and for entries that aren't about a trade. */
  trade: z.object({ side: z.string(), tickers: z.array(z.string()) }).nullable(),
  /** The latest time at which a sealed trade is opened. */
  opens: Instant.nullable(),
  /** The index of the signal's entry that this entry opens or is about. */
  of: z.int().nullable(),
  /** The number of a scoring method. */
  method: z.int().nullable(),
})
export type LogEntry = z.output<typeof LogEntry>

export const LogState = z.object({
  /** Null until the first signal is logged, like the other nullable fields. */
  checkpoint: z
    .object({
      origin: z.string(),
      size: z.int(),
      /** The root hash in base64, as in the checkpoint. */
      root: z.string(),
      at: Instant,
      /** The key that signs it. */
      vkey: z.string(),
      /** The previous key, while both sign. */
      previous: z.object({ vkey: z.string(), until: Instant }).nullable(),
      /** When the log's newest epoch began. */
      startedAt: Instant,
    })
    .nullable(),
  /**
   * Restores from older backups, after each of which the log continued in the next epoch: when, why, and the numbers of
   * the first and the last entry that were lost. Newest first.
   */
  seams: z.array(
    z.object({
      epoch: z.int(),
      at: Instant,
      lost: z.object({ from: z.int(), to: z.int() }),
      reason: z.string(),
    }),
  ),
  /** The time and the fault, if any, of the server's last audit of its log. Null before the first. */
  audit: z.object({ at: Instant, fault: z.string().nullable() }).nullable(),
  /**
   * External time stamps: the day of the checkpoint with the newest stamp, the authority's time, and why the last
   * attempt failed. Null if the log isn't stamped.
   */
  stamps: z
    .object({ newest: z.object({ day: Day, at: Instant }).nullable(), fault: z.string().nullable() })
    .nullable(),
  /** The newest checkpoint that each witness has cosigned, with its size and time, and why its last request failed. */
  witnesses: z.array(
    z.object({
      name: z.string(),
      size: z.int().nullable(),
      at: Instant.nullable(),
      fault: z.string().nullable(),
    }),
  ),
  /** Why nothing is signed at present. */
  problem: z.string().nullable(),
  /** Newest first. */
  entries: z.array(LogEntry),
})
export type LogState = z.output<typeof LogState>

/**
 * The values that open a commitment: the salt in hex, and the value whose canonical JSON (RFC 8785) is hashed
 * with it.
 */
const OpenedText = z.object({
  salt: z.string(),
  value: z.object({
    v: z.int(),
    signal: Id,
    premium: z.boolean(),
    text: z.string(),
    /** Tickers that aren't in the trade. */
    others: z.array(z.string()).optional(),
    details: z.record(z.string(), z.string()).optional(),
  }),
})
const OpenedTrade = z.object({
  salt: z.string(),
  value: z.object({
    horizon: z.string().nullable(),
    /** "close": never opens a position. Missing in entries of version 1. */
    only: z.literal('close').nullable().optional(),
    side: z.string(),
    tickers: z.array(z.string()),
  }),
})

/** `index`: the entry's index, null until the signal is logged. `text`: null if it was withdrawn or removed. */
export const Opening = z.object({
  index: z.int().nullable(),
  text: OpenedText.nullable(),
  trade: OpenedTrade.nullable(),
})

export const record = {
  opening: endpoint({
    method: 'GET',
    path: '/api/signals/:id/opening',
    summary: 'What opens the log’s commitments to a signal, for those who may read it',
    access: 'member',
    params: z.object({ id: Id }),
    reply: Opening,
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/record/log',
    summary: 'The state of the public log of signals, and its newest entries',
    access: 'anyone',
    reply: LogState,
  }),
}
