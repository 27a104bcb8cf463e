// Sends the notifications that `notify` has stored, on the connection of each copy of the server that listens.
import type pg from 'pg'
import { CHANNEL } from './notify.ts'

/** How long changes are collected. Open pages are notified within twice this time, unless PostgreSQL is overloaded. */
export const FLUSH_MS = 50
/**
 * The advisory lock of the flusher. Only one copy of the server flushes at a time, because commits with a NOTIFY are
 * serialized anyway.
 */
const FLUSHER = 0x666c757368
/** PostgreSQL limits a payload to 8000 bytes, and an id takes at most 40. */
const IDS_MAX = 150

/**
 * PostgreSQL holds a server-wide lock from NOTIFY until the commit is on disk. So each change only stores a row, and a
 * single statement sends the notifications for all of them. The flusher's lock ends with the statement, so another copy
 * takes over if one freezes. Nothing is written if nothing changed.
 */
const FLUSH = `
  with flusher as materialized (select pg_try_advisory_xact_lock(${FLUSHER}) as is_free),
  taken as (delete from changes where (select is_free from flusher) returning what, user_ids),
  people as (select distinct what, unnest(user_ids) as id from taken),
  parts as (select what, id, (row_number() over (partition by what) - 1) / ${IDS_MAX} as part from people)
  select pg_notify('${CHANNEL}', json_build_object('what', what, 'userIds', json_agg(id))::text)
    from parts group by what, part`

export async function flushChanges(client: pg.Client): Promise<void> {
  await client.query({ name: 'flush_changes', text: FLUSH })
}
