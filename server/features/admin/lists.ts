// The lists for administrators: the waitlist, payments, emails and the audit log.
import { type Kysely, sql } from 'kysely'
import type { LogFilter } from '#server/audit/read-log.ts'
import { readLog } from '#server/audit/read-log.ts'
import type { DB } from '#server/db/tables.ts'
import type { EMAIL_STATES } from '#shared/contracts/admin.ts'
import type { admin } from '#shared/contracts/admin.ts'
import type { Wire } from '#shared/endpoint.ts'

const ROWS_MAX = 200

export async function waitlistPage(db: Kysely<DB>): Promise<Wire<typeof admin.waitlist>> {
  const waiting = await db
    .selectFrom('waitlist')
    .select(['id', 'email', 'createdAt'])
    .where('launchEmailId', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(ROWS_MAX)
    .execute()
  const counts = await db
    .selectFrom('waitlist')
    .select([
      sql<number>`count(*) filter (where launch_email_id is null)::int`.as('total'),
      sql<number>`count(launch_email_id)::int`.as('invited'),
    ])
    .executeTakeFirstOrThrow()
  return {
    waiting: waiting.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
    ...counts,
  }
}

type EmailState = (typeof EMAIL_STATES)[number]

/** The last 200, newest first. Recipients keep only the first letter before the @. */
export async function emailList(
  db: Kysely<DB>,
  wanted: EmailState | 'all',
  now: Date,
): Promise<Wire<typeof admin.emails>> {
  const state = sql<EmailState>`case when sent_at is not null then 'sent'
    when exists (select from suppressed_addresses s where s.address = lower(e.recipient)) then 'refused'
    when expires_at <= ${now} then 'expired' else 'waiting' end`
  const rows = await db
    .selectFrom('emails as e')
    .select(['id', 'template', 'createdAt', 'sentAt'])
    .select(sql<string>`left(recipient, 1) || '…' || substring(recipient from '@.*$')`.as('recipient'))
    .select(state.as('state'))
    .$if(wanted !== 'all', (query) => query.where(sql<boolean>`${state} = ${wanted}`))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(ROWS_MAX)
    .execute()
  return rows.map(({ createdAt, sentAt, ...email }) => ({
    ...email,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }))
}

/** Entries with usernames instead of ids. A person who has left is shown by id. */
export async function auditList(db: Kysely<DB>, filter: LogFilter): Promise<Wire<typeof admin.audit>> {
  const rows = (await readLog(db, filter)).slice(0, ROWS_MAX)
  const ids = [
    ...new Set(rows.flatMap(({ actorId, userId }) => [actorId, userId]).filter((id) => id !== null)),
  ]
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
  const nameOf = new Map(people.map(({ id, username }) => [id, username]))
  const named = (id: string | null) => (id === null ? null : (nameOf.get(id) ?? id))
  return rows.map(({ id, createdAt, event, actor, actorId, userId, target, quantity, reason }) => ({
    id,
    createdAt: createdAt.toISOString(),
    event,
    actor: named(actorId) ?? actor,
    person: named(userId),
    target,
    quantity,
    reason,
  }))
}
