// Stops one kind of alert emails, through the link in their last line (RFC 8058).
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { isTokenOf } from '#server/emails/token-of.ts'
import { ALERT_EMAILS_ENDED, type AlertEmailKind, stopName } from '#shared/emails/unsubscribe.ts'
import { Problem } from '#shared/problems.ts'
import { type AlertKind, KINDS } from '#shared/rules/alert-kinds.ts'

const TOKEN = new RegExp(
  `^alerts\\.(${Object.keys(ALERT_EMAILS_ENDED).join('|')})\\.([0-9a-f-]{36})\\.([\\w-]{43})$`,
)

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
  await STOP[kind as AlertEmailKind](db, personId)
  return true
}

const STOP: Record<AlertEmailKind, (db: Deps['db'], personId: string) => Promise<unknown>> = {
  digest: (db, personId) =>
    db
      .updateTable('alertSchedules')
      .set({ digest: 'off', nextDigestAt: null })
      .where('personId', '=', personId)
      .execute(),
  signal: (db, personId) => stopSignals(db, personId),
  subscriber: (db, personId) => stopKind(db, personId, 'subscriber'),
  price: (db, personId) => stopKind(db, personId, 'price'),
}

/** Turns off the emails about a kind, and leaves it out of the digest. Its alerts stay in the app. */
async function stopKind(db: Deps['db'], personId: string, kind: AlertKind): Promise<void> {
  const { list } = KINDS[kind].usual
  await db
    .insertInto('alertPreferences')
    .columns(['personId', 'kind', 'list', 'email'])
    // From a query, because the account may no longer exist.
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'id',
          sql.lit(kind).as('kind'),
          sql.lit(list).as('list'),
          sql.lit('off' as const).as('email'),
        ])
        .where('id', '=', personId),
    )
    .onConflict((conflict) => conflict.columns(['personId', 'kind']).doUpdateSet({ email: 'off' }))
    .execute()
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
      .where('email', '=', 'at_once')
      .execute()
    await trx
      .updateTable('alertSchedules')
      .set({ heldSince: null, releaseAt: null })
      .where('personId', '=', personId)
      .execute()
  })
