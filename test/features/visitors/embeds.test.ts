// What other sites embed: frames of a record and of a signal, and their description (oEmbed).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rankings } from '#shared/contracts/rankings.ts'
import { signals } from '#shared/contracts/signals.ts'
import { users } from '#shared/contracts/users.ts'
import { labelText } from '#shared/rules/rating-label.ts'
import { leadFigure, likelyText } from '#shared/rules/rating-text.ts'
import { startServer, type TestServer } from '#test/server.ts'
import type { Person } from '#tools/demo/build-people.ts'
import { headOf, openerOf, textOf } from './read-page.ts'
import { buildPages, visitorPeople } from './visitor-people.ts'

let server: TestServer
let people: Awaited<ReturnType<typeof visitorPeople>>
let open: ReturnType<typeof openerOf>

beforeAll(async () => {
  buildPages()
  server = await startServer({ sequencer: false })
  open = openerOf(server)
  people = await visitorPeople(server)
}, 180_000)
afterAll(() => server.stop())

const signalOf = async ({ id }: Person, isPremium = false) =>
  (
    await server.deps.db
      .selectFrom('signals')
      .select('id')
      .where('userId', '=', id)
      .where('isPremium', '=', isPremium)
      .orderBy('createdAt')
      .executeTakeFirstOrThrow()
  ).id
const oembed = async (query: Record<string, string>) => {
  const { status, headers, html } = await open(`/oembed?${new URLSearchParams(query).toString()}`)
  return { status, headers, body: JSON.parse(html) as Record<string, unknown> }
}

describe('A frame', () => {
  test('has the figures and the label of the record, and no script, cookie or link that opens inside the frame', async () => {
    const { status, html, headers } = await open('/embed/record/maya')
    expect(status).toBe(200)
    const { open: rating } = (await server.visitor().call(rankings.person, { params: { username: 'maya' } }))
      .books
    const text = textOf(html)
    expect(text).toContain(labelText(rating))
    expect(text).toContain(rating?.figures && leadFigure(rating.figures))
    expect(text.toLowerCase()).toContain(rating?.figures && likelyText(rating.figures))
    expect(text).toContain('60 scored trades')
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/)
    expect(html).toContain('<base target="_blank"')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headOf(html, server.origin)).toMatchObject({ isListed: false })
  })

  test('may be shown by any site, with nothing but our own style and pictures', async () => {
    const paths = [
      '/embed/record/maya',
      '/embed/record/nobody',
      `/embed/signal/${await signalOf(people.maya)}`,
    ]
    for (const path of paths) {
      const { headers } = await open(path)
      expect(headers.get('x-frame-options')).toBeNull()
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none';.*object-src 'none';.*frame-ancestors \*$/,
      )
      expect(headers.get('content-security-policy')).not.toContain('script-src')
    }
    for (const path of ['/', '/@maya', '/discover', '/api/user', '/oembed?url=x', '/badge/maya.svg']) {
      const { headers } = await open(path)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  test('follows the theme that the site asks for', async () => {
    expect((await open('/embed/record/maya')).html).not.toContain('data-theme=')
    expect((await open('/embed/record/maya?theme=dark')).html).toContain('data-theme="dark"')
    expect((await open('/embed/record/maya?theme="><script>')).html).not.toContain('data-theme=')
  })

  test('of an unrated record shows the progress toward a rating and no yearly figure', async () => {
    const text = textOf((await open('/embed/record/newt')).html)
    expect(text).toContain('Not rated yet: 5 of 20 trades')
    expect(text).not.toMatch(/[+−]\d+(\.\d)?%/)
  })

  test('of a signal has its text, its outcome and a link to the whole record', async () => {
    const id = await signalOf(people.maya)
    const { html } = await open(`/embed/signal/${id}`)
    const text = textOf(html)
    expect(text).toContain('Open words')
    expect(text).toMatch(/SPY [+−]\d/)
    expect(text).toContain('The whole record: 60 scored trades')
    expect(html).not.toMatch(/<script|<img src=x/)
    expect(html).toContain(`href="/s/${id}"`)
  })

  test('of a withdrawn signal says so, and keeps the outcome', async () => {
    const id = await signalOf(people.newt)
    const newt = await server.signIn('newt')
    await newt.call(signals.withdraw, { params: { id } })
    const text = textOf((await open(`/embed/signal/${id}`)).html)
    expect(text).toContain('Withdrawn by its author')
    expect(text).not.toContain('Early words')
    expect(text).toMatch(/SPY [+−]\d/)
  })
})

