// Removes an address from the waitlist permanently.
import type { Deps } from '#server/deps.ts'
import { deleteEmail } from '#server/emails/queue-email.ts'
import { tokenHashes } from '#server/http/session.ts'
import { Problem } from '#shared/problems.ts'

/**
 * Deletes the address from the waitlist and keeps its hash, so that it gets no email if it is entered again. An
 * invitation in the email still works. Can be repeated. Throws `unsubscribe_link_not_valid`.
 */
export async function unsubscribe(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const email = await trx
      .updateTable('launchEmails')
      .set((eb) => ({ unsubscribedAt: eb.fn.coalesce('unsubscribedAt', eb.val(clock.now())) }))
      .where('tokenHash', 'in', tokenHashes(config, token))
      .returning('id')
      .executeTakeFirst()
    if (!email) throw new Problem('unsubscribe_link_not_valid')
    await trx.deleteFrom('waitlist').where('launchEmailId', '=', email.id).execute()
    await deleteEmail(trx, email.id)
  })
}
