// A crawler from the landing page: no dead ends, a title and a canonical address each, an exact site map, and 404 elsewhere.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '#test/server.ts'
import { headOf, linksIn, openerOf, textOf } from './read-page.ts'
import { buildPages, visitorPeople } from './visitor-people.ts'

let server: TestServer
let open: ReturnType<typeof openerOf>

beforeAll(async () => {
  buildPages()
  server = await startServer({ sequencer: false })
  open = openerOf(server)
  await visitorPeople(server)
}, 180_000)
afterAll(() => server.stop())

describe('A crawler from the landing page', () => {
  const pages = new Map<string, ReturnType<typeof headOf>>()

  beforeAll(async () => {
    const waiting = ['/']
    for (const path of waiting) {
      const { status, html } = await open(path)
      expect({ path, status }).toEqual({ path, status: 200 })
      pages.set(path, headOf(html, server.origin))
      for (const link of linksIn(html)) if (!waiting.includes(link)) waiting.push(link)
    }
  }, 120_000)

  test('reaches every kind of page, and no link is a dead end', () => {
    for (const kind of [
      /^\/$/,
      /^\/discover$/,
      /^\/method$/,
      /^\/log$/,
      /^\/verify$/,
      /^\/rules$/,
      /^\/transparency$/,
      /^\/report$/,
      /^\/@maya$/,
      /^\/s\//,
      /^\/t\/ASML$/,
    ])
      expect([...pages.keys()].filter((path) => kind.test(path))).not.toEqual([])
  })

  test('finds the trade of an opened premium signal as a row that leads nowhere', async () => {
    const { html } = await open('/@opal')
    expect(textOf(html).split('Buy $OPN')).toHaveLength(3)
    expect(html).not.toContain('Words for subscribers')
    expect(linksIn(html).filter((link) => link.startsWith('/s/'))).toHaveLength(1)
  })

  test('finds a title, a description and a canonical address of its own on each page to be listed', () => {
    // Views of a page, such as a filter, name the page itself.
    const listed = [...pages].filter(([path, { isListed }]) => isListed && !path.includes('?'))
    expect(listed.length).toBeGreaterThan(60)
    expect(listed.filter(([path, { canonical }]) => canonical !== path)).toEqual([])
    expect(new Set(listed.map(([, { canonical }]) => canonical)).size).toBe(listed.length)
    expect(new Set(listed.map(([, { title }]) => title)).size).toBe(listed.length)
    for (const [, { title, description }] of listed) {
      expect(title).toMatch(/Signalpost/)
      expect(description.length).toBeGreaterThan(20)
    }
  })

  test('finds in the site map exactly the pages that may be listed', async () => {
    const locations = (xml: string) =>
      [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.replace(server.origin, ''))
    const files = locations((await open('/sitemap.xml')).html)
    const urls: string[] = []
    for (const file of files) {
      const { html } = await open(file)
      const found = locations(html)
      expect(found.length).toBeLessThanOrEqual(50_000)
      urls.push(...found)
    }
    const listed = [...pages].filter(([path, { isListed }]) => isListed && !path.includes('?'))
    expect(urls.toSorted()).toEqual(listed.map(([path]) => path).toSorted())
    const robots = await open('/robots.txt')
    expect(robots.html).toContain(`Sitemap: ${server.origin}/sitemap.xml`)
    expect((await open('/sitemaps/people-2.xml')).status).toBe(404)
  })
})

describe('An address without a page', () => {
  test.each([
    ['/@nobody', 'User not found'],
    ['/@%D9%85%D8%A7%D9%8A%D8%A7', 'User not found'],
    ['/@Майя', 'User not found'],
    ['/@%00', 'User not found'],
    ['/@maya/more', 'Page not found'],
    ['/@nobody/NVDA', 'User not found'],
    [`/@${'a'.repeat(250)}`, 'User not found'],
    ['/@%E0%A4%A', 'User not found'],
    ['/s/unknown', 'Signal not found'],
    ['/s/00000000-0000-4000-8000-000000000000', 'Signal not found'],
    ['/t/NOBODYHAS', 'Ticker not found'],
    ['/t/<script>', 'Ticker not found'],
    ['/.env', 'Page not found'],
    ['/x.php', 'Page not found'],
  ])('%s', async (path, title) => {
    const { status, html } = await open(path)
    // A malformed escape is refused before any page is looked for.
    if (path.endsWith('%A')) return expect(status).toBe(400)
    expect({ status, ...headOf(html, server.origin) }).toMatchObject({
      status: 404,
      isListed: false,
      canonical: null,
    })
    expect(textOf(html)).toContain(title)
    return expect(textOf(html)).toContain('Discover people by record')
  })

  test.each(['/pricing', '/no/such/page', '/profile/a/b/c'])('%s shows the landing page', async (path) => {
    const { status, html } = await open(path)
    expect({ status, ...headOf(html, server.origin) }).toMatchObject({ status: 404, isListed: false })
    expect(textOf(html)).toContain('Share trades')
  })

  test.each(['/', '/portfolio', '/profile', '/subscribe', '/settings/privacy'])(
    'the specification’s %s shows the landing page',
    async (path) => expect((await open(path)).status).toBe(200),
  )

  test('a program gets JSON for what looks like a file', async () => {
    const response = await server.visitor().fetch('/.env')
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })
})
