// The stored data: secrets under known keys, and a recent backup.
import type pg from 'pg'
import { OVERLAP_MS } from '#server/features/record/log/log-keys.ts'
import { noteKey } from '#engine/log/note.ts'
import { keyId } from '#server/secrets.ts'
import { fault, type Found, ok, type DoctorContext, warning } from './finding.ts'

/** One backup a day, of which one may fail. */
const BACKUP_DAYS = 2

/** Secrets of brokers and authenticator apps begin with the id of their encryption key. */
export async function checkKeys(client: pg.Client, { config }: DoctorContext): Promise<Found[]> {
  const { rows } = await client.query<{ id: Buffer; count: number }>(
    `select substr(secret, 1, 8) as id, count(*)::int as count
       from (select secret from broker_customers union all select secret from broker_connections
             union all select secret from totp_factors) s where secret is not null group by 1`,
  )
  const [current, ...others] = config.brokers.encryptionKeys.map(keyId)
  const countOf = (isIt: (id: Buffer) => boolean) =>
    rows.filter(({ id }) => isIt(id)).reduce((sum, { count }) => sum + count, 0)
  const isCurrent = (id: Buffer) => current?.equals(id) ?? false
  const isOther = (id: Buffer) => others.some((other) => other.equals(id))
  const [lost, old] = [countOf((id) => !isCurrent(id) && !isOther(id)), countOf(isOther)]
  if (lost > 0)
    return [
      fault(
        `${lost} secrets of brokers and authenticator apps are encrypted with a key that isn’t set.`,
        'Set that key as ENCRYPTION_KEY_PREVIOUS, or its session secret as SESSION_SECRET_PREVIOUS.',
      ),
    ]
  if (old > 0)
    return [
      warning(
        `${old} secrets of brokers and authenticator apps are encrypted with a previous key.`,
        'Run `npm run admin -- rotate-key`.',
      ),
    ]
  return [ok('All secrets of brokers and authenticator apps are encrypted with the current key.')]
}

/** Whether we have the key that signs the log of signals. */
export async function checkLogKey(client: pg.Client, { config, clock }: DoctorContext): Promise<Found[]> {
  const { rows } = await client.query<{ vkey: string | null; since: Date | null }>(
    `select coalesce(entry ->> 'vkey', first_vkey) as vkey,
         case when entry ->> 'kind' = 'key' then (entry ->> 'time')::timestamptz end as since
       from record_log left join lateral (select convert_from(bytes, 'UTF8')::jsonb as entry from record_entries
         where kind in ('key', 'continues') order by index desc limit 1) last on true`,
  )
  const [log] = rows
  if (!log?.vkey) return []
  // The key is named after the log's epoch.
  const [name = ''] = log.vkey.split('+')
  const isOurs = (seed: Buffer | undefined) => seed !== undefined && noteKey(name, seed).vkey === log.vkey
  if (isOurs(config.logKey)) {
    const isOver = log.since === null || clock.now().getTime() > log.since.getTime() + OVERLAP_MS
    if (config.logKeyPrevious && isOver)
      return [warning('LOG_KEY_PREVIOUS no longer signs anything.', 'Remove it.')]
    return [ok('LOG_KEY signs the log of signals.')]
  }
  if (isOurs(config.logKeyPrevious))
    return [
      warning(
        'The log of signals is still signed with LOG_KEY_PREVIOUS.',
        'Start the server with these settings: it adds the new key to the log.',
      ),
    ]
  return [
    fault(
      'LOG_KEY isn’t the key that signs the log of signals.',
      'Set that key as LOG_KEY, or as LOG_KEY_PREVIOUS if it is being changed. Posts wait until then.',
    ),
  ]
}

/** Whether the log's witnesses are up to date. */
export async function checkWitnesses(client: pg.Client, { config }: DoctorContext): Promise<Found[]> {
  if (config.witnesses.length === 0) return [ok('Without WITNESSES, nobody cosigns the log of signals.')]
  const { rows } = await client.query<{ vkey: string; behind: string; fault: string | null }>(
    `select w.vkey, w.fault, newest.size - greatest(last.size, epoch.first, 0) as behind
       from record_witnesses w, (select max(size) as size from record_checkpoints) newest,
         (select max(index) as first from record_entries where kind = 'continues') epoch,
         lateral (select max(size) as size from record_cosignatures s where s.vkey = w.vkey) last`,
  )
  return config.witnesses.map(({ name, vkey }) => {
    const row = rows.find((one) => one.vkey === vkey)
    if (!row) return ok(`The witness ${name} hasn’t been asked yet.`)
    const { behind, fault: why } = row
    if (Number(behind) === 0) return ok(`The witness ${name} has cosigned all of the log.`)
    return warning(
      `The witness ${name} hasn’t cosigned the last ${behind} entries${why === null ? '' : `: it ${why}`}.`,
      'Start the server with this setting, correct WITNESSES, or ask who runs the witness whether it knows this log’s key.',
    )
  })
}

/** The table `backups` has a row for each finished backup. */
export async function checkBackups(client: pg.Client, { clock, config }: DoctorContext): Promise<Found[]> {
  const none = 'No backup is recorded.'
  const remedy = 'Back up the database and the pictures regularly.'
  const missing = () => [config.mode === 'production' ? warning(none, remedy) : ok(none)]
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.backups') is not null as exists`,
  )
  if (!found[0]?.exists) return missing()
  const { rows } = await client.query<{ at: Date | null }>('select max(at) as at from backups')
  const at = rows[0]?.at
  if (!at) return missing()
  const hours = Math.round((clock.now().getTime() - at.getTime()) / 3_600_000)
  const says = `The last backup is ${hours} hours old.`
  return [hours <= BACKUP_DAYS * 24 ? ok(says) : warning(says, remedy)]
}
