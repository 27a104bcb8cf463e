// Up to when a person has seen their alerts, and marked them as read: for all kinds, and for the kinds of a filter.
import { type Expression, type Kysely, sql } from 'kysely'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { type AlertFilter, type AlertKind, KINDS_OF_FILTER } from '#shared/rules/alert-kinds.ts'

/** Alerts of a kind after `seenAt` are new. Those up to `readAt` aren't marked as new on any page. */
export type Marks = { seenAt: (kind: AlertKind) => Date; readAt: (kind: AlertKind) => Date | null }

export async function marksOf({ db }: Pick<Deps, 'db'>, personId: string): Promise<Marks> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('alertMarks as m', 'm.personId', 'u.id')
    .leftJoin('alertKindMarks as k', 'k.personId', 'u.id')
    .select(['u.createdAt', 'm.seenAt', 'm.readAt', 'k.kind', 'k.seenAt as kindSeenAt'])
    .select('k.readAt as kindReadAt')
    .where('u.id', '=', personId)
    .execute()
  const of = (kind: AlertKind) => rows.find((row) => row.kind === kind)
  const [all] = rows
  return {
    seenAt: (kind) => latest(all?.seenAt ?? all?.createdAt, of(kind)?.kindSeenAt) ?? new Date(0),
    readAt: (kind) => latest(all?.readAt, of(kind)?.kindReadAt),
  }
}

function latest(...all: (Date | null | undefined)[]): Date | null {
  const times = all.flatMap((one) => (one ? [one.getTime()] : []))
  return times.length === 0 ? null : new Date(Math.max(...times))
}

/** SQL for `Marks.seenAt` without the marks of single kinds. */
export const allSeenAt = (viewerId: Expression<string>) =>
  sql<Date>`coalesce((select seen_at from alert_marks where person_id = ${viewerId}),
    (select created_at from users where id = ${viewerId}))`

/** SQL for the mark of one kind; null without one. */
export const kindSeenAt = (viewerId: Expression<string>, kind: Expression<unknown>) =>
  sql<Date | null>`(select seen_at from alert_kind_marks where person_id = ${viewerId} and kind = ${kind})`

type Marked = { at: Date; filter: AlertFilter; isRead: boolean }

/**
 * Marks the alerts of a filter up to an instant as seen, or also as read, and notifies the person's other pages. An
 * earlier instant changes nothing, and one in the future counts as now.
 */
export async function mark(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  personId: string,
  { at, filter, isRead }: Marked,
): Promise<void> {
  const now = clock.now()
  const until = at < now ? at : now
  await db.transaction().execute(async (trx) => {
    const moved =
      filter === 'all'
        ? await markAll(trx, personId, until, isRead)
        : await markKinds(trx, personId, until, { filter, isRead })
    if (moved) await notify(trx, [personId], 'alerts')
  })
}

const later = (table: string, column: string) =>
  sql<Date>`greatest(${sql.ref(`${table}.${column}`)}, ${sql.ref(`excluded.${column}`)})`

async function markAll(trx: Kysely<DB>, personId: string, until: Date, isRead: boolean): Promise<boolean> {
  const marked = await trx
    .insertInto('alertMarks')
    .values({ personId, seenAt: until, readAt: isRead ? until : null })
    .onConflict((conflict) =>
      conflict
        .column('personId')
        .doUpdateSet({ seenAt: later('alertMarks', 'seenAt'), readAt: later('alertMarks', 'readAt') })
        .where(isLater('alertMarks')),
    )
    .executeTakeFirstOrThrow()
  return marked.numInsertedOrUpdatedRows === 1n
}

async function markKinds(
  trx: Kysely<DB>,
  personId: string,
  until: Date,
  { filter, isRead }: Omit<Marked, 'at'>,
): Promise<boolean> {
  const marked = await trx
    .insertInto('alertKindMarks')
    .values(
      KINDS_OF_FILTER[filter].map((kind) => ({
        personId,
        kind,
        seenAt: until,
        readAt: isRead ? until : null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['personId', 'kind'])
        .doUpdateSet({
          seenAt: later('alertKindMarks', 'seenAt'),
          readAt: later('alertKindMarks', 'readAt'),
        })
        .where(isLater('alertKindMarks')),
    )
    .executeTakeFirstOrThrow()
  return (marked.numInsertedOrUpdatedRows ?? 0n) > 0n
}

const isLater = (table: string) =>
  sql<boolean>`(excluded.seen_at > ${sql.ref(`${table}.seenAt`)}
    or excluded.read_at > coalesce(${sql.ref(`${table}.readAt`)}, '-infinity'))`