describe('Which frames exist', () => {
  test.each([
    ['agreed', 'maya', 200],
    ['agreed, below the floor', 'newt', 200],
    ['was never asked', 'nina', 404],
    ['said no', 'omar', 404],
    ['is private', 'vera', 404],
    ['left', 'gone', 404],
  ] as const)('of a person who %s', async (_, name, status) => {
    const id = await signalOf(people[name])
    const found = [await open(`/embed/record/${name}`), await open(`/embed/signal/${id}`)]
    expect(found.map((one) => one.status)).toEqual([status, status])
    if (status === 404) for (const { html } of found) expect(textOf(html)).toMatch(/(User|Signal) not found/)
    for (const url of [`${server.origin}/@${name}`, `${server.origin}/s/${id}`])
      expect((await oembed({ url })).status).toBe(status)
  })

  test('a premium signal has no frame', async () => {
    const id = await signalOf(people.maya, true)
    const { status, html } = await open(`/embed/signal/${id}`)
    expect(status).toBe(404)
    expect(html).not.toMatch(/Paid words|SECRT/)
    expect((await oembed({ url: `${server.origin}/signal/${id}` })).status).toBe(404)
  })

  test.each(['record/%2e%2e', 'record/maya/more', 'signal/maya', 'other/maya', 'record/', 'signal/%00'])(
    'there is no frame at %s',
    async (path) => expect([400, 404]).toContain((await open(`/embed/${path}`)).status),
  )

  test('a former name leads to the new one', async () => {
    const newt = await server.signIn('newt')
    await newt.call(users.updateProfile, { body: { username: 'newton' } })
    const { status, headers } = await open('/embed/record/newt?theme=dark')
    expect([status, headers.get('location')]).toEqual([301, '/embed/record/newton?theme=dark'])
    const { body } = await oembed({ url: `${server.origin}/@newt` })
    expect(body).toMatchObject({ author_name: '@newton' })
  })
})

describe('oEmbed', () => {
  test('describes the frame of a record and is found from its page', async () => {
    const url = `${server.origin}/@maya`
    const { html } = await open('/@maya')
    const link = /type="application\/json\+oembed" title="oEmbed" href="([^"]*)"/.exec(html)?.[1] ?? ''
    expect(link).toBe(`${server.origin}/oembed?url=${encodeURIComponent(url)}`)
    const { status, body, headers } = await oembed({ url })
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(body).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 416,
      author_url: url,
      html: expect.stringContaining(`<iframe src="${server.origin}/embed/record/maya"`) as string,
    })
  })

  test('describes a signal in the size that the site has room for', async () => {
    const id = await signalOf(people.maya)
    const { body } = await oembed({ url: `${server.origin}/s/${id}`, maxwidth: '300', maxheight: '9999' })
    expect(body).toMatchObject({ width: 300, height: 352 })
    expect(body.html).toContain(`/embed/signal/${id}`)
  })

  test.each([
    [{}, 400],
    [{ url: 'nonsense' }, 404],
    [{ url: 'https://elsewhere.example/@maya' }, 404],
    [{ url: '/discover' }, 404],
    [{ url: '@maya', format: 'xml' }, 501],
    [{ url: '@maya', maxwidth: 'wide' }, 400],
    [{ url: '@maya', maxheight: '-1' }, 400],
  ])('answers %o with %i and says why', async ({ url, ...rest }: Record<string, string>, status) => {
    const asked =
      url && (url.startsWith('/') || url.startsWith('@')) ? `${server.origin}/${url.replace('/', '')}` : url
    const { status: got, body } = await oembed({ ...(asked && { url: asked }), ...rest })
    expect(got).toBe(status)
    expect(body.message).toMatch(/\w/)
  })
})
