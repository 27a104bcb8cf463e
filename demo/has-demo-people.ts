// Whether the demo people are in a database.
import type { Db } from '#server/db/open.ts'

/** `maya` stands for all, who are made together or not at all. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  const maya = await db.selectFrom('users').select('id').where('username', '=', 'maya').executeTakeFirst()
  return maya !== undefined
}
