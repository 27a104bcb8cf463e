// Calculates the name skeletons of people whose names were saved by an older version.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { nameSkeletons } from './rules.ts'

const ROWS_AT_ONCE = 500

/** Repeats people whose names change in the meantime. */
export async function fillSkeletons({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (;;) {
    const people = await db
      .selectFrom('users')
      .select(['id', 'username', 'displayName'])
      .where('skeletonsUnicode', 'is', null)
      .limit(ROWS_AT_ONCE)
      .execute()
    if (people.length === 0) return
    const rows = people.map((person) => ({ ...person, ...nameSkeletons(person) }))
    await sql`update users u set
        username_skeletons = array(select jsonb_array_elements_text(person -> 'usernameSkeletons')),
        display_name_skeletons = array(select jsonb_array_elements_text(person -> 'displayNameSkeletons')),
        skeletons_unicode = (person ->> 'skeletonsUnicode')::smallint
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as person
      where u.id = (person ->> 'id')::uuid and u.username = person ->> 'username'
        and u.display_name is not distinct from person ->> 'displayName'`.execute(db)
  }
}
