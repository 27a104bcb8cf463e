// The pages for visitors: the same figures as the app's, hostile text, versions, former names, and the badge.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#shared/contracts/auth.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { users } from '#shared/contracts/users.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDifference } from '#shared/rules/printed-difference.ts'
import { leadFigure, leadText, likelyText } from '#shared/rules/rating-text.ts'
import { labelText } from '#shared/rules/rating-label.ts'
import { marketReturn, marketText } from '#shared/rules/market-text.ts'
import { writeRating } from '#test/features/record/rank/sample-record.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { badgeText } from '#server/features/visitors/draw-badge.ts'
import { headOf, linksIn, openerOf, textOf } from './read-page.ts'
import { buildPages, HOSTILE, visitorPeople } from './visitor-people.ts'
import { CONSENT } from '#test/browser.ts'

let server: TestServer
let open: ReturnType<typeof openerOf>
const clock = settableClock()

beforeAll(async () => {
  buildPages()
  server = await startServer({ sequencer: false, clock })
  open = openerOf(server)
  await visitorPeople(server)
}, 180_000)
afterAll(() => server.stop())

const dataOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

test('hostile text stays text, in the title, the data and the page', async () => {
  const { html } = await open('/@maya')
  expect(html).not.toContain('<img src=x')
  expect(html).not.toMatch(/<script>alert/)
  expect(dataOf(html)).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', alternateName: 'maya', description: HOSTILE },
  })
  expect(JSON.stringify(dataOf(html))).not.toMatch(/rating/i)
  expect(textOf(html)).toContain('&lt;script&gt;alert(1)')
  const [signal = ''] = linksIn(html).filter((path) => path.startsWith('/s/'))
  expect(dataOf((await open(signal)).html)).toMatchObject({
    '@type': 'SocialMediaPosting',
    articleBody: expect.stringContaining(HOSTILE) as string,
  })
})

