// Renders an email as HTML: tables and inline styles, because mail programs ignore much of CSS.
import { PRODUCT_NAME } from '../product.ts'
import type { Block, Email, RowOfEmail, Site } from './email.ts'

/** The tokens of web/theme.css. Inline styles use the light ones; the media query replaces them with the dark ones. */
const LIGHT = {
  canvas: '#f5f7f7',
  surface: '#ffffff',
  line: '#e1e6e6',
  ink: '#0f1819',
  ink2: '#435153',
  brand: '#0a5a63',
  solid: '#0a5a63',
}
const DARK: typeof LIGHT = {
  canvas: '#0b1112',
  surface: '#12191a',
  line: '#243032',
  ink: '#ecf2f2',
  ink2: '#b1bebf',
  brand: '#62cbce',
  solid: '#11727b',
}

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
const BODY = `${FONT};font-size:16px;line-height:24px`
const SMALL = `${FONT};font-size:13px;line-height:20px`

/** The classes are only for the dark theme. */
const STYLE = `@media (prefers-color-scheme: dark) {
  .canvas { background-color: ${DARK.canvas} !important; }
  .surface { background-color: ${DARK.surface} !important; border-color: ${DARK.line} !important; }
  .line { border-color: ${DARK.line} !important; }
  .ink { color: ${DARK.ink} !important; }
  .ink-2 { color: ${DARK.ink2} !important; }
  .brand { color: ${DARK.brand} !important; }
  .solid { background-color: ${DARK.solid} !important; }
}`

/** A complete HTML document that loads nothing: no pictures, fonts or scripts. */
export function renderHtml({ subject, blocks, reason, unsubscribe }: Email, { publicUrl }: Site): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
${STYLE}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background-color:${LIGHT.canvas};-webkit-text-size-adjust:100%">
<div role="main">
<table ${TABLE} class="canvas" style="background-color:${LIGHT.canvas}"><tr><td align="center" style="padding:24px 12px 32px">
<table ${TABLE} style="max-width:560px;text-align:left">
<tr><td style="padding:0 8px 16px">
<a href="${escapeHtml(publicUrl)}" class="ink" style="${FONT};font-size:20px;line-height:28px;font-weight:700;color:${LIGHT.ink};text-decoration:none"><span class="brand" style="color:${LIGHT.brand}">&#9873;</span> ${PRODUCT_NAME}</a>
</td></tr>
<tr><td class="surface" style="padding:28px 24px 12px;background-color:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:16px">
<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:20px;line-height:28px;font-weight:600;color:${LIGHT.ink}">${escapeHtml(subject)}</h1>
${blocks.map(htmlOf).join('\n')}
</td></tr>
<tr><td class="ink-2" style="padding:16px 8px 0;${SMALL};color:${LIGHT.ink2}">${escapeHtml(reason)}${unsubscribe ? unsubscribeLink(escapeHtml(unsubscribe.url)) : ''}</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return paragraphOf(escapeHtml(block.text))
    case 'list':
      return `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 20px;${BODY};color:${LIGHT.ink}">
${block.items.map((item) => `<li style="margin:0 0 4px">${escapeHtml(item)}</li>`).join('\n')}
</ul>`
    case 'action':
      return buttonOf(escapeHtml(block.label), escapeHtml(block.url))
    case 'link':
      return `<p style="margin:0 0 8px;${BODY}"><a href="${escapeHtml(block.url)}" class="brand" style="display:inline-block;padding:2px 0;color:${LIGHT.brand}">${escapeHtml(block.label)}</a></p>`
    case 'rows':
      return `<h2 class="ink-2 line" style="margin:8px 0 0;padding:0 0 8px;border-bottom:1px solid ${LIGHT.line};${SMALL};font-weight:600;color:${LIGHT.ink2}">${escapeHtml(block.title)}</h2>
<table ${TABLE} style="margin:0 0 20px">
${block.rows.map(rowOf).join('\n')}
</table>`
    case 'facts':
      return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
${block.rows.map(([name, value]) => factOf(escapeHtml(name), escapeHtml(value))).join('\n')}
</table>`
  }
}

const paragraphOf = (html: string) =>
  `<p class="ink" style="margin:0 0 16px;${BODY};color:${LIGHT.ink};overflow-wrap:anywhere">${html}</p>`

/** The URL is also written out, for programs in which the button doesn't work. */
const buttonOf = (label: string, url: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 12px"><tr>
<td class="solid" style="background-color:${LIGHT.solid};border-radius:10px">
<a href="${url}" style="display:inline-block;padding:12px 20px;${BODY};font-weight:600;color:#ffffff;text-decoration:none">${label}</a>
</td></tr></table>
<p class="ink-2" style="margin:0 0 20px;${SMALL};color:${LIGHT.ink2}">Or open this address:<br>
<a href="${url}" class="brand" style="color:${LIGHT.brand};overflow-wrap:anywhere;word-break:break-all">${url}</a></p>`

const unsubscribeLink = (url: string) =>
  `<br>\n<a href="${url}" class="brand" style="color:${LIGHT.brand}">Unsubscribe</a>`

function rowOf({ title, sub, end, url }: RowOfEmail): string {
  const name = escapeHtml(title)
  const linked =
    url === null
      ? name
      : `<a href="${escapeHtml(url)}" class="ink" style="color:${LIGHT.ink};text-decoration:none">${name}</a>`
  return `<tr><td class="ink line" style="${CELL};font-weight:600;color:${LIGHT.ink};overflow-wrap:anywhere">${linked}${sub === '' ? '' : `<div class="ink-2" style="${SMALL};font-weight:400;color:${LIGHT.ink2}">${escapeHtml(sub)}</div>`}</td>
<td align="right" class="ink-2 line" style="${CELL};padding-left:16px;${SMALL};white-space:nowrap;color:${LIGHT.ink2}">${escapeHtml(end)}</td></tr>`
}

const CELL = `padding:8px 0;border-bottom:1px solid ${LIGHT.line};vertical-align:top;${BODY}`
const factOf = (name: string, value: string) =>
  `<tr><th scope="row" align="left" class="ink-2 line" style="${CELL};padding-right:16px;font-weight:400;color:${LIGHT.ink2}">${name}</th>
<td align="right" class="ink line" style="${CELL};color:${LIGHT.ink};${value.length > AMOUNT_LENGTH ? 'overflow-wrap:anywhere' : 'white-space:nowrap'}">${value}</td></tr>`
/** Shorter values, such as amounts, aren't broken. */
const AMOUNT_LENGTH = 16

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
