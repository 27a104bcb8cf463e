// Stores an alert in the transaction of its cause.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Clock } from '#server/clock.ts'
import { duePush } from './due-push.ts'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import type { AlertFacts } from '#shared/contracts/alerts.ts'
import type { AlertKind } from '#shared/rules/alert-kinds.ts'

/** The kinds that are stored. Alerts about signals, mentions, comments and followers are read from those tables. */
type StoredKind = Exclude<AlertKind, 'signal' | 'mention' | 'reply' | 'useful' | 'follower'>

export type NewAlert = {
  kind: StoredKind
  personIds: readonly string[]
  /** Identifies the event, so that each person gets one alert even if the event is processed again. */
  cause: string
  actorId?: string
  facts: AlertFacts
}

export async function addAlerts(
  trx: Kysely<DB> | Transaction<DB>,
  clock: Clock,
  { kind, personIds, cause, actorId, facts }: NewAlert,
): Promise<void> {
  if (personIds.length === 0) return
  const now = clock.now()
  const added = await trx
    .insertInto('alerts')
    .values(
      personIds.map((personId) => ({
        id: clock.newId(),
        personId,
        createdAt: now,
        kind,
        cause,
        actorId: actorId ?? null,
        data: sql`${JSON.stringify(facts)}::jsonb`,
      })),
    )
    .onConflict((conflict) => conflict.columns(['personId', 'kind', 'cause']).doNothing())
    .returning('personId')
    .execute()
  const told = added.map(({ personId }) => personId)
  await duePush(trx, now, told)
  await notify(trx, told, 'alerts')
}

/** Adds alerts about these closed signals, for their authors and everybody who saved them. */
export async function addOutcomeAlerts(
  trx: Transaction<DB>,
  now: Date,
  signalIds: readonly string[],
): Promise<void> {
  if (signalIds.length === 0) return
  const { rows } = await sql<{ personId: string }>`
    insert into alerts (id, person_id, created_at, kind, cause, signal_id)
    select gen_random_uuid(), person_id, ${now}::timestamptz, 'outcome', signal_id::text, signal_id from (
      select id as signal_id, user_id as person_id from signals where id = any(${[...signalIds]}::uuid[])
      union
      select signal_id, person_id from bookmarks where signal_id = any(${[...signalIds]}::uuid[])) heard
    on conflict do nothing
    returning person_id`.execute(trx)
  const told = [...new Set(rows.map(({ personId }) => personId))]
  await duePush(trx, now, told)
  await notify(trx, told, 'alerts')
}
