// Fills a database with the demo people and their signals.
import type { Db } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { town } from '#test/town.ts'
import { people } from './people.ts'

/** Whether the demo people are in this database: `maya` stands for all, who are made together or not at all. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  const maya = await db.selectFrom('users').select('id').where('username', '=', 'maya').executeTakeFirst()
  return maya !== undefined
}

/** Makes the demo people, about 36 with 120 days of signals; does nothing when they are there already. */
export async function seedDemo(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  if (!(await hasDemoPeople(deps.db))) await town(deps, people)
}
