// The tags in a page's head for search engines and for link previews on other sites.
import { PRODUCT_NAME, TAGLINE } from '#shared/product.ts'

/** How a link appears on other sites. */
export type LinkPreview = {
  title: string
  description: string
  /** The path of an image of 1200 × 630 pixels. */
  imagePath: string
  imageAlt: string
}

/** The product's own preview, for every page without a preview of its own. */
export const PRODUCT_PREVIEW: LinkPreview = {
  title: `${PRODUCT_NAME}: ${TAGLINE}`,
  description:
    'Post what you buy and sell. Nobody can edit or delete a signal. Follow investors, and subscribe to the ones you trust.',
  imagePath: '/share/signalpost.png',
  imageAlt: `${PRODUCT_NAME}. Share trades. Build trust. Get subscribers.`,
}

export type HeadOptions = {
  /** The path under which search engines should know the page; without one they shouldn't list it. */
  canonical: string | null
  /** The username of the person whom the page is about. */
  username?: string | undefined
  /** Describes the page to search engines (https://schema.org). */
  data?: object | null
  /** The same content in other forms. Their paths may have queries. */
  alternates?: readonly Alternate[]
}

/** The same content for feed readers and for sites that embed it. */
export type Alternate = { type: string; path: string; title: string }

/**
 * The tags for `<head>`. Previews keep the page's own URL (https://ogp.me,
 * https://developer.x.com/en/docs/x-for-websites/cards).
 */
export function headTags(
  preview: LinkPreview,
  publicUrl: string,
  path: string,
  { canonical, username, data = null, alternates = [] }: HeadOptions,
): string {
  const { title, description, imagePath, imageAlt } = preview
  const tags = [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    canonical === null
      ? meta('name', 'robots', 'noindex')
      : `<link rel="canonical" href="${escaped(publicUrl + canonical)}" />`,
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:type', username === undefined ? 'website' : 'profile'),
    meta('property', 'og:url', publicUrl + path),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', publicUrl + imagePath),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', imageAlt),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(username === undefined ? [] : [meta('name', 'profile-username', username)]),
    ...alternates.map(
      ({ type, path: other, title: name }) =>
        `<link rel="alternate" type="${type}" title="${escaped(name)}" href="${escaped(publicUrl + other)}" />`,
    ),
    ...(data === null ? [] : [`<script type="application/ld+json">${jsonForHtml(data)}</script>`]),
  ]
  return tags.join('\n    ')
}

/** JSON that ends no element: "</script>" in a bio stays text. */
export const jsonForHtml = (data: object): string =>
  JSON.stringify(data).replaceAll(/[<>&\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
