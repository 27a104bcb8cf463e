// Renders a mailbox page of the emails that were saved to a folder instead of sent.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type SavedEmail = { to: { address: string }[]; subject: string; text: string; html: string }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
/** Turns URLs into links, after escaping the text. */
const linked = (text: string) =>
  escape(text).replaceAll(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`)

/** Renders every email in `folder` (one JSON file each, written by nodemailer), newest first. */
export async function mailboxPage(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed()
  const emails = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as SavedEmail),
  )
  const shown = emails.map(
    ({ to, subject, text, html }) => `<article><h2>${escape(subject)}</h2>
<p>To ${escape(to.map(({ address }) => address).join(', '))}</p>
<iframe title="${escape(subject)}, as HTML" sandbox="allow-top-navigation-by-user-activation" loading="lazy" srcdoc="${escape(html.replace('<head>', '<head><base target="_top">'))}"></iframe>
<h3>As text</h3><pre>${linked(text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail that was not sent</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid;padding:1rem 0}h2{font-size:1.1rem;margin:0}h3{font-size:1rem}
iframe{width:100%;height:42rem;border:1px solid;box-sizing:border-box}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>
</head><body><h1>Mail that was not sent</h1>
<p>No mail server is set (SMTP_URL), so emails are kept here.</p>
${shown.join('\n') || '<p>No emails yet.</p>'}</body></html>`
}
