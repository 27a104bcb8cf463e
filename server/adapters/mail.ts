// Sends emails: through SMTP if a mail server is set, otherwise into a folder.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'

export type Email = { to: string; subject: string; text: string }
export type Mail = {
  /** Throws if the mail server doesn't accept the email. */
  send(email: Email): Promise<void>
}

/**
 * Sends an email at most once, even if it is called several times or by several copies of the server. `mark` stores that the
 * email was sent, before it is sent, and resolves with false if it was already marked; `unmark` undoes that if the mail
 * server refuses it. If the process is killed in between, one person misses the email; marking it afterwards could send it
 * twice. Throws the mail server's error.
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

/** The folder for emails if no SMTP server is set; /sandbox/mail shows them. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

/**
 * In milliseconds. Jobs wait for the mail server, and nodemailer's defaults are up to ten minutes. The timeouts for the
 * connection and the greeting are shorter than the socket's, so that the error names the step that failed.
 */
export const MAIL_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/** nodemailer is loaded with the first email, because it takes 5 MB (measured) and emails are rare. */
export function openMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  clock: Clock,
  timeouts = MAIL_TIMEOUTS,
): Mail {
  if (config.smtpUrl !== undefined) {
    const { smtpUrl } = config
    return {
      async send(email) {
        const { createTransport } = await import('nodemailer')
        await createTransport({ url: smtpUrl, ...timeouts }).sendMail({ from: config.mailFrom, ...email })
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
