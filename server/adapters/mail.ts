// Sends emails: through SMTP if a mail server is set, otherwise into a folder.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'

export type Message = {
  /** The same for each attempt, so that a mail server that got it already can tell. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}
export type Mail = {
  /** Throws `AddressRefused` for a hard bounce, or another error if the mail server doesn't accept the email now. */
  send(message: Message): Promise<void>
}

/** The mail server says that the recipient's address will never work. The message is the server's reply. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
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
  const domain = /@([^\s>]+)/.exec(config.mailFrom)?.[1] ?? 'localhost'
  const withHeaders = ({ id, ...message }: Message) => ({
    from: config.mailFrom,
    messageId: `<${id}@${domain}>`,
    // Vacation replies would only come back to us (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...message,
  })
  if (config.smtpUrl !== undefined) {
    const { smtpUrl } = config
    return {
      async send(message) {
        const { createTransport } = await import('nodemailer')
        try {
          await createTransport({ url: smtpUrl, ...timeouts }).sendMail(withHeaders(message))
        } catch (error) {
          throw isHardBounce(error) ? new AddressRefused((error as SmtpError).response) : error
        }
      },
    }
  }
  const folder = mailFolder(config.dataDir)
  return {
    async send(message) {
      const { createTransport } = await import('nodemailer')
      const sent = await createTransport({ jsonTransport: true }).sendMail(withHeaders(message))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${clock.now().getTime()}-${clock.newId()}.json`
      await writeFile(join(folder, name), sent.message, { mode: 0o600 })
    },
  }
}

type SmtpError = Error & { command?: string; responseCode?: number; response: string }

/**
 * Whether the recipient was refused for good: a 5xx reply to RCPT TO. Not if the reply is about us or a full mailbox (enhanced
 * codes 5.7.x and x.2.2, RFC 3463): one day on a blocklist would otherwise silence everybody's emails.
 */
function isHardBounce(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as Partial<SmtpError>
  const isPermanent = command === 'RCPT TO' && responseCode >= 500 && responseCode !== 552
  return isPermanent && !/\b5\.(7\.\d+|2\.2)\b/.test(response)
}
