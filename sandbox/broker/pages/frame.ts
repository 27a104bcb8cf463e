// The frame of the sandbox's pages: plain HTML without scripts, and a label that no account is real.
import { createHash } from 'node:crypto'
import type { ApiResponse } from '../handle-request.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

const STYLE = `:root{color-scheme:light dark;--ink:#14181f;--quiet:#535c69;--paper:#fff;--card:#f5f6f8;--line:#c3c9d2;--main:#1d4ed8;--onmain:#fff;--wrong:#b00020}
@media(prefers-color-scheme:dark){:root{--ink:#eef1f5;--quiet:#a9b2bf;--paper:#12151a;--card:#1c2129;--line:#475160;--main:#93b4ff;--onmain:#0b1220;--wrong:#ff9a92}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:38rem;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
.label{margin:0 0 1.25rem;padding:.5rem .75rem;border-radius:.5rem;background:#7a4b00;color:#fff;font-weight:600}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 .5rem}
p{margin:0 0 1rem}
fieldset{margin:0 0 1.25rem;padding:0;border:0;min-width:0}
legend{padding:0;margin:0 0 .5rem;font-weight:600}
label{display:flex;gap:.75rem;align-items:flex-start;margin:0 0 .5rem;padding:.75rem;border:1px solid var(--line);border-radius:.6rem;background:var(--card);cursor:pointer}
label:has(:checked){border-color:var(--main);box-shadow:inset 0 0 0 1px var(--main)}
input{flex:none;width:1.15rem;height:1.15rem;margin:.2rem 0 0;accent-color:var(--main)}
label b,label span span{display:block;overflow-wrap:anywhere}
label span span{color:var(--quiet);font-size:.9rem}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--line);border-radius:.6rem;background:var(--paper);color:var(--ink);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.main{background:var(--main);border-color:var(--main);color:var(--onmain)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
label :focus-visible{outline:0}
label:has(:focus-visible){outline:3px solid var(--main);outline-offset:2px}
.wrong{color:var(--wrong);font-weight:600}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export const LABEL = 'Sample broker, no real account'

/** `returnsTo` is allowed as a form target, because browsers check a form's redirect against the policy too. */
function headersFor(returnsTo: string | null): Record<string, string> {
  const origin = returnsTo === null ? '' : ` ${new URL(returnsTo).origin}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'${origin}; base-uri 'none'; frame-ancestors 'self'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

/** Renders a page; `content` is HTML. */
export function page(
  title: string,
  content: string,
  { status = 200, returnsTo = null }: { status?: number; returnsTo?: string | null } = {},
): ApiResponse {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head>
<body><p class="label" role="note">${LABEL}</p>
<main><h1>${escape(title)}</h1>
${content}
</main></body></html>`
  return { status, body, headers: headersFor(returnsTo) }
}

export const redirectTo = (address: string): ApiResponse => ({
  status: 303,
  body: '',
  headers: { ...headersFor(address), location: address },
})

export const errorText = (text: string) => `<p class="wrong" role="alert">${escape(text)}</p>`
