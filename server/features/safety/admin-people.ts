// Finds people for moderators.
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import type { AdminPerson, PERSON_STATES } from '#shared/contracts/admin-cases.ts'

const PEOPLE_MAX = 50

/**
 * Finds people by a part of the username or the display name, by a whole email, or by id; newest first, at most 50.
 * `total`: all accounts.
 */
export async function findPeople(db: Kysely<DB>, search: string, now: Date) {
  const isId = z.uuid().safeParse(search).success
  const part = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const people = await db
    .selectFrom('users as u')
    .leftJoin('moderators as m', 'm.personId', 'u.id')
    .select(['u.id', 'u.username', 'u.displayName', 'u.profileImageUrl', 'u.isCreator', 'u.createdAt'])
    .select('m.role')
    .select(
      sql<number>`(select count(*)::int from subscriptions s where s.creator_id = u.id
        and s.status in ('active', 'trialing', 'past_due'))`.as('subscribers'),
    )
    .select(
      sql<(typeof PERSON_STATES)[number]>`case
        when is_restricted(u.id, 'post', ${now}) then 'suspended'
        when is_restricted(u.id, 'sell', ${now}) then 'selling_stopped'
        when is_restricted(u.id, 'report', ${now}) then 'reporting_stopped'
        when u.deletion_requested_at is not null then 'leaving'
        when exists (select from cases c where c.author_id = u.id and c.state = 'open') then 'case_open'
        else 'active' end`.as('state'),
    )
    .where('u.isFormer', '=', false)
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          sql<boolean>`u.names like ${part}`,
          sql<boolean>`lower(u.email) = ${search.toLowerCase()}`,
          ...(isId ? [eb('u.id', '=', search)] : []),
        ]),
      ),
    )
    .orderBy('u.createdAt', 'desc')
    .orderBy('u.id')
    .limit(PEOPLE_MAX)
    .execute()
  const { total } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('isFormer', '=', false)
    .executeTakeFirstOrThrow()
  return { people, total }
}

export const adminPersonView = ({
  createdAt,
  ...row
}: Awaited<ReturnType<typeof findPeople>>['people'][number]): z.input<typeof AdminPerson> => ({
  ...row,
  createdAt: createdAt.toISOString(),
})
