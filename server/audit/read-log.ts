// Reads the audit log, newest first.
import { type Kysely, type Selectable, sql } from 'kysely'
import type { AuditLog, DB } from '#server/db/tables.ts'

/** `event`: a full name, or the part before the dot. */
export type LogFilter = { userId?: string | undefined; event?: string | undefined; since?: Date | undefined }

/** The most rows in one answer. Operators narrow the time range to see others. */
const ROWS_MAX = 1000

export const readLog = (db: Kysely<DB>, { userId, event, since }: LogFilter) =>
  db
    .selectFrom('auditLog')
    .selectAll()
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .$if(event !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb(sql`event`, '=', event), eb(sql`split_part(event, '.', 1)`, '=', event)]),
      ),
    )
    .$if(since !== undefined, (query) => query.where('createdAt', '>=', since ?? new Date(0)))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(ROWS_MAX)
    .execute()

/** An entry as one line of text, without empty fields. */
export const lineOf = (row: Selectable<AuditLog>): string =>
  [
    row.createdAt.toISOString(),
    row.event,
    `by ${row.actorId ?? row.actor}`,
    row.userId && `on ${row.userId}`,
    row.target,
    row.quantity && `(${row.quantity})`,
    row.network && `from ${row.network}`,
    row.requestId && `request ${row.requestId}`,
  ]
    .filter(Boolean)
    .join('  ')
