// The result of a visitor's request before its content is read: a page in a version, a redirect, or nothing.
import type { Alternate } from '#server/http/head-tags.ts'
import type { VisitorPage } from '#shared/visitor-page.ts'

/** The rows per page, so that a record of 20,000 signals costs no more than a short one. */
export const ROWS = 50

export type FoundPage = {
  /** Identifies the page. Pages with the same key and version have the same content. */
  key: string
  version: string
  status: 200 | 404
  /** Null if search engines shouldn't list it. */
  canonical: string | null
  /** The person it is about. */
  username?: string
  /** The same content in the forms for feed readers and for sites that embed it. */
  alternates?: readonly Alternate[]
  /** The path of the link's preview image below /share, without the version; undefined for the product's image. */
  picture?: string
  /** Whether the page is for a frame on another site. `theme`: the theme that this site asks for. */
  isEmbed?: true
  theme?: 'light' | 'dark'
  read: () => Promise<VisitorPage>
}
export type Found = FoundPage | { redirect: string } | 'landing' | undefined

/** The feed of a person (`@maya`) or a ticker (`t/ASML`), in each form. */
export const feedsOf = (subject: string): Alternate[] =>
  [
    { ending: 'xml', type: 'application/rss+xml', title: 'RSS' },
    { ending: 'atom', type: 'application/atom+xml', title: 'Atom' },
    { ending: 'json', type: 'application/feed+json', title: 'JSON Feed' },
  ].map(({ ending, type, title }) => ({ type, title, path: `/feeds/${subject}.${ending}` }))

type What = Extract<VisitorPage, { kind: 'missing' | 'missing-embed' }>['what']
export const missingPage = (what: What): FoundPage => ({
  key: `missing ${what}`,
  version: '',
  status: 404,
  canonical: null,
  read: async () => ({ kind: 'missing', what }),
})
