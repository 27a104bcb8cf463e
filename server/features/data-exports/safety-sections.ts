// The sections about what a person does against others. Every column is named.
import { sql } from 'kysely'
import { section } from './section.ts'

export const SAFETY_SECTIONS = [
  section(
    'blocks',
    'whom you have blocked.',
    'username createdAt',
    'createdAt username',
    (id) =>
      sql`(select u.username, b.created_at from blocks b join users u on u.id = b.blocked_id
        where b.blocker_id = ${id}) as rows`,
  ),
  section(
    'mutes',
    'the people, tickers and words you have muted.',
    'kind value until createdAt',
    'createdAt kind value',
    (id) =>
      sql`(select m.kind, coalesce(u.username, m.value) as value, m.until, m.created_at from mutes m
        left join users u on u.id = m.muted_person_id where m.person_id = ${id}) as rows`,
  ),
]
