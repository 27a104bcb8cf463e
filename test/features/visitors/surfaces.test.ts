// One figure on every surface: card, page, picture, badge, frame and feed say the same, with the same digits and label, and
// none of them has a word of a premium or sealed signal.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { badgeText } from '#server/features/visitors/draw-badge.ts'
import { outcomePicture, recordPicture } from '#server/features/visitors/share-text.ts'
import { delivery } from '#shared/contracts/delivery.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { scores } from '#shared/contracts/scores.ts'
import { deliveryText } from '#shared/rules/delivery-text.ts'
import { withTimes } from '#shared/rules/delivery-times.ts'
import { aheadText, leadFigure, leadText, likelyText } from '#shared/rules/rating-text.ts'
import { labelText } from '#shared/rules/rating-label.ts'
import { differenceText, marketReturn, marketText } from '#shared/rules/market-text.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDifference } from '#shared/rules/printed-difference.ts'
import { writeRating } from '#test/features/record/rank/sample-record.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { runs } from '#test/test-scope.ts'
import { figureOf } from '#web/features/record/outcome-text.ts'
import { openerOf, textOf } from './read-page.ts'
import { buildPages, visitorPeople } from './visitor-people.ts'

let server: TestServer
let open: ReturnType<typeof openerOf>
let author = ''
let signalId = ''
/** Each case is a newer version. */
let version = 0

beforeAll(async () => {
  buildPages()
  server = await startServer({ sequencer: false })
  open = openerOf(server)
  const { maya } = await visitorPeople(server)
  const row = await server.deps.db
    .selectFrom('recordScores as s')
    .innerJoin('recordAuthors as a', 'a.author', 's.author')
    .select(['a.author', 's.signalId'])
    .where('a.userId', '=', maya.id)
    .where('s.status', '=', 'closed')
    .orderBy('s.exitDay', 'desc')
    .executeTakeFirstOrThrow()
  author = row.author
  signalId = row.signalId
}, 180_000)
afterAll(() => server.stop())

async function nextVersion(): Promise<void> {
  version += 1
  const at = new Date(server.deps.clock.now().getTime() + version * 1000)
  const { db } = server.deps
  await db.updateTable('recordPeople').set({ computedAt: at }).where('author', '=', author).execute()
  await db.updateTable('recordScores').set({ scoredAt: at }).where('signalId', '=', signalId).execute()
}

const surfacesOf = async (paths: readonly string[]) =>
  await Promise.all(
    paths.map(async (path) => {
      const { status, html } = await open(path)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(html).not.toMatch(/Paid words|SECRT/)
      return html
    }),
  )

/** Ratios that round to every digit, also to zero from both sides. */
const ratio = fc.oneof(
  fc.double({ min: -0.99, max: 3, noNaN: true }),
  fc.constantFrom(-0.00051, 0.00049, 0, -0.0005, 0.0005, 0.99949),
)

test('every surface shows the same figures of a record', async () => {
  const rating = fc.record({
    mean: ratio,
    half: fc.double({ min: 0, max: 0.9, noNaN: true }),
    isLikelySkill: fc.boolean(),
    isRated: fc.boolean(),
    isYearly: fc.boolean(),
    days: fc.integer({ min: 60, max: 252 }),
    trades: fc.integer({ min: 0, max: 4000 }),
    endedOn: fc.constantFrom(null, null, '2026-07-03'),
  })
  await fc.assert(
    fc.asyncProperty(rating, async (made) => {
      await server.deps.db.deleteFrom('recordRatings').where('author', '=', author).execute()
      await writeRating(server, author, made)
      await nextVersion()
      const record = await server.visitor().call(rankings.person, { params: { username: 'maya' } })
      const rated = record.books.open
      const figures = rated?.isRated ? rated.figures : null
      const [page = '', frame = '', feed = ''] = await surfacesOf([
        '/@maya',
        '/embed/record/maya',
        '/feeds/@maya.json',
      ])
      const [badge, picture] = [badgeText(record), recordPicture(record, null)]
      const texts = [textOf(page), textOf(frame), (JSON.parse(feed) as { description: string }).description]
      for (const text of [...texts, badge.label, picture.label]) expect(text).toContain(labelText(rated))
      if (!figures) {
        expect([badge.lead, badge.likely, badge.after, picture.figures]).toEqual([null, null, null, []])
        expect(texts.at(-1)).not.toMatch(/\d%/)
        return
      }
      const [lead, likely] = [leadFigure(figures), likelyText(figures)]
      for (const text of texts) {
        expect(text).toContain(lead)
        expect(text).toContain(aheadText(figures))
        expect(text.toLowerCase()).toContain(likely)
      }
      expect(texts.at(-1)).toContain(leadText(figures))
      expect([badge.lead?.figure, badge.likely?.toLowerCase()]).toEqual([lead, likely])
      expect(picture.figures[0]).toMatchObject({ figure: lead, words: aheadText(figures) })
      expect(picture.figures[0]?.range.toLowerCase()).toBe(likely)
      expect(picture.figures[1]?.figure).toBe(badge.after?.figure)
      expect(textOf(page)).toContain(badge.after?.figure)
      expect(picture.facts[0]).toBe(badge.trades)
    }),
    { numRuns: runs(30) },
  )
})

