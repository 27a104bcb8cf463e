// The people who may decide cases.
import type { Transaction } from 'kysely'
import type { Clock } from '#server/clock.ts'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import { Problem } from '#shared/problems.ts'

export type Role = 'moderator' | 'administrator'

/** A repeated call changes the role. Throws `factor_missing` without an authenticator app or a passkey. */
export async function addModerator(
  trx: Transaction<DB>,
  clock: Clock,
  personId: string,
  role: Role,
): Promise<void> {
  const { hasFactor } = await trx
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(
            trx
              .selectFrom('totpFactors')
              .select('userId')
              .where('userId', '=', personId)
              .where('confirmedAt', 'is not', null),
          ),
          eb.exists(trx.selectFrom('passkeys').select('userId').where('userId', '=', personId)),
        ])
        .as('hasFactor'),
    )
    .executeTakeFirstOrThrow()
  if (!hasFactor) throw new Problem('factor_missing')
  await trx
    .insertInto('moderators')
    .values({ personId, role, createdAt: clock.now() })
    .onConflict((conflict) => conflict.column('personId').doUpdateSet({ role }))
    .execute()
}

/**
 * Takes a person's role away, from their next call on. Their decisions stay. Waits for a decision that they are making.
 * False if they had none.
 */
export async function removeModerator(trx: Transaction<DB>, personId: string): Promise<boolean> {
  const removed = await trx.deleteFrom('moderators').where('personId', '=', personId).executeTakeFirst()
  if (removed.numDeletedRows === 0n) return false
  // Their open pages no longer offer what they may not do.
  await notify(trx, [personId], 'account')
  return true
}

/** A case that nobody is working on. Losing the role also releases a case, through the foreign key. */
export const RELEASED = { assignedTo: null, claimedUntil: null }

/** Whether another moderator could decide. */
export const hasOtherModerator = async (trx: Transaction<DB>, moderatorId: string): Promise<boolean> =>
  (await trx
    .selectFrom('moderators')
    .select('personId')
    .where('personId', '<>', moderatorId)
    .executeTakeFirst()) !== undefined

/** Throws `own_decision` for the moderator who decided, unless there is no other. */
export async function refuseDecider(
  trx: Transaction<DB>,
  moderatorId: string,
  decidedBy: string | null,
): Promise<void> {
  if (decidedBy === moderatorId && (await hasOtherModerator(trx, moderatorId)))
    throw new Problem('own_decision')
}
