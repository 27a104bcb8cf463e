// The search of visitors, charts without script, and the status of addresses without a page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { headOf, openerOf, textOf } from './read-page.ts'
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

describe('The search on Discover', () => {
  test.each(['maya', 'MAYA', 'may'])('finds a person who shows the record, for “%s”', async (text) => {
    const { status, html } = await open(`/discover?q=${text}`)
    expect({ status, ...headOf(html, server.origin) }).toMatchObject({ status: 200, isListed: false })
    expect(html).toMatch(/<section[^>]*aria-labelledby="found".*?href="\/@maya"/s)
  })

  test.each(['nina', 'omar', 'vera', 'gone'])('doesn’t find %s', async (name) => {
    const { html } = await open(`/discover?q=${name}`)
    // Some are parts of a company's name.
    expect(textOf(html)).toMatch(new RegExp(`(Results|Nothing found) for “${name}”`))
    expect(html).not.toContain(`/@${name}`)
  })

  test('finds a ticker by its company, and fetches no prices before anybody wrote about it', async () => {
    const { html } = await open('/discover?q=nvidia')
    expect(html).toMatch(/aria-labelledby="found".*?href="\/t\/NVDA"/s)
    const page = await open('/t/NVDA')
    expect([page.status, page.html.includes('Close of')]).toEqual([200, false])
  })

  test.each([
    '"><script>alert(1)</script>',
    '%',
    "'; drop table users; --",
    'Майя',
    'x'.repeat(5000),
    '\u0000',
  ])('takes %j as text', async (text) => {
    const { status, html } = await open(`/discover?q=${encodeURIComponent(text)}`)
    expect(status).toBe(200)
    expect(html).not.toContain('<script>alert')
  })

  test('is on the page for a person who doesn’t exist', async () => {
    const { html } = await open('/@nobody')
    expect(/<form[^>]*>/.exec(html)?.[0]).toMatch(/role="search".*action="\/discover"/)
  })
})

describe('A chart on a page without script', () => {
  test('of a ticker has both returns, the closes and the calls', async () => {
    const maya = await server.signIn('maya')
    await maya.call(signals.post, {
      body: { signalType: 'comment', content: 'Margins', tickers: ['NVDA'], isPremium: false },
    })
    await server.jobsDone()
    const { html } = await open('/t/NVDA')
    const text = textOf(html)
    expect(text).toMatch(/Close of \w+ \d+, \d{4}/)
    expect(html).toMatch(/<title id="[^"]*">NVDA against SPY since /)
    expect(text).toMatch(/NVDA [+−]\d+\.\d%/)
    expect(text).toMatch(/SPY [+−]\d+\.\d%/)
  })
})

describe('The status of an address', () => {
  const routes = [
    ...readFileSync(join(import.meta.dirname, '../../../web/routes.tsx'), 'utf8').matchAll(
      /path: '([^']+)'/g,
    ),
  ].map(([, path = '']) =>
    path.replaceAll(/:(\w+)\??/g, (_, name: string) => (name === 'list' ? 'followers' : 'maya')),
  )

  test('of every page of the app is 200 for a member', async () => {
    const rosa = await server.signIn('rosa')
    expect(routes.length).toBeGreaterThan(15)
    for (const path of routes) {
      const { status } = await rosa.fetch(path, { headers: { accept: 'text/html' } })
      expect({ path, status }).toEqual({ path, status: 200 })
    }
  })

  test.each(['/pricing', '/no/such/page', '/profile/a/b/c', '/settings/a/b'])(
    'at %s is 404 for members and visitors',
    async (path) => {
      const rosa = await server.signIn('rosa')
      for (const browser of [rosa, server.visitor()])
        expect((await browser.fetch(path, { headers: { accept: 'text/html' } })).status).toBe(404)
    },
  )
})
