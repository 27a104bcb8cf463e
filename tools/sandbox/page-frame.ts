// The frame of all sandbox pages: plain HTML without scripts in the product's style, with a banner that says
// nothing is real.
import { createHash } from 'node:crypto'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** The colors and sizes of web/theme.css. */
const STYLE = `:root{color-scheme:light dark;--canvas:light-dark(#f5f7f7,#0b1112);--surface:light-dark(#fff,#12191a);--sunken:light-dark(#edf0f0,#1e292a);
--line:light-dark(#e1e6e6,#243032);--line-strong:light-dark(#c2cbcc,#3b4b4d);--line-field:light-dark(#7b898b,#6e8082);
--ink:light-dark(#0f1819,#ecf2f2);--ink-2:light-dark(#435153,#b1bebf);--brand:light-dark(#0a5a63,#62cbce);--brand-solid:light-dark(#0a5a63,#11727b);
--focus:light-dark(#0d7c88,#7fdcde);--loss:light-dark(#b3252b,#f8918b);--caution:light-dark(#755000,#ecc566);--caution-soft:light-dark(#fdf4d8,#30270f)}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:1rem/1.5 'Inter Variable',Inter,ui-sans-serif,system-ui,sans-serif}
.label{margin:0;padding:.375rem 1rem;background:var(--caution-soft);color:var(--caution);font-size:.8125rem;font-weight:600;text-align:center}
main{max-width:36rem;margin:1.25rem auto 3rem;padding:0 1rem}
h1{margin:1.5rem 0 .75rem;font-size:1.5rem;line-height:2rem;letter-spacing:-.018em;overflow-wrap:anywhere}
h2{margin:0 0 .25rem;font-size:1.25rem;line-height:1.75rem;letter-spacing:-.012em;overflow-wrap:anywhere}
p{margin:0 0 .75rem;overflow-wrap:anywhere}p:last-child{margin-bottom:0}
.card{margin:0 0 1.25rem;padding:1.25rem 1rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
@media(min-width:48rem){.card{padding:1.5rem}}
section+section,form+h2,form+section{margin-top:1.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}
form{margin:.75rem 0}
fieldset{margin:0 0 1.25rem;padding:0;border:0;min-width:0}
legend{padding:0;margin:0 0 .5rem;font-weight:600}
label{display:block;margin:0 0 1rem;font-size:.875rem;font-weight:520;overflow-wrap:anywhere}
input,select{display:block;width:100%;min-height:2.75rem;margin-top:.375rem;padding:.5rem .75rem;border:1px solid var(--line-field);border-radius:.625rem;background:var(--surface);color:var(--ink);font:inherit;font-size:1rem}
label:has([type=radio],[type=checkbox]){display:flex;gap:.75rem;align-items:flex-start;margin:0 0 .5rem;padding:.75rem;border:1px solid var(--line-strong);border-radius:.75rem;font-size:1rem;font-weight:400;cursor:pointer}
label:has(:checked){border-color:var(--brand);box-shadow:inset 0 0 0 1px var(--brand)}
[type=radio],[type=checkbox]{flex:none;width:1.125rem;height:1.125rem;min-height:0;margin:.2rem 0 0;accent-color:var(--brand-solid)}
label b,label span span{display:block;overflow-wrap:anywhere}
label span span{color:var(--ink-2);font-size:.8125rem}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--line-strong);border-radius:.625rem;background:var(--surface);color:var(--ink);font:inherit;font-size:.9375rem;font-weight:620;text-decoration:none;cursor:pointer}
.main,label~button{border-color:transparent;background:var(--brand-solid);color:#fff}
a{color:var(--brand);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
label:has([type=radio]:focus-visible,[type=checkbox]:focus-visible){outline:2px solid var(--focus);outline-offset:2px}
label :is([type=radio],[type=checkbox]):focus-visible{outline:0}
.wrong{color:var(--loss);font-weight:600}
.quiet{color:var(--ink-2);font-size:.8125rem}
pre{margin:.75rem 0 0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
h3{margin:1rem 0 0;font-size:.875rem}iframe{width:100%;height:42rem;margin-top:.5rem;border:1px solid var(--line);border-radius:.75rem}
dl{margin:0 0 1rem}dt{font-weight:600}dd{margin:0 0 .5rem;color:var(--ink-2)}`

/** For the `style-src` of a page's content security policy. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

export type Frame = {
  title: string
  /** What isn't real about the page. */
  label: string
  /** HTML; each becomes a card. */
  cards: readonly string[]
}

export const framed = ({ title, label, cards }: Frame): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head>
<body><p class="label" role="note">${escape(label)}</p>
<main><h1>${escape(title)}</h1>
${cards.map((card) => `<div class="card">${card}</div>`).join('\n')}
</main></body></html>`

export const errorText = (text: string) => `<p class="wrong" role="alert">${escape(text)}</p>`
