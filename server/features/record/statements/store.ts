// Reads what a person posted about one ticker.
import { sql } from 'kysely'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import { type SignalRow, signalsFor } from '#server/features/signals/store.ts'
import { isReadable, viewerContext } from '#server/features/users/visibility.ts'
import { STATEMENTS_FILE_MAX } from '#shared/limits.ts'

type Asked = ReturnType<typeof viewerContext> & {
  authorId: string
  ticker: string
  since: Date
  limit: number
}

/**
 * Newest first, without locked ones: finding a signal by its ticker would reveal the ticker (docs/spec-answers.md, 25).
 * `offset 0` and the literal limit are for the planner (signals/store.ts).
 */
const postedAbout = prepared('statements_about', (db, asked: Parameters<Asked>) => {
  const rows = signalsFor(db, asked)
    .innerJoin('signalTickers as t', (join) =>
      join.onRef('t.signalId', '=', 'g.id').onRef('t.createdAt', '=', 'g.createdAt'),
    )
    .where('t.ticker', '=', asked.ticker)
    .where('g.userId', '=', asked.authorId)
    .where('g.createdAt', '>=', asked.since)
    .orderBy('g.createdAt', 'desc')
    .orderBy('g.id', 'desc')
    .offset(sql.lit(0))
  const readable = db
    .selectFrom(rows.as('rows'))
    .selectAll()
    .where(isReadable(asked))
    .limit(sql.lit(STATEMENTS_FILE_MAX + 1))
  return db.selectFrom(readable.as('page')).selectAll().limit(asked.limit)
})

/** At most `limit`, which is at most `STATEMENTS_FILE_MAX` + 1. */
export const statementRows = (
  deps: Pick<Deps, 'statements' | 'clock' | 'config'>,
  viewerId: string,
  asked: Omit<Asked, keyof ReturnType<typeof viewerContext>>,
): Promise<SignalRow[]> => postedAbout(deps.statements, { ...viewerContext(deps, viewerId), ...asked })
