// Finds what a frame on another site shows: /embed/record/maya, /embed/signal/{id}. The rules are those of the pages.
import type { Deps } from '#server/deps.ts'
import { findPage } from './find-page.ts'
import { type Found, type FoundPage, missingPage } from './found-page.ts'
import type { Readers } from './readers.ts'

const THEMES = ['light', 'dark'] as const

/** The page with the same record or signal, in the form for a frame. There is nothing at other addresses. */
export async function findEmbed(
  deps: Deps,
  readers: Readers,
  path: string,
  query: URLSearchParams,
): Promise<FoundPage | { redirect: string }> {
  const [, kind = '', name = ''] = /^\/embed\/(record|signal)\/([^/]+)$/.exec(path) ?? []
  const what = kind === 'signal' ? 'signal' : 'person'
  const theme = THEMES.find((one) => one === query.get('theme'))
  const page = kind === 'record' ? `/@${name}` : `/s/${name}`
  const found: Found = kind === '' ? undefined : await findPage(deps, readers, page, new URLSearchParams())
  if (found === undefined || found === 'landing') return embedded(missingPage(what), theme)
  if ('redirect' in found) {
    const [, , id = found.redirect.slice('/@'.length)] = found.redirect.split('/')
    return { redirect: `/embed/${kind}/${id}${theme ? `?theme=${theme}` : ''}` }
  }
  return embedded(found, theme)
}

function embedded(found: FoundPage, theme: FoundPage['theme']): FoundPage {
  const { picture: _picture, ...page } = found
  return {
    ...page,
    key: `embed ${theme ?? ''} ${found.key}`,
    isEmbed: true,
    ...(theme && { theme }),
    canonical: null,
    alternates: [],
    read: async () => {
      const shown = await found.read()
      if (shown.kind === 'record') return { kind: 'record-embed', person: shown.person, record: shown.record }
      if (shown.kind === 'signal') return { ...shown, kind: 'signal-embed' }
      return { kind: 'missing-embed', what: shown.kind === 'missing' ? shown.what : 'page' }
    },
  }
}
