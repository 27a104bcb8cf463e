// Whether a database has the demo people.
import type { Db } from '#server/db/open.ts'

/** Checks only `maya`, because all are created together. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  const maya = await db.selectFrom('users').select('id').where('username', '=', 'maya').executeTakeFirst()
  return maya !== undefined
}
