// Requests a copy of a person's data, and deletes expired copies.
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { dataExports } from '#shared/contracts/data-exports.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { Problem } from '#shared/problems.ts'
import { exportKey } from './rules.ts'

const DAY_MS = 86_400_000
/** A copy takes seconds. After this time it has failed several times, and its owner sees an error. */
const LATE_MS = 3_600_000

type Needs = Pick<Deps, 'db'> & AuditDeps

/** Throws `export_too_soon` if the last request is less than a day old. Returns the new copy's id. */
export async function requestExport(deps: Needs, userId: string): Promise<string> {
  const { db, clock } = deps
  const now = clock.now()
  return await db.transaction().execute(async (trx) => {
    // Locked, so that of two concurrent requests the second one sees the first.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const last = await trx
      .selectFrom('dataExports')
      .select('requestedAt')
      .where('userId', '=', userId)
      .where('requestedAt', '>', new Date(now.getTime() - DAY_MS))
      .executeTakeFirst()
    if (last) {
      const waitMs = last.requestedAt.getTime() + DAY_MS - now.getTime()
      throw new Problem('export_too_soon', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    }
    const id = clock.newId()
    await trx.insertInto('dataExports').values({ id, userId, requestedAt: now }).execute()
    await enqueue(trx, 'build_export', { exportId: id }, { key: `build_export ${id}` })
    await recordEvent(trx, deps, { event: 'data_export.requested', userId, target: id })
    return id
  })
}

/** The newest copy that is being built or hasn't expired. */
export async function latestExport(
  { db, clock }: Needs,
  userId: string,
): Promise<Wire<typeof dataExports.latest>> {
  const now = clock.now()
  const row = await db
    .selectFrom('dataExports')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isGone = row?.expiresAt != null && row.expiresAt <= now
  if (!row || isGone)
    return { state: 'none', id: null, requestedAt: null, expiresAt: null, sizeInBytes: null, nextAt: null }
  const nextAt = new Date(row.requestedAt.getTime() + DAY_MS)
  const isLate = now.getTime() - row.requestedAt.getTime() > LATE_MS
  return {
    state: row.readyAt !== null ? 'ready' : isLate ? 'late' : 'working',
    id: row.id,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    sizeInBytes: row.sizeInBytes,
    nextAt: nextAt > now ? nextAt.toISOString() : null,
  }
}

/** Deletes the object first: a row without its object is retried, an object without its row would stay forever. */
export async function sweepExports({ db, clock, storage }: Needs & Pick<Deps, 'storage'>): Promise<void> {
  const expired = await db
    .selectFrom('dataExports')
    .select('id')
    .where('expiresAt', '<=', clock.now())
    .execute()
  for (const { id } of expired) {
    await storage.remove(exportKey(id))
    await db.deleteFrom('dataExports').where('id', '=', id).execute()
  }
}
