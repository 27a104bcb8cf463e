// The emails that a test's server stored instead of sending them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mailFolder } from '#server/adapters/mail.ts'
import type { Deps } from '#server/deps.ts'

export type StoredEmail = {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** All emails, or those to one address, oldest first. */
export async function emails({ config }: Pick<Deps, 'config'>, to?: string): Promise<StoredEmail[]> {
  const folder = mailFolder(config.dataDir)
  const names = (await readdir(folder).catch(() => [])).toSorted()
  const all = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return all
    .map((file) => {
      const { to: recipients, ...email } = JSON.parse(file) as Omit<StoredEmail, 'to'> & {
        to: { address: string }[]
      }
      return { ...email, to: recipients[0]?.address ?? '' }
    })
    .filter((email) => to === undefined || email.to === to)
}

const ACKNOWLEDGED =
  /^(Receipt for|You’re subscribed to|Creator Mode is on|Your (access|payment)|Creator Mode has)/

/** The subjects of the emails to one address, without those that acknowledge what the person just did or paid. */
export const newsTo = async (deps: Pick<Deps, 'config'>, to: string): Promise<string[]> =>
  (await emails(deps, to)).map(({ subject }) => subject).filter((subject) => !ACKNOWLEDGED.test(subject))

/** The address of the first link in an email, as a person would open it. */
export const linkIn = ({ text }: StoredEmail): URL => new URL(/^https?:\S+$/m.exec(text)?.[0] ?? '')
