// The log's metrics: what is waiting to be logged, and the age of its stamps and cosignatures.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Metrics } from '#server/metrics/metrics.ts'

/** The metrics have no values while the database doesn't answer. */
export function measureLog(metrics: Metrics, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  metrics.gauges(
    'signalpost_log_waiting_seconds',
    'The age of the oldest signal that isn’t in the log; 0 if none is waiting.',
    [],
    async () => {
      const { rows } = await sql<{ value: number }>`
        select coalesce(extract(epoch from now() - min(queued_at)), 0)::float8 as value from record_queue`
        .execute(db)
        .catch(() => ({ rows: null }))
      return rows ? [{ value: rows[0]?.value ?? 0 }] : []
    },
  )
  metrics.gauges(
    'signalpost_log_stamp_lag_seconds',
    'The time since the log’s last stamp, or since it began, if its last checkpoint before today has no stamp; otherwise 0.',
    [],
    async () => {
      if (config.tsaUrl === undefined) return []
      const { rows } = await sql<{ value: number }>`
          select coalesce(extract(epoch from now() - coalesce(stamp.at, log.started_at)), 0)::float8 as value
            from record_log log
            left join lateral (select size, at from record_stamps order by size desc limit 1) stamp on true
           where (select size from record_checkpoints where at < date_trunc('day', now(), 'UTC')
                   order by at desc, size desc limit 1) > coalesce(stamp.size, 0)`
        .execute(db)
        .catch(() => ({ rows: null }))
      return rows ? [{ value: rows[0]?.value ?? 0 }] : []
    },
  )
  metrics.gauges(
    'signalpost_log_witness_lag_seconds',
    'The time since a witness’s last cosignature, or since the log began, if the newest checkpoint lacks its cosignature; otherwise 0.',
    ['witness'],
    async () => {
      const { rows } = await sql<{ vkey: string; seconds: number }>`
        select w.vkey, case when last.size = newest.size then 0
            else extract(epoch from now() - coalesce(last.at, log.started_at)) end::float8 as seconds
          from record_log log, (select max(size) as size from record_checkpoints) newest,
            unnest(${config.witnesses.map(({ vkey }) => vkey)}::text[]) as w (vkey)
            left join lateral (select size, at from record_cosignatures s where s.vkey = w.vkey
              order by size desc limit 1) last on true`
        .execute(db)
        .catch(() => ({ rows: [] }))
      return config.witnesses.flatMap(({ name, vkey }) =>
        rows
          .filter((row) => row.vkey === vkey)
          .map(({ seconds }) => ({ labels: { witness: name }, value: seconds })),
      )
    },
  )
}