describe('The page of a record', () => {
  // Leads with every sign and rounding, and the three labels.
  test.each([
    { mean: 0.115, half: 0.043, isLikelySkill: true },
    { mean: 0.00049, half: 0.2 },
    { mean: -0.0325, half: 0.051 },
    { mean: -0.00051, half: 0.0005 },
    { mean: 1.23456, half: 0.9 },
    { mean: 0.041, half: 0.06, days: 150, isYearly: false },
    { mean: 0.2, half: 0.01, isRated: false, trades: 10 },
    { mean: 0.05, half: 0.02, endedOn: '2026-07-03' },
  ])('has the figures, the digits and the label of the app’s with %o', async (rating) => {
    const { author } = await server.deps.db
      .selectFrom('recordAuthors as a')
      .innerJoin('users as u', 'u.id', 'a.userId')
      .select('a.author')
      .where('u.username', '=', 'maya')
      .executeTakeFirstOrThrow()
    await server.deps.db.deleteFrom('recordRatings').where('author', '=', author).execute()
    await writeRating(server, author, rating)
    // A new rating comes with a new week; the page's version has its day.
    await server.deps.db
      .updateTable('recordPeople')
      .set({ computedAt: new Date(clock.now().getTime() + Math.round(rating.mean * 1e6)) })
      .where('author', '=', author)
      .execute()
    const visitor = server.visitor()
    const record = await visitor.call(rankings.person, { params: { username: 'maya' } })
    const outcomes = await visitor.call(rankings.signals, { params: { username: 'maya' }, query: {} })
    const [page, picture] = [await open('/@maya'), headOf((await open('/@maya')).html, server.origin)]
    const text = textOf(page.html)
    const open1 = record.books.open
    expect(text).toContain(labelText(open1))
    expect(picture.description).toContain(labelText(open1))
    const figures = open1?.figures
    const shown = open1?.isRated ? figures : null
    const lead = figures && leadFigure(figures)
    if (shown && lead) {
      expect(text).toContain(lead)
      expect(text.toLowerCase()).toContain(likelyText(shown))
      expect(picture.description).toContain(lead)
    } else expect(picture.description).not.toContain(String(lead))
    // Every other surface shows the same: the frame, the feed and the badge.
    const frame = textOf((await open('/embed/record/maya')).html)
    const feed = JSON.parse((await open('/feeds/@maya.json')).html) as { description: string }
    const badge = badgeText(record)
    expect(frame).toContain(labelText(open1))
    expect(feed.description).toContain(`${labelText(open1)}${shown ? `: ${leadText(shown)}` : ''}. `)
    expect(badge.label).toBe(labelText(open1))
    expect(badge.lead?.figure).toBe(shown ? lead : undefined)
    if (shown && lead) {
      expect(frame).toContain(lead)
      expect(frame.toLowerCase()).toContain(likelyText(shown))
      expect(badge.likely?.toLowerCase()).toBe(likelyText(shown))
    } else for (const one of [frame, feed.description]) expect(one).not.toMatch(/a year ahead|a year behind/)
    for (const one of [page.html, frame, JSON.stringify(feed)]) expect(one).not.toMatch(/Paid words|SECRT/)
    for (const outcome of outcomes.filter(({ return: own }) => own !== null)) {
      const own = outcome.return ?? ''
      expect(text).toContain(
        `${percentOf(own)}${marketText(outcome)}${printedDifference(own, marketReturn(outcome))}`,
      )
    }
  })

  test('is cached by what it shows, and a browser that has it gets a 304', async () => {
    const first = await open('/@maya', { 'accept-encoding': 'br' })
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, must-revalidate')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const again = await open('/@maya', { 'accept-encoding': 'br', 'if-none-match': etag })
    expect([again.status, again.html]).toEqual([304, ''])
    const maya = await server.signIn('maya')
    await maya.call(users.updateProfile, { body: { bio: 'Another bio' } })
    const changed = await open('/@maya', { 'accept-encoding': 'br', 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.html).toContain('Another bio')
    expect((await open('/discover')).headers.get('vary')).toContain('Cookie')
  })

  test('answers a filter and older blocks, which search engines don’t list', async () => {
    const worst = await open('/@maya?show=worst')
    expect(headOf(worst.html, server.origin).isListed).toBe(false)
    expect(textOf(worst.html)).toContain('Worst first')
    const later = await open('/@maya?before=nonsense')
    expect([400, 200]).toContain(later.status)
  })

  test('has an ETag, and isn’t sent again to a browser that has it', async () => {
    const { headers } = await open('/@maya')
    const etag = headers.get('etag') ?? ''
    expect([etag.length > 5, headers.get('cache-control')]).toEqual([
      true,
      'public, max-age=0, s-maxage=60, must-revalidate',
    ])
    const again = await open('/@maya', { 'if-none-match': etag })
    expect([again.status, again.html]).toEqual([304, ''])
  })

  test('leads from a former name for 90 days', async () => {
    const maya = await server.signIn('maya')
    await maya.call(users.updateProfile, { body: { username: 'maya_l' } })
    const from = async (path: string) => {
      const { status, headers } = await open(path)
      return [status, headers.get('location')]
    }
    expect(await from('/@maya')).toEqual([301, '/@maya_l'])
    expect(await from('/@MAYA_L')).toEqual([301, '/@maya_l'])
    clock.pass(91 * 86_400_000)
    expect(await from('/@maya')).toEqual([404, null])
  })
})

test('a registration counts for the person whose page led to it, and nothing else does', async () => {
  const join = async (username: string, from: string | undefined) =>
    await server.visitor().call(auth.register, {
      body: {
        ...CONSENT,
        email: `${username}@example.org`,
        username,
        password: 'many posts in a row',
        showsRecordToVisitors: username === 'ida',
        ...(from !== undefined && { from }),
      },
    })
  const ida = await join('ida', 'maya_l')
  expect(ida).toMatchObject({ showsRecordToVisitors: true })
  expect(await join('ben', '<script>alert(1)</script>')).toMatchObject({ showsRecordToVisitors: false })
  await join('eve', 'nobody_here')
  await join('zoe', 'omar')
  await join('max', undefined)
  const counted = await server.deps.db
    .selectFrom('users')
    .select(['username', 'joinedFromPage'])
    .where('joinedFromPage', '>', 0)
    .execute()
  expect(counted).toEqual([{ username: 'maya_l', joinedFromPage: 1 }])
  const maya = await server.signIn('maya_l')
  expect(await maya.call(auth.currentUser)).toMatchObject({ joinedFromPage: 1 })
})

test('our own picture says in which characters it is written', async () => {
  const { headers } = await server.visitor().fetch('/icon.svg')
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
})

describe('The badge', () => {
  test.each(['svg', 'png'])('is a picture for other sites, as %s', async (type) => {
    const response = await server.visitor().fetch(`/badge/maya_l.${type}?theme=dark`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const media = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' }[type]
    expect(response.headers.get('content-type')).toBe(media)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (type === 'png') return expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    // Text as paths: nothing that a font or a script could change.
    return expect(bytes.toString()).not.toMatch(/<text|<script|<foreignObject/)
  })

  test('has the words, the label and the digits of the record, and no figure before it is rated', async () => {
    const textOfBadge = async (username: string) => {
      const record = await server.visitor().call(rankings.person, { params: { username } })
      return { record, text: badgeText(record) }
    }
    const rated = await textOfBadge('maya_l')
    const { open: rating } = rated.record.books
    expect(rated.text.label).toBe(labelText(rating))
    expect(rated.text.trades).toBe('60 scored trades')
    expect(rated.text.lead?.figure).toBe(rating?.figures && leadFigure(rating.figures))
    expect(rated.text.likely?.toLowerCase()).toBe(rating?.figures && likelyText(rating.figures))
    const { text } = await textOfBadge('newt')
    expect(text).toMatchObject({
      label: 'Not rated yet: 5 of 20 trades',
      lead: null,
      likely: null,
      after: null,
    })
  })

  test.each(['omar.svg', 'vera.png', 'gone.svg', 'nobody.svg', 'maya_l.gif', '%2e%2e.svg'])(
    'doesn’t exist at %s',
    async (file) => expect((await open(`/badge/${file}`)).status).toBe(404),
  )
})
