// Sends emails: through SMTP if a mail server is set, otherwise to a folder.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { OperatorError } from '#server/log.ts'

export type Message = {
  /** The same id for every attempt, so that a mail server can detect duplicates. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Where mail programs can unsubscribe with one POST. */
  unsubscribeUrl?: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
}
export type Mail = {
  /** Throws `AddressRefused` for a hard bounce, or `OperatorError` if the mail server doesn't accept the email. */
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
  config: Pick<Config, 'smtpUrl' | 'smtpNeedsTls' | 'mailFrom' | 'dataDir'>,
  clock: Clock,
  timeouts = MAIL_TIMEOUTS,
): Mail {
  const domain = /@([^\s>]+)/.exec(config.mailFrom)?.[1] ?? 'localhost'
  const withHeaders = ({ id, unsubscribeUrl, ...message }: Message) => ({
    from: config.mailFrom,
    messageId: `<${id}@${domain}>`,
    headers: {
      // Vacation replies would only be sent to us (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      // RFC 8058. The mail server's DKIM signature has to cover both headers.
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...message,
  })
  if (config.smtpUrl !== undefined) {
    const { smtpUrl, smtpNeedsTls: requireTLS } = config
    return {
      async send(message) {
        const { createTransport } = await import('nodemailer')
        try {
          await createTransport({ url: smtpUrl, requireTLS, ...timeouts }).sendMail(withHeaders(message))
        } catch (error) {
          throw isHardBounce(error)
            ? new AddressRefused((error as SmtpError).response)
            : new OperatorError(refusalReason(error as SmtpError, smtpUrl))
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

/** Connects, greets and signs in as for an email, but sends none. Throws `OperatorError`. */
export async function greetMailServer(
  smtpUrl: string,
  requireTLS: boolean,
  timeouts = MAIL_TIMEOUTS,
): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, requireTLS, ...timeouts })
  try {
    await transport.verify()
  } catch (error) {
    throw new OperatorError(refusalReason(error as SmtpError, smtpUrl))
  } finally {
    transport.close()
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response: string }

/** Leaves out the server's reply to an email, because it can quote the address. */
function refusalReason({ code, message, responseCode }: SmtpError, smtpUrl: string): string {
  const server = `The mail server ${new URL(smtpUrl).host} (SMTP_URL)`
  if (code === 'EAUTH') return `${server} refuses the user name or the password`
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return `${server} doesn’t accept emails now: reply ${responseCode ?? 'unknown'}`
  return `${server} can’t be used: ${message}`
}

/**
 * Whether the recipient was refused permanently: a 5xx reply to RCPT TO. Not if the reply is about the sender or a full
 * mailbox (enhanced codes 5.7.x and x.2.2, RFC 3463): otherwise one day on a blocklist would suppress
 * everybody's emails.
 */
function isHardBounce(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as Partial<SmtpError>
  const isPermanent = command === 'RCPT TO' && responseCode >= 500 && responseCode !== 552
  return isPermanent && !/\b5\.(7\.\d+|2\.2)\b/.test(response)
}
