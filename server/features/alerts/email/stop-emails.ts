// Stops one kind of alert emails, through the link in their last line (RFC 8058).
import type { Deps } from '#server/deps.ts'
import { isTokenOf } from '#server/emails/token-of.ts'
import { type AlertEmailKind, stopName } from '#shared/emails/alerts.ts'
import { Problem } from '#shared/problems.ts'

const TOKEN = /^alerts\.(digest|signal)\.([0-9a-f-]{36})\.([\w-]{43})$/

/**
 * Can be repeated, and works as long as the account exists, because the token is derived from the person and the kind.
 * Throws `unsubscribe_link_not_valid`; false for a token of another kind of link.
 */
export async function stopAlertEmails(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  token: string,
): Promise<boolean> {
  if (!token.startsWith('alerts.')) return false
  const [, kind, personId, given] = TOKEN.exec(token) ?? []
  if (kind === undefined || personId === undefined || given === undefined)
    throw new Problem('unsubscribe_link_not_valid')
  if (!isTokenOf(config, stopName(kind as AlertEmailKind, personId), given))
    throw new Problem('unsubscribe_link_not_valid')
  if (kind === 'digest')
    await db
      .updateTable('alertSchedules')
      .set({ digest: 'off', nextDigestAt: null })
      .where('personId', '=', personId)
      .execute()
  else await stopSignals(db, personId)
  return true
}

/** Moves immediate emails about signals to the digest, if the person has one. */
const stopSignals = (db: Deps['db'], personId: string) =>
  db.transaction().execute(async (trx) => {
    await trx
      .updateTable('alertBells')
      .set({ email: null })
      .where('personId', '=', personId)
      .where('email', '=', 'at_once')
      .execute()
    await trx
      .updateTable('alertPreferences')
      .set({ email: 'digest' })
      .where('personId', '=', personId)
      .where('kind', '=', 'signal')
      .execute()
    await trx
      .updateTable('alertSchedules')
      .set({ heldSince: null, releaseAt: null })
      .where('personId', '=', personId)
      .execute()
  })
