// Renders a mailbox page of the emails that were saved to a folder instead of sent.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escape, framed } from '../page-frame.ts'

type SavedEmail = { to: { address: string }[]; subject: string; text: string; html: string }

/** Turns URLs into links, after escaping the text. */
const linked = (text: string) =>
  escape(text).replaceAll(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`)

/** A browser takes seconds for hundreds of frames. */
const SHOWN_MAX = 60

/** Renders the newest emails in `folder` (one JSON file each, written by nodemailer), newest first. */
export async function mailboxPage(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed()
  const emails = await Promise.all(
    names
      .slice(0, SHOWN_MAX)
      .map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as SavedEmail),
  )
  const cards = emails.map(
    ({ to, subject, text, html }) => `<h2>${escape(subject)}</h2>
<p class="quiet">To ${escape(to.map(({ address }) => address).join(', '))}</p>
<iframe title="${escape(subject)}, as HTML" sandbox="allow-top-navigation-by-user-activation" loading="lazy" srcdoc="${escape(html.replace('<head>', '<head><base target="_top">'))}"></iframe>
<h3>As text</h3><pre>${linked(text)}</pre>`,
  )
  const rest = names.length > SHOWN_MAX ? ` The newest ${SHOWN_MAX} of ${names.length}:` : ''
  return framed({
    title: 'Mail that was not sent',
    label: `No mail server is set (SMTP_URL), so emails are kept here.${rest}`,
    cards: cards.length > 0 ? cards : ['<p>No emails yet.</p>'],
  })
}
