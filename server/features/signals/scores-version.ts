// The version of a signal's scores, read with each page. Cached outcomes depend on it (server/features/record).
import { type AliasedExpression, type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { METHOD } from '#engine/scoring/method.ts'

/** `scoresVersion`: the xor of the `SCORE_VERSION`s of the signal's scores, `0` before it is scored. */
export type Versioned = { scoresVersion: string }

/** A 64-bit hash of what lists show of a score `s`. It changes when the signal is scored or rescored. */
export const SCORE_VERSION = sql`hash_record_extended(
  row(s.signal_id, s.ticker, s.status, s.reason, s.does, s.of_signal_id, s.side, s.entry_close, s.last_close,
    s.trading_days, s.return, s.benchmark, s.as_of), 0)`

const VERSION = sql<string>`(select coalesce(bit_xor(${SCORE_VERSION}), 0)::text
  from record_scores s where s.signal_id = page.id and s.method = ${sql.lit(METHOD)})`

type Rows<Row> = { as(alias: 'page'): AliasedExpression<Row, 'page'> }

export const withScoresVersion = <Row extends { id: string }>(db: Kysely<DB>, rows: Rows<Row>) =>
  db.selectFrom(rows.as('page')).selectAll().select(VERSION.as('scoresVersion'))
