// The frame of the sandbox's pages: plain HTML without scripts, and a label that no money is real.
export type Page = { status: number; body: string; headers: Record<string, string> }

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:34rem;margin:0 auto;padding:1rem}
.label{background:#7a4b00;color:#fff;padding:.5rem 1rem;border-radius:.5rem;font-weight:600}
form{margin:1rem 0;padding:1rem;border:1px solid #8888;border-radius:.5rem}
label{display:block;margin:.75rem 0}input,select{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem}
button{font:inherit;padding:.6rem 1rem;min-height:44px;cursor:pointer}
.wrong{color:#b00020;font-weight:600}@media(prefers-color-scheme:dark){.wrong{color:#ff8a80}}
dt{font-weight:600}dd{margin:0 0 .5rem}`

/** Renders a page; `content` is HTML. */
export function page(title: string, content: string, status = 200): Page {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head>
<body><p class="label" role="note">Test payments, no real money</p>
<main><h1>${escape(title)}</h1>
${content}
</main></body></html>`
  return { status, body, headers: HTML }
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
}

/** Redirects to an http(s) URL. */
export function redirectTo(address: string): Page {
  if (!/^https?:\/\//.test(address))
    return page('Invalid return address', '<p>The return address isn’t valid.</p>', 400)
  return { status: 303, body: '', headers: { ...HTML, location: address } }
}

/** Redirects within the sandbox. */
export const redirectWithin = (address: string): Page => ({
  status: 303,
  body: '',
  headers: { ...HTML, location: address },
})

export const notFound = () =>
  page('Not found', '<p>This page doesn’t exist or has expired. Go back and start again.</p>', 404)

/** A form with one button and hidden fields. */
export function buttonForm(label: string, fields: Record<string, string>, action = ''): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  const target = action === '' ? '' : ` action="${escape(action)}"`
  return `<form method="post"${target}>${hidden.join('')}<button type="submit">${escape(label)}</button></form>`
}

export const errorText = (text: string) => `<p class="wrong" role="alert">${escape(text)}</p>`

/** Formats cents. */
export const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

export const day = (seconds: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000)
