// Feeds for feed readers: their items, three formats, and the people who have them.
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rankings } from '#shared/contracts/rankings.ts'
import { safety } from '#shared/contracts/safety.ts'
import { signals } from '#shared/contracts/signals.ts'
import { users } from '#shared/contracts/users.ts'
import { labelText } from '#shared/rules/rating-label.ts'
import { leadText } from '#shared/rules/rating-text.ts'
import { settableClock } from '#test/settable-clock.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { headOf, openerOf } from './read-page.ts'
import { buildPages, visitorPeople } from './visitor-people.ts'

let server: TestServer
let people: Awaited<ReturnType<typeof visitorPeople>>
let open: ReturnType<typeof openerOf>
const clock = settableClock()

beforeAll(async () => {
  buildPages()
  server = await startServer({ sequencer: false, clock })
  open = openerOf(server)
  people = await visitorPeople(server)
}, 180_000)
afterAll(() => server.stop())

type JsonFeed = {
  title: string
  description: string
  home_page_url: string
  items: { id: string; url: string; title: string; content_html: string; date_modified: string }[]
}
const jsonFeed = async (subject: string): Promise<JsonFeed> =>
  JSON.parse((await open(`/feeds/${subject}.json`)).html) as JsonFeed

/** The names of the elements of well-formed XML; throws otherwise. */
function elementsOf(xml: string): string[] {
  const names: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => names.push(name))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return names
}

describe('A feed', () => {
  test.each([
    ['xml', 'application/rss+xml; charset=utf-8', 'rss', 'item'],
    ['atom', 'application/atom+xml; charset=utf-8', 'feed', 'entry'],
  ])('is well-formed as %s, whatever people write', async (ending, type, root, entry) => {
    const { status, headers, html } = await open(`/feeds/@maya.${ending}`)
    expect([status, headers.get('content-type')]).toEqual([200, type])
    const elements = elementsOf(html)
    expect(elements[0]).toBe(root)
    expect(elements.filter((name) => name === entry).length).toBe((await jsonFeed('@maya')).items.length)
    expect(elements).not.toContain('script')
  })

  test('has an item for each free signal and another one for its result, including losses', async () => {
    const { items, description, home_page_url } = await jsonFeed('@maya')
    expect(home_page_url).toBe(`${server.origin}/@maya`)
    const record = await server.visitor().call(rankings.person, { params: { username: 'maya' } })
    const { figures = null } = record.books.open ?? {}
    expect(description).toBe(
      `${labelText(record.books.open)}: ${figures && leadText(figures)}. 60 scored trades.`,
    )
    const results = items.filter(({ id }) => id.endsWith('#result'))
    const posts = items.filter(({ id }) => !id.endsWith('#result'))
    expect(posts[0]).toMatchObject({ title: 'Buy $ASML by @maya' })
    expect(posts[0]?.content_html).toContain('&lt;/script&gt;')
    expect(items.map(({ content_html }) => content_html).join('')).not.toMatch(/<(script|img)/)
    expect(results.some(({ title }) => /^Closed: Buy \$ASML by @maya, .*: ahead by/.test(title))).toBe(true)
    expect(results.some(({ title }) => /: behind by/.test(title))).toBe(true)
    for (const { url } of items.slice(0, 3))
      expect((await open(url.replace(server.origin, ''))).status).toBe(200)
    const dates = items.map(({ date_modified }) => date_modified)
    expect(dates).toEqual([...dates].toSorted().toReversed())
  })

  test('of a ticker has the same items, and nothing of a premium signal', async () => {
    const { items, title } = await jsonFeed('t/ASML')
    expect(title).toBe('$ASML · Signalpost')
    expect(items.map(({ id }) => id).toSorted()).toEqual(
      (await jsonFeed('@maya')).items.map(({ id }) => id).toSorted(),
    )
    for (const path of ['@maya.xml', '@maya.atom', '@maya.json', 't/ASML.xml']) {
      const { html } = await open(`/feeds/${path}`)
      expect(html).not.toMatch(/Paid words|SECRT/)
    }
    expect((await open('/feeds/t/SECRT.xml')).status).toBe(404)
    expect((await open('/feeds/t/NIL.xml')).status).toBe(404)
  })

  test('is linked from its page, and a reader that has it gets a 304', async () => {
    const page = await open('/@maya')
    expect(headOf(page.html, server.origin).isListed).toBe(true)
    for (const [path, subject] of [
      ['/@maya', '@maya'],
      ['/t/ASML', 't/ASML'],
    ] as const)
      expect((await open(path)).html).toContain(
        `<link rel="alternate" type="application/rss+xml" title="RSS" href="${server.origin}/feeds/${subject}.xml" />`,
      )
    const first = await open('/feeds/@maya.xml')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    clock.pass(1000)
    const again = await open('/feeds/@maya.xml', { 'if-none-match': etag })
    expect([again.status, again.html]).toEqual([304, ''])
    const maya = await server.signIn('maya')
    await maya.call(signals.post, {
      body: { signalType: 'comment', content: 'A new word', tickers: [], isPremium: false },
    })
    const changed = await open('/feeds/@maya.xml', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.html).toContain('A new word')
  })
})

