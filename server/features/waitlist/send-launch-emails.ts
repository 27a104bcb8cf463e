// Emails the people on the waitlist that they can register, longest waiting first.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { mailboxTurn } from '#server/emails/mailbox-turn.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { hashedToken } from '#server/http/session.ts'
import { addressHash } from './rules.ts'

/** The laws of many countries require a postal address in every mailing, such as CAN-SPAM in the United States. */
export const lacksAddress = ({ config }: Pick<Deps, 'config'>): boolean =>
  config.mode === 'production' && config.operatorAddress === undefined

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'metrics'>
type Trx = Transaction<DB>
export type CreateInvitation = (trx: Trx, email: string) => Promise<{ invitationId: string; expiresAt: Date }>

export type Counts = {
  sent: number
  /**
   * Addresses that have already received the email, such as those that unsubscribed and were entered again. They are
   * removed.
   */
  removed: number
  /** Addresses on the waitlist that are the verified email of an account. They get no email. */
  registered: number
  /**
   * Addresses without an email so far, because of the limit, or because their mailbox has received too many other
   * emails.
   */
  waiting: number
}

/** Addresses per transaction. */
const BATCH = 100

/**
 * Queues the email for at most `limit` addresses, with an invitation each unless everybody may register. An address and
 * its email are saved together, so no address gets two emails, even if this is interrupted, repeated, or run twice at
 * once.
 */
export async function sendLaunchEmails(
  deps: Needs,
  { limit, createInvitation }: { limit: number; createInvitation: CreateInvitation },
): Promise<Counts> {
  const { db, config } = deps
  const invite = config.signupMode === 'open' ? undefined : createInvitation
  let [sent, removed] = [0, 0]
  const later: string[] = []
  while (sent < limit) {
    const batch = await db.transaction().execute(async (trx) => {
      const rows = await waiting(trx)
        .select(['w.id', 'w.email'])
        .$if(later.length > 0, (query) => query.where('w.id', 'not in', later))
        .orderBy('w.createdAt')
        .orderBy('w.id')
        .limit(Math.min(BATCH, limit - sent))
        .forUpdate('w')
        .skipLocked()
        .execute()
      const results: Outcome[] = []
      for (const row of rows) results.push(await sendOne(trx, deps, row, invite))
      return rows.map(({ id }, index) => ({ id, outcome: results[index] }))
    })
    if (batch.length === 0) break
    for (const { id, outcome } of batch) {
      if (outcome === 'sent') sent += 1
      else if (outcome === 'removed') removed += 1
      else later.push(id)
    }
  }
  const { left } = await waiting(db)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  const { all } = await db
    .selectFrom('waitlist')
    .where('launchEmailId', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return { sent, removed, registered: all - left, waiting: left }
}

/** Addresses without a launch email and without an account. An account's unverified email may be another person's. */
const waiting = (db: Kysely<DB> | Trx) =>
  db
    .selectFrom('waitlist as w')
    .where('w.launchEmailId', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users as u')
            .select('u.id')
            .where(sql`lower(u.email)`, '=', sql`lower(w.email)`)
            .where('u.emailVerifiedAt', 'is not', null),
        ),
      ),
    )

/**
 * `removed`: the address has already received the email and leaves the waitlist. `later`: its mailbox has received too
 * many emails.
 */
type Outcome = 'sent' | 'removed' | 'later'

async function sendOne(
  trx: Trx,
  deps: Needs,
  { id: waitlistId, email }: { id: string; email: string },
  createInvitation: CreateInvitation | undefined,
): Promise<Outcome> {
  const { clock, config } = deps
  const id = clock.newId()
  const hash = addressHash(config.sessionSecret, email)
  if (config.sessionSecretPrevious !== undefined)
    await trx
      .updateTable('launchEmails')
      .set({ addressHash: hash })
      .where('addressHash', '=', addressHash(config.sessionSecretPrevious, email))
      .execute()
  // Others can enter many addresses of one mailbox.
  const mailbox = await mailboxTurn(trx, deps, email)
  if (mailbox === null) return 'later'
  const inserted = await trx
    .insertInto('launchEmails')
    .values({
      id,
      addressHash: hash,
      tokenHash: hashedToken(config.sessionSecret, tokenOf(config.sessionSecret, id)),
      createdAt: clock.now(),
    })
    .onConflict((conflict) => conflict.column('addressHash').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) {
    await trx.deleteFrom('waitlist').where('id', '=', waitlistId).execute()
    return 'removed'
  }
  await trx.updateTable('waitlist').set({ launchEmailId: id }).where('id', '=', waitlistId).execute()
  const { invitationId, expiresAt } = (await createInvitation?.(trx, email)) ?? { invitationId: null }
  await queueEmail(trx, clock, {
    id,
    name: 'launch',
    to: email,
    data: { launchEmailId: id, invitationId },
    mailbox,
    ...(expiresAt && { expiresAt }),
  })
  return 'sent'
}
