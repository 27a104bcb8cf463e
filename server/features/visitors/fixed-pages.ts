// The pages that always exist and aren't about a person: the log, the method, the rules, and the operator's texts.
import { DOCUMENTS, type VisitorPage } from '#shared/visitor-page.ts'
import type { FoundPage } from './found-page.ts'
import type { Readers } from './readers.ts'

/** Lists of many people are reread after this time. Pages about one person change with that person. */
export const LISTS_MS = 60_000
const LOG_MS = 5000

/**
 * `bucket`: returns a name for the current interval of that many milliseconds. Undefined if the path isn't one of these
 * pages.
 */
export async function fixedPage(
  readers: Readers,
  path: string,
  bucket: (ms: number) => string,
): Promise<FoundPage | undefined> {
  const page = (version: string, read: () => Promise<VisitorPage>, picture = `page${path}`): FoundPage => ({
    key: path,
    version,
    status: 200,
    canonical: path,
    picture,
    read,
  })
  switch (path) {
    case '/log':
      return page(bucket(LOG_MS), async () => ({ kind: 'log', state: await readers.log() }))
    case '/method':
      return page('', async () => ({ kind: 'method' }))
    case '/verify':
      return page('', async () => ({ kind: 'verify' }))
    case '/rules':
      return page('', async () => ({ kind: 'rules' }))
    case '/transparency':
      return page(bucket(LISTS_MS), async () => ({
        kind: 'transparency',
        figures: await readers.transparency(),
      }))
  }
  const name = DOCUMENTS.find((one) => path === `/${one}`)
  if (name === undefined) return undefined
  const { html, title, description, updated, version } = (await readers.documents())[name]
  return page(
    version,
    async () => ({ kind: 'document', name, title, description, updated, html }),
    'page/method',
  )
}
