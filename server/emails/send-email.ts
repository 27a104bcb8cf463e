// Sends a queued email once. An address that has permanently refused an email gets no more.
import { renderPdf } from '#server/adapters/render-pdf.ts'
import { AddressRefused } from '#server/adapters/mail.ts'
import type { Deps } from '#server/deps.ts'
import { hashedToken } from '#server/http/session.ts'
import { composeEmail, type EmailData, type EmailName } from '#shared/emails/templates.ts'
import { renderHtml } from '#shared/emails/render-html.ts'
import { renderText } from '#shared/emails/render-text.ts'
import { tokenOf } from './token-of.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'mail' | 'metrics'> & {
  publicUrl: string
  /** Called with the id of an email of this kind right before it is sent. May change or delete the email. */
  beforeSending?: Partial<Record<EmailName, (emailId: string) => Promise<void>>>
}

/**
 * Sends the email at most once, even if the job runs several times or on several copies of the server: it is marked as
 * sent before it is sent, and unmarked if the mail server refuses it. If the process is killed in between, one person
 * misses the email; marking it afterwards could send it twice. Throws the mail server's error, and the job is retried.
 */
export async function sendEmail(deps: Needs, emailId: string): Promise<void> {
  const { db, clock, log, mail, metrics, publicUrl } = deps
  const read = () => db.selectFrom('emails').selectAll().where('id', '=', emailId).executeTakeFirst()
  let row = await read()
  const change = row && row.sentAt === null ? deps.beforeSending?.[row.template] : undefined
  if (change) {
    await change(emailId)
    row = await read()
  }
  if (!row || row.sentAt !== null || (row.expiresAt !== null && row.expiresAt <= clock.now())) return
  if (await isSuppressed(db, row.recipient)) return
  const secret = await secretOfTokens(deps, row.data)
  const { operatorAddress } = deps.config
  const site = { publicUrl, operatorAddress, tokenOf: (id: string) => tokenOf(secret, id) }
  const email = composeEmail(row.template, row.data as EmailData<EmailName>, site)

  const setSentAt = (sentAt: Date | null) =>
    db.updateTable('emails').set({ sentAt }).where('id', '=', emailId)
  const marked = await setSentAt(clock.now()).where('sentAt', 'is', null).executeTakeFirstOrThrow()
  if (marked.numUpdatedRows === 0n) return
  try {
    await mail.send({
      id: emailId,
      to: row.recipient,
      subject: email.subject,
      text: renderText(email, site),
      html: renderHtml(email, site),
      ...(email.pdf && {
        attachments: [
          {
            filename: email.pdf.name,
            content: await renderPdf(email.pdf, clock.now()),
            contentType: 'application/pdf',
          },
        ],
      }),
      ...(email.unsubscribe && { unsubscribeUrl: email.unsubscribe.oneClickUrl }),
    })
    metrics?.emailTried('sent')
  } catch (error) {
    metrics?.emailTried(error instanceof AddressRefused ? 'refused' : 'failed')
    await setSentAt(null).execute()
    if (!(error instanceof AddressRefused)) throw error
    // The reason isn't logged, because it often quotes the address. The table has it.
    log.warn(
      { event: 'email_address_refused', email: emailId },
      'an address refused an email permanently and gets no more',
    )
    await suppress(deps, row.recipient, error.message)
  }
}

/**
 * The secret that the email's tokens were made with: the previous one if it was queued before the secret was
 * changed.
 */
async function secretOfTokens({ db, config }: Pick<Deps, 'db' | 'config'>, data: unknown): Promise<string> {
  const { sessionSecret, sessionSecretPrevious: previous } = config
  const ids = JSON.stringify(data).match(UUID) ?? []
  if (previous === undefined || ids.length === 0) return sessionSecret
  const hashes = ids.map((id) => hashedToken(previous, tokenOf(previous, id)))
  for (const table of ['accountTokens', 'invitations', 'launchEmails'] as const) {
    const found = await db.selectFrom(table).select('id').where('tokenHash', 'in', hashes).executeTakeFirst()
    if (found) return previous
  }
  return sessionSecret
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

const isSuppressed = async (db: Deps['db'], address: string): Promise<boolean> =>
  (await db
    .selectFrom('suppressedAddresses')
    .select('address')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst()) !== undefined

const suppress = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, address: string, reason: string) =>
  db
    .insertInto('suppressedAddresses')
    .values({ address: address.toLowerCase(), reason, createdAt: clock.now() })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
