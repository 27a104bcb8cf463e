// Signs a person out everywhere.
import { notify } from '#server/db/notify.ts'
import type { Db } from '#server/db/open.ts'

/** Ends all sessions of an account, and returns how many there were. Open pages are told. Calling it again is fine. */
export const endSessions = (db: Db, userId: string): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await notify(trx, [userId], 'session')
    return Number(numDeletedRows)
  })
