// What an address shows visitors, before it is read: a page in a version, another address, or nothing.
import type { Alternate } from '#server/http/head-tags.ts'
import type { VisitorPage } from '#shared/visitor-page.ts'

/** Rows of a page. Older ones are on further pages, so that a record of 20,000 signals costs no more than a short one. */
export const ROWS = 50

export type FoundPage = {
  /** What it shows. Pages with the same key and version are the same. */
  key: string
  version: string
  status: 200 | 404
  /** Null if search engines shouldn't list it. */
  canonical: string | null
  /** The person it is about. */
  username?: string
  /** The same for feed readers and for sites that embed it. */
  alternates?: readonly Alternate[]
  /** The path of the picture of a shared link, below /share; undefined for the product's. Followed by the version. */
  picture?: string
  /** For a frame on another site, in the theme of that site, if it says which. */
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