test('every surface shows the same figures of an outcome', async () => {
  const trade = fc.record({ own: ratio, market: ratio, side: fc.constantFrom(1, -1) })
  await fc.assert(
    fc.asyncProperty(trade, async ({ own, market, side }) => {
      await server.deps.db
        .updateTable('recordScores')
        .set({ return: own, benchmark: market, excess: own - side * market, side })
        .where('signalId', '=', signalId)
        .execute()
      await nextVersion()
      const score = await server.visitor().call(scores.signal, { params: { id: signalId } })
      const record = await server.visitor().call(rankings.person, { params: { username: 'maya' } })
      const [page = '', frame = '', feed = '', list = ''] = await surfacesOf([
        `/s/${signalId}`,
        `/embed/signal/${signalId}`,
        '/feeds/@maya.json',
        '/@maya',
      ])
      const value = percentOf(score.return ?? '')
      const ahead = printedDifference(score.return ?? '', marketReturn(score))
      const difference = differenceText(score.return ?? '', marketReturn(score))
      expect(figureOf(score)).toMatchObject({ value, benchmark: marketText(score), difference })
      for (const html of [page, frame, list]) {
        expect(textOf(html)).toContain(value)
        expect(textOf(html)).toContain(marketText(score))
      }
      expect(textOf(page)).toContain(ahead.slice(1))
      expect(textOf(list)).toContain(ahead)
      const { items } = JSON.parse(feed) as { items: { id: string; title: string }[] }
      expect(items.find(({ id }) => id.endsWith(`${signalId}#result`))?.title).toContain(
        `${value}, ${marketText(score)}: ${difference}`,
      )
      expect(outcomePicture({ signalType: 'buy', tickers: ['ASML'] }, score, record)).toMatchObject({
        figure: ahead.slice(1),
        returns: expect.stringContaining(`${value} · ${marketText(score)}`) as string,
      })
    }),
    { numRuns: runs(30) },
  )
})

test('the page of a signal says how fast it reached its readers, in the app’s words, once it has reached all of them', async () => {
  const id = signalId
  const text = async () => textOf((await open(`/s/${id}`)).html)
  expect(await text()).not.toContain('feeds within')
  const now = server.deps.clock.now()
  const row = { signalId: id, queuedAt: now, feeds: 412, feedsMs: 380, handed: 380, lastMs: 8700 }
  await server.deps.db
    .insertInto('deliveryReceipts')
    .values({
      ...row,
      pushDueAt: now,
      handedIn: withTimes(
        [],
        Array.from({ length: 380 }, (_, n) => 500 + n),
      ),
    })
    .onConflict((conflict) => conflict.column('signalId').doNothing())
    .execute()
  expect(await text()).not.toContain('feeds within')
  await server.deps.db
    .updateTable('deliveryReceipts')
    .set({ pushDueAt: null })
    .where('signalId', '=', id)
    .execute()
  const fan = await server.signIn('fan')
  const receipt = await fan.call(delivery.receipt, { params: { id } })
  const said = receipt && deliveryText(receipt)
  expect(said).toMatch(
    /^In 412 feeds within 0\.4 s\. Push handed to 380 devices, half within [\d.]+ s, the last after 9 s\.$/,
  )
  expect(await text()).toContain(said)
})
