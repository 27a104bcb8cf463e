// Sending e-mail: through SMTP in production, into a readable folder otherwise.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'

export type Letter = { to: string; subject: string; text: string }
export type Mail = {
  /** Throws when the letter can't be handed over. */
  send(letter: Letter): Promise<void>
}

/** The folder in which letters are kept when no SMTP server is set; shown at /sandbox/mail. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

export function openMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, clock: Clock): Mail {
  if (config.smtpUrl !== undefined) {
    const transport = createTransport(config.smtpUrl)
    return {
      async send(letter) {
        await transport.sendMail({ from: config.mailFrom, ...letter })
      },
    }
  }
  const transport = createTransport({ jsonTransport: true })
  const folder = mailFolder(config.dataDir)
  return {
    async send(letter) {
      const { message } = await transport.sendMail({ from: config.mailFrom, ...letter })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${clock.now().getTime()}-${clock.newId()}.json`
      await writeFile(join(folder, name), message, { mode: 0o600 })
    },
  }
}
