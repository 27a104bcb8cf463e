// Link previews of people and signals: they show what is public, and nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSharedPage } from '#server/features/sharing/find-shared-page.ts'
import { signals } from '#shared/contracts/signals.ts'
import { comparable } from '#test/refusal.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
let server: TestServer
let people: Record<'ada' | 'hidden' | 'fan' | 'stranger', Person>
const signalOf = async (person: Person, isPremium = false) => {
  const { id } = await server.deps.db
    .selectFrom('signals')
    .select('id')
    .where('userId', '=', person.id)
    .where('isPremium', '=', isPremium)
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator({
      displayName: 'Ada <b>"Lovelace"</b>',
      bio: 'Engines & orders',
      signals: [
        { content: 'Open to everybody', tickers: ['ASML'], intent: 'adding_position' },
        { content: 'For those who pay', tickers: ['SECRT'], isPremium: true },
      ],
    }),
    hidden: creator({ isPublic: false, bio: 'Nobody knows', signals: ['Kept to myself'] }),
    fan: member({ subscribesTo: ['hidden', 'ada'] }),
    stranger: member(),
  })
})
afterAll(() => server.stop())

const picture = async (path: string) => {
  const response = await server.visitor().fetch(path)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('The text of a link preview', () => {
  const previewOf = async (path: string) => (await findSharedPage(server.deps, path)).preview

  test('names the person of a public profile', async () => {
    expect(await previewOf('/profile/ADA')).toMatchObject({
      title: 'Ada <b>"Lovelace"</b> (@ada) · Signalpost',
      description: 'Engines & orders',
      imagePath: expect.stringMatching(/^\/share\/profile\/ada\.png\?v=[\w-]{12}$/) as string,
    })
  })

  test('contains an open signal, its author and the disclaimer', async () => {
    expect(await previewOf(`/signal/${await signalOf(people.ada)}`)).toMatchObject({
      title: 'Buy $ASML · @ada on Signalpost',
      description: 'Open to everybody Not an investment recommendation. Investing involves risk of loss.',
    })
  })

  test('is the product’s for anything hidden or missing', async () => {
    const product = await findSharedPage(server.deps, '/')
    expect(product.preview.title).toBe('Signalpost: Follow trades. Share your own.')
    for (const path of [
      '/profile/nobody',
      '/profile/hidden',
      '/profile/%00',
      '/profile/ada/more',
      `/signal/${UNKNOWN}`,
      `/signal/${await signalOf(people.ada, true)}`,
      `/signal/${await signalOf(people.hidden)}`,
      '/signal/1',
      '/no/such/page',
    ])
      expect({ path, ...(await findSharedPage(server.deps, path)) }).toEqual({ path, ...product })
  })

  test('is the product’s once a profile turns private', async () => {
    const { db } = server.deps
    await db.updateTable('users').set({ isPublic: false }).where('id', '=', people.stranger.id).execute()
    expect(await previewOf('/profile/stranger')).toEqual(await previewOf('/'))
    await db.updateTable('users').set({ isPublic: true }).where('id', '=', people.stranger.id).execute()
    expect((await previewOf('/profile/stranger')).title).toContain('@stranger')
  })
})

describe('The image of a link preview', () => {
  test('is a PNG of 1200 × 630 below 300 kB that other sites may embed and cache', async () => {
    const paths = ['signalpost', 'profile/ada', `signal/${await signalOf(people.ada)}`]
    for (const path of paths) {
      const { response, bytes } = await picture(`/share/${path}.png?v=1`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('cache-control')).toBe('public, max-age=300')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
      expect(bytes.length).toBeLessThan(300_000)
      const again = await server
        .visitor()
        .fetch(`/share/${path}.png`, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
    }
  })

  test('is byte-identical to the product’s for anything hidden', async () => {
    const product = await picture('/share/signalpost.png')
    const known = await picture('/share/profile/ada.png')
    expect(known.bytes.equals(product.bytes)).toBe(false)
    for (const path of [
      'profile/hidden',
      'profile/nobody',
      `signal/${UNKNOWN}`,
      `signal/${await signalOf(people.ada, true)}`,
      `signal/${await signalOf(people.hidden)}`,
    ]) {
      const { response, bytes } = await picture(`/share/${path}.png`)
      expect({ path, isProduct: bytes.equals(product.bytes) }).toEqual({ path, isProduct: true })
      expect(response.headers.get('etag')).toBe(product.response.headers.get('etag'))
    }
  })

  test('is not found at other addresses', async () => {
    for (const path of ['/share/', '/share/profile/ada', '/share/users/ada.png', '/share/profile/a/b.png'])
      expect([path, (await server.visitor().fetch(path)).status]).toEqual([path, 404])
  })
})

describe('A single signal', () => {
  const read = async (who: string, id: string) =>
    (await server.signIn(who)).call(signals.byId, { params: { id } })

  test('is returned to members as in the feed', async () => {
    expect(await read('stranger', await signalOf(people.ada))).toMatchObject({ content: 'Open to everybody' })
    const locked = await read('stranger', await signalOf(people.ada, true))
    expect(locked).toMatchObject({ isLocked: true, isPremium: true })
    expect(JSON.stringify(locked)).not.toMatch(/For those|SECRT/)
    expect(await read('fan', await signalOf(people.ada, true))).toMatchObject({
      content: 'For those who pay',
    })
    expect(await read('fan', await signalOf(people.hidden))).toMatchObject({ content: 'Kept to myself' })
  })

  test('by a private person gets the same response as an unknown one', async () => {
    const browser = await server.signIn('stranger')
    const answer = async (id: string) => await comparable(await browser.fetch(`/api/signals/${id}`))
    const unknown = await answer(UNKNOWN)
    expect(unknown).toMatchObject({
      status: 404,
      text: expect.stringContaining('signal_not_found') as string,
    })
    expect(await answer(await signalOf(people.hidden))).toEqual(unknown)
    expect(await refusal(read('stranger', 'no-id'))).toMatchObject({ status: 400, code: 'invalid' })
  })
})