describe('Which feeds exist', () => {
  test.each([
    ['agreed', 'maya', 200],
    ['agreed, below the floor', 'newt', 200],
    ['was never asked', 'nina', 404],
    ['said no', 'omar', 404],
    ['is private', 'vera', 404],
    ['left', 'gone', 404],
    ['doesn’t exist', 'nobody', 404],
  ])('of a person who %s', async (_, name, status) => {
    for (const ending of ['xml', 'atom', 'json'])
      expect((await open(`/feeds/@${name}.${ending}`)).status).toBe(status)
  })

  test('search engines list only the feeds of rated people', async () => {
    const listed = async (path: string) => (await open(path)).headers.get('x-robots-tag')
    expect([await listed('/feeds/@maya.xml'), await listed('/feeds/@newt.xml')]).toEqual([null, 'noindex'])
  })

  test.each(['@maya', '@maya.html', 'maya.xml', 't/.xml', '@%2e%2e.xml', '@maya.xml/more', 't/%00.xml'])(
    'there is no feed at %s',
    async (path) => expect([400, 404]).toContain((await open(`/feeds/${path}`)).status),
  )

  test('a blocked member reads the feed as a visitor without an account does', async () => {
    const maya = await server.signIn('maya')
    await maya.call(safety.block, { body: { userId: people.fan.id } })
    const fan = await server.signIn('fan')
    const response = await fan.fetch('/feeds/@maya.xml')
    expect(await response.text()).toBe((await open('/feeds/@maya.xml')).html)
  })

  test('a withdrawn text leaves the feed, and everything leaves it when the person withdraws consent', async () => {
    const maya = await server.signIn('maya')
    const [post] = (await jsonFeed('@maya')).items.filter(({ id }) => !id.endsWith('#result'))
    const id = post?.id.split('/').at(-1) ?? ''
    await maya.call(signals.withdraw, { params: { id } })
    const { items } = await jsonFeed('@maya')
    expect(items.find((one) => one.id === post?.id)?.content_html).toContain('Withdrawn by its author')
    await maya.call(users.updateProfile, { body: { showsRecordToVisitors: false } })
    expect((await open('/feeds/@maya.xml')).status).toBe(404)
    expect((await jsonFeed('t/ASML')).items).toEqual([])
  })

  test('a former name leads to the new one', async () => {
    const newt = await server.signIn('newt')
    await newt.call(users.updateProfile, { body: { username: 'newton' } })
    const { status, headers } = await open('/feeds/@newt.atom')
    expect([status, headers.get('location')]).toEqual([301, '/feeds/@newton.atom'])
  })
})
