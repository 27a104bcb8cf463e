// Reads what a page for visitors says, from its HTML.
import type { TestServer } from '#test/server.ts'

/** Opens pages as a visitor's browser does. */
export const openerOf =
  (server: TestServer) =>
  async (path: string, headers: Record<string, string> = {}) => {
    const response = await server.visitor().fetch(path, { headers: { accept: 'text/html', ...headers } })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
export const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
export const headOf = (html: string, origin: string) => ({
  title: /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '',
  description: /<meta name="description" content="(.*?)"/s.exec(html)?.[1] ?? '',
  canonical: /<link rel="canonical" href="(.*?)"/.exec(html)?.[1]?.replace(origin, '') ?? null,
  isListed: !html.includes('<meta name="robots" content="noindex"'),
})
/** What a link on a page leads to: pages, not files, dialogs or the API. */
export const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"([^>]*)/g)]
    .filter(([whole]) => !/\bdownload\b/.test(whole))
    .map(([, href = '']) => href.replaceAll('&amp;', '&').replace(/#.*/, ''))
    .filter((href) => href.startsWith('/') && !/^\/(api|log\/|share|\?)/.test(href))
