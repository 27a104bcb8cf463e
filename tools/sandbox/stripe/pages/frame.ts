// The sandbox's pages, under a label that no money is real.
import { escape, framed, STYLE_SOURCE } from '../../page-frame.ts'

export type Page = { status: number; body: string; headers: Record<string, string> }

/** Renders a page; `content` is HTML. */
export function page(title: string, content: string, status = 200): Page {
  const body = framed({ title, label: 'Test payments, no real money', cards: [content] })
  return { status, body, headers: HTML }
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; frame-ancestors 'self'`,
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

/** Formats cents. */
export const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

export const day = (seconds: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000)
