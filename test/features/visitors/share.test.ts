// The pictures of shared links: of a record and of an outcome, losers too, and the people who have them.
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcomePicture, recordPicture } from '#server/features/visitors/share-text.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { scores } from '#shared/contracts/scores.ts'
import { labelText } from '#shared/rules/rating-label.ts'
import { leadFigure, likelyText } from '#shared/rules/rating-text.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDifference } from '#shared/rules/printed-difference.ts'
import { marketReturn, marketText } from '#shared/rules/market-text.ts'
import { users } from '#shared/contracts/users.ts'
import { startServer, type TestServer } from '#test/server.ts'
import type { Person } from '#tools/demo/build-people.ts'
import { openerOf } from './read-page.ts'
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

const idsOf = async ({ id }: Person, isPremium = false) =>
  (
    await server.deps.db
      .selectFrom('signals')
      .select('id')
      .where('userId', '=', id)
      .where('isPremium', '=', isPremium)
      .orderBy('createdAt')
      .execute()
  ).map((one) => one.id)

const imageOf = (html: string) =>
  /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1]?.replace(server.origin, '') ?? ''

const imageAltOf = (html: string) => /<meta property="og:image:alt" content="([^"]*)"/.exec(html)?.[1] ?? ''

async function pictureAt(path: string) {
  const response = await server.visitor().fetch(path, { redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, to: response.headers.get('location'), response, bytes }
}

describe('The picture of a shared link', () => {
  test('is a PNG of 1200 × 630 for every kind of page, at an address that the page names', async () => {
    const [signal = ''] = await idsOf(people.maya)
    const pages = ['/@maya', '/@newt', `/s/${signal}`, '/t/ASML', '/discover', '/method', '/log', '/verify']
    const addresses = new Set<string>()
    for (const path of pages) {
      const image = imageOf((await open(path)).html)
      addresses.add(image)
      const { status, bytes, response } = await pictureAt(image)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
      expect(bytes.length).toBeLessThan(300_000)
      // Keeps them for a look.
      if (process.env.KEEP_PICTURES)
        writeFileSync(`${process.env.KEEP_PICTURES}/${path.replaceAll('/', '_')}.png`, bytes)
    }
    expect(addresses.size).toBe(pages.length)
  })
})

describe('What the picture shows', () => {
  const recordOf = (username: string) => server.visitor().call(rankings.person, { params: { username } })

  test('of a record: label, lead with its range, after the price, trades, SPY and the entries of the log', async () => {
    const record = await recordOf('maya')
    const { open: rating } = record.books
    const picture = recordPicture(record, { first: 12, last: 1583 })
    expect(picture.label).toBe(labelText(rating))
    expect(picture.figures.map(({ figure }) => figure)).toEqual([
      rating?.figures && leadFigure(rating.figures),
      '+10.9%',
    ])
    expect(picture.figures[0]?.range.toLowerCase()).toBe(rating?.figures && likelyText(rating.figures))
    expect(picture.figures[1]).toMatchObject({
      words: 'after paying $5 a month',
      range: 'Likely +7% to +15%, on $10,000',
    })
    expect(picture.facts).toEqual(['60 scored trades', '40 of 60 ahead of SPY', 'Worst −2.1 pts, $ASML'])
    expect(picture.entries).toBe('Entries 12 to 1,583 of the public log.')
  })

  test('of a record that isn’t rated: no figure', async () => {
    const picture = recordPicture(await recordOf('newt'), null)
    expect(picture).toMatchObject({ label: 'Not rated yet: 5 of 20 trades', figures: [] })
    expect(JSON.stringify(picture)).not.toMatch(/\d%/)
  })

  test('of an outcome: both returns and their difference, whether ahead or behind, with the whole record', async () => {
    const record = await recordOf('maya')
    const words = new Set<string>()
    for (const id of (await idsOf(people.maya)).slice(0, 6)) {
      const score = await server.visitor().call(scores.signal, { params: { id } })
      const picture = outcomePicture(
        { signalType: 'buy', tickers: ['ASML'] },
        { ...score, logIndex: 583 },
        record,
      )
      const ahead = printedDifference(score.return ?? '', marketReturn(score))
      expect(picture?.returns).toBe(`Buy $ASML ${percentOf(score.return ?? '')} · ${marketText(score)}`)
      expect(picture?.figure).toBe(ahead.slice(1))
      expect(picture?.isLoss).toBe(ahead.startsWith('−'))
      expect(picture?.record).toMatch(/^Likely skill: .*likely \+7% to \+16%\. 60 scored trades\.$/)
      expect(picture?.entry).toBe('Entry 583 of the public log.')
      words.add(picture?.words ?? '')
      expect(imageAltOf((await open(`/s/${id}`)).html)).toContain(percentOf(score.return ?? ''))
    }
    expect(words).toEqual(new Set(['ahead of the market', 'behind the market']))
  })

  test('changes its address with what it shows', async () => {
    const before = imageOf((await open('/@maya')).html)
    expect(imageOf((await open('/@maya')).html)).toBe(before)
    await server.deps.db
      .updateTable('users')
      .set({ updatedAt: new Date(server.deps.clock.now().getTime() + 5000) })
      .where('username', '=', 'maya')
      .execute()
    expect(imageOf((await open('/@maya')).html)).not.toBe(before)
  })
})

describe('Which pictures exist', () => {
  test.each([
    ['agreed', 'maya', 200],
    ['agreed, below the floor', 'newt', 200],
    ['was never asked', 'nina', 302],
    ['said no', 'omar', 302],
    ['is private', 'vera', 302],
    ['left', 'gone', 302],
  ] as const)('of a person who %s', async (_, name, status) => {
    const [id = ''] = await idsOf(people[name])
    for (const path of [`/share/record/${name}.png`, `/share/outcome/${id}.png`]) {
      const found = await pictureAt(path)
      expect({ path, status: found.status }).toEqual({ path, status })
      if (status === 302) expect(found.to).toBe('/share/signalpost.png')
    }
  })

  test('a premium signal, an unknown one and other addresses have none', async () => {
    const [id = ''] = await idsOf(people.maya, true)
    const nothing = ['nobody', '%00', '..%2f', '<script>'].map((name) => `/share/record/${name}.png`)
    for (const path of [
      `/share/outcome/${id}.png`,
      '/share/outcome/1.png',
      '/share/page/settings.png',
      ...nothing,
    ])
      expect([path, (await pictureAt(path)).to]).toEqual([path, '/share/signalpost.png'])
    for (const path of ['/share/record/maya.svg', '/share/record/', '/share/other/maya.png'])
      expect([path, (await pictureAt(path)).status]).toEqual([path, 404])
  })

  test('a former name leads to the new one', async () => {
    const newt = await server.signIn('newt')
    await newt.call(users.updateProfile, { body: { username: 'newton' } })
    expect(await pictureAt('/share/record/newt.png')).toMatchObject({
      status: 302,
      to: '/share/record/newton.png',
    })
  })
})
