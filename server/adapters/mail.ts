// Sending e-mail: through SMTP in production, into a readable folder otherwise.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'

export type Email = { to: string; subject: string; text: string }
export type Mail = {
  /** Throws when the email can't be handed over. */
  send(email: Email): Promise<void>
}

/**
 * Sends an email once, however often and from wherever it is asked for. `mark` writes down that it was sent, before it is
 * sent, and resolves with false when somebody else had done so; `unmark` takes that back when the mail server refuses it.
 * Whoever is killed between the two leaves one person without the email; marked afterwards, it could go out twice. Throws
 * what the mail server threw.
 */
export async function sendOnce(
  mail: Mail,
  email: Email,
  { mark, unmark }: { mark: () => Promise<boolean>; unmark: () => Promise<unknown> },
): Promise<void> {
  if (!(await mark())) return
  try {
    await mail.send(email)
  } catch (error) {
    await unmark()
    throw error
  }
}

/** The folder in which emails are kept when no SMTP server is set; shown at /sandbox/mail. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

/**
 * A job waits for the mail server, and others for the job; nodemailer's own patience is up to ten minutes. Connecting and
 * the greeting end before the silence of the socket does, so that the error always names what did not come.
 */
export const MAIL_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/** Emails are rare, so the library is loaded with the first one: an idle server does without its 5 MB (measured). */
export function openMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  clock: Clock,
  patience = MAIL_TIMEOUTS,
): Mail {
  if (config.smtpUrl !== undefined) {
    const { smtpUrl } = config
    return {
      async send(email) {
        const { createTransport } = await import('nodemailer')
        await createTransport({ url: smtpUrl, ...patience }).sendMail({ from: config.mailFrom, ...email })
      },
    }
  }
  const folder = mailFolder(config.dataDir)
  return {
    async send(email) {
      const { createTransport } = await import('nodemailer')
      const { message } = await createTransport({ jsonTransport: true }).sendMail({
        from: config.mailFrom,
        ...email,
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${clock.now().getTime()}-${clock.newId()}.json`
      await writeFile(join(folder, name), message, { mode: 0o600 })
    },
  }
}
