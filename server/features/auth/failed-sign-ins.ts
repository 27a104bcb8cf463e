// Counts wrong passwords by strangers. After 25 in an hour for one account, each address waits increasingly longer.
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { FAILED_SIGN_INS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { signInDelayMs } from './rules.ts'

/** `username` is in lower case. Nothing here reads accounts, so that unknown names are treated the same. */
export type Stranger = { username: string; address: string }

/**
 * Counts an attempt as failed, before its password is checked, and returns the hour's count. Call `forgetFailures` if
 * the password is correct, and `uncountFailure` if it isn't checked. Throws `sign_in_delayed` if the address has to
 * wait; the attempt must not be checked then. The first refusal starts the wait. After it, one attempt of this address
 * is allowed, however many others were made in the meantime.
 */
export async function countFailure(deps: Pick<Deps, 'db' | 'clock'>, stranger: Stranger): Promise<number> {
  const { db, clock } = deps
  const { username, address } = stranger
  const now = clock.now()
  const row = await db
    .selectFrom('failedSignIns as f')
    .leftJoin('signInWaits as w', (join) =>
      join.onRef('w.username', '=', 'f.username').on('w.address', '=', address),
    )
    .select(['f.failures', 'w.since'])
    .where('f.username', '=', username)
    .where('f.expiresAt', '>', now)
    .executeTakeFirst()
  const failures = row?.failures ?? 0
  if (failures < FAILED_SIGN_INS.points)
    // Others may have used the free attempts since the query. Then this one has to wait.
    return (await countFreeTry(db, username, now)) ?? (await countFailure(deps, stranger))
  await takeTurn(db, stranger, now, row?.since ?? null, signInDelayMs(failures))
  const counted = await db
    .updateTable('failedSignIns')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('username', '=', username)
    .returning('failures')
    .executeTakeFirst()
  return counted?.failures ?? 1
}

/** A single statement, so that of many concurrent attempts only 25 are allowed. Undefined for the others. */
async function countFreeTry(db: Db, username: string, now: Date): Promise<number | undefined> {
  const { points, windowSeconds } = FAILED_SIGN_INS
  const { rows } = await sql<{ failures: number }>`
    insert into failed_sign_ins as f (username, failures, expires_at)
    values (${username}, 1, ${new Date(now.getTime() + windowSeconds * 1000)})
    on conflict (username) do update set
      failures = case when f.expires_at <= ${now} then 1 else f.failures + 1 end,
      expires_at = case when f.expires_at <= ${now} then excluded.expires_at else f.expires_at end
    where f.failures < ${points} or f.expires_at <= ${now}
    returning failures`.execute(db)
  return rows[0]?.failures
}

/** Throws unless the address has waited since its last attempt. Starts its next wait. */
async function takeTurn(
  db: Db,
  { username, address }: Stranger,
  now: Date,
  since: Date | null,
  delayMs: number,
): Promise<void> {
  // A wait that starts in the future was stored by a clock that was ahead. It restarts, so that it doesn't last longer.
  if (since === null || since > now) {
    const wait = { username, address, since: now }
    await db
      .insertInto('signInWaits')
      .values(wait)
      .onConflict((conflict) =>
        conflict
          .columns(['username', 'address'])
          .doUpdateSet({ since: now })
          .where('signInWaits.since', '>', now),
      )
      .execute()
    throw delayed(delayMs)
  }
  const leftMs = since.getTime() + delayMs - now.getTime()
  if (leftMs > 0) throw delayed(leftMs)
  const turn = await db
    .updateTable('signInWaits')
    .set({ since: now })
    .where('username', '=', username)
    .where('address', '=', address)
    .where('since', '=', since)
    .executeTakeFirstOrThrow()
  // Another attempt of this address has just taken the turn.
  if (turn.numUpdatedRows === 0n) throw delayed(delayMs)
}

/** The refusal of a stranger who has to wait this long. */
export function delayed(leftMs: number): Problem {
  const seconds = Math.ceil(leftMs / 1000)
  const wait =
    seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} second${seconds === 1 ? '' : 's'}`
  return new Problem('sign_in_delayed', {
    message: `Too many wrong passwords for this username. Try again in ${wait}. If the account is yours, look for our email with a sign-in link.`,
    retryAfterSeconds: leftMs / 1000,
  })
}

/** Undoes the count of a password that was never checked. */
export async function uncountFailure(db: Db, username: string): Promise<void> {
  await db
    .updateTable('failedSignIns')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('username', '=', username)
    .where('failures', '>', 0)
    .execute()
}

/** Deletes the failures of a username and returns how many there were. Can be repeated. */
export async function forgetFailures(db: Db, username: string): Promise<number> {
  await db.deleteFrom('signInWaits').where('username', '=', username).execute()
  const forgotten = await db
    .deleteFrom('failedSignIns')
    .where('username', '=', username)
    .returning('failures')
    .executeTakeFirst()
  return forgotten?.failures ?? 0
}
