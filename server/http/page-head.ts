// What a page says of itself to whoever doesn't draw it: search engines, and the previews of links elsewhere.
import { PRODUCT_NAME, TAGLINE } from '#shared/product.ts'

/** What a link becomes when it is pasted somewhere. */
export type Preview = {
  title: string
  description: string
  /** The path of a picture of 1200 × 630 pixels, and what is to be seen on it. */
  picture: string
  pictureSays: string
}

/** The product itself: for every address that shows nothing in particular to a stranger. */
export const PRODUCT_PREVIEW: Preview = {
  title: `${PRODUCT_NAME}: ${TAGLINE}`,
  description:
    'Post what you buy and sell. Nobody can edit or delete a signal. Follow investors, and subscribe to the ones you trust.',
  picture: '/share/signalpost.png',
  pictureSays: `${PRODUCT_NAME}. Share trades. Build trust. Get subscribers.`,
}

/**
 * The tags for `<head>`. Search engines are led to the one page a visitor can read, whatever the address; previews keep
 * the address (https://ogp.me, https://developer.x.com/en/docs/x-for-websites/cards).
 */
export function headOf(preview: Preview, publicUrl: string, path: string): string {
  const { title, description, picture, pictureSays } = preview
  const tags = [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escaped(publicUrl)}/" />`,
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:url', publicUrl + path),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', publicUrl + picture),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', pictureSays),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
  return tags.join('\n    ')
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
