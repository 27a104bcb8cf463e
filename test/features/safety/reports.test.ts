// Reports: who may report what, one case for one object, and what is stored with it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCase } from '#server/features/safety/admin-case.ts'
import { caseById, casesIn } from '#server/features/safety/case-store.ts'
import { report } from '#server/features/safety/report.ts'
import { reports } from '#shared/contracts/reports.ts'
import { safety } from '#shared/contracts/safety.ts'
import { signals } from '#shared/contracts/signals.ts'
import { refusal } from '#test/refusal.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { isFull } from '#test/test-scope.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

const NAMES = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal'] as const
let server: TestServer
let people: Record<'theo' | 'rosa' | 'quiet' | (typeof NAMES)[number], Person>
let rosa: Browser
let signalId: string
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    theo: creator({
      signals: [{ content: '+300% GUARANTEED', tickers: ['QBTS'] }, { content: 'Another one' }],
    }),
    rosa: member({ follows: ['theo'] }),
    quiet: creator({ isPublic: false, signals: [{ content: 'Private' }] }),
    ...Object.fromEntries(NAMES.map((name) => [name, member({})])),
  } as never)
  rosa = await server.signIn('rosa')
  signalId = (await signalOf(people.theo.id)).id
})
afterAll(() => server.stop())

const signalOf = (userId: string) =>
  server.deps.db
    .selectFrom('signals')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow()
const send = (by: Browser, subjectId: string, body: object = {}) =>
  by.call(reports.send, { body: { subjectKind: 'signal', subjectId, reason: 'spam', ...body } })
const seen = (by: Browser, id: string) => by.call(signals.byId, { params: { id } })

test('a report opens a case with the object as it was, due by its reason', async () => {
  const sent = await send(rosa, signalId, { reason: 'sure_return', text: 'Promises a return.' })
  expect(sent).toMatchObject({ subjectId: signalId, reason: 'sure_return', outcome: null })
  expect(sent.dueAt.getTime() - sent.createdAt.getTime()).toBe(24 * 3_600_000)
  const [open] = await casesIn(server.deps.db, 'open')
  expect(open).toMatchObject({ author: 'theo', reports: 1, reasons: ['sure_return'] })
  const stored = await caseById(server.deps.db, open?.id ?? '')
  expect(stored?.snapshot).toMatchObject({ username: 'theo', content: expect.any(String) as string })
  expect(stored?.reports).toMatchObject([{ reporter: 'rosa', text: 'Promises a return.' }])
})

test('only the reporter sees that it is reported, in the feed and on its page', async () => {
  expect(await seen(rosa, signalId)).toMatchObject({ isReported: true })
  const feed = await rosa.call(signals.feed, { query: {} })
  expect(feed.find(({ id }) => id === signalId)).toMatchObject({ isReported: true })
  for (const name of ['theo', 'ann'] as const)
    expect(await seen(await server.signIn(name), signalId)).not.toHaveProperty('isReported')
})

test('a repeat by the same person counts once and returns the first report', async () => {
  const again = await send(rosa, signalId, { reason: 'harassment', text: 'Again' })
  expect(again).toMatchObject({ reason: 'sure_return', text: 'Promises a return.' })
  expect(await rosa.call(reports.own, { query: {} })).toEqual([again])
})

test('many reports at once on one object make one case, with the earliest due time', async () => {
  const browsers = await Promise.all(NAMES.map((name) => server.signIn(name)))
  const subjectId = people.theo.id
  await Promise.all(
    browsers.flatMap((browser, index) => {
      const body = { subjectKind: 'profile', reason: index === 3 ? 'harassment' : 'spam' }
      return [send(browser, subjectId, body), send(browser, subjectId, body)]
    }),
  )
  const found = (await casesIn(server.deps.db, 'open')).filter((one) => one.subjectId === subjectId)
  expect(found).toMatchObject([{ reports: NAMES.length, reasons: ['harassment', 'spam'] }])
  const [{ openedAt, dueAt } = { openedAt: new Date(), dueAt: new Date() }] = found
  expect((dueAt.getTime() - openedAt.getTime()) / 3_600_000).toBeLessThan(25)
})

test('a mob of reporters, 50 at a time, makes one case', async () => {
  const size = isFull ? 10_000 : 250
  const { mobbed } = await buildPeople(server.deps, { mobbed: creator() })
  const body = { subjectKind: 'profile', subjectId: mobbed.id, reason: 'spam', text: '' } as const
  for (let sent = 0; sent < size; sent += 50) {
    const names = Array.from({ length: 50 }, (_, place) => `mob_${sent + place}`)
    const mob = await buildPeople(server.deps, Object.fromEntries(names.map((name) => [name, member()])))
    await Promise.all(Object.values(mob).map(({ id }) => report(server.deps, id, body)))
  }
  const found = (await casesIn(server.deps.db, 'open')).filter((one) => one.subjectId === mobbed.id)
  expect(found).toMatchObject([{ reports: size }])
  // A moderator reads how many there are, and the first of them.
  const shown = await adminCase(server.deps.db, found[0]?.id ?? '', {
    viewerId: '',
    now: server.deps.clock.now(),
  })
  expect([shown.reports, shown.list.length]).toEqual([size, 200])
})

test.each<[string, () => object, number, string]>([
  ['oneself', () => ({ subjectKind: 'profile', subjectId: people.rosa.id }), 400, 'self_report'],
  ['a private person', () => ({ subjectKind: 'profile', subjectId: people.quiet.id }), 404, 'user_not_found'],
  ['a signal that doesn’t exist', () => ({ subjectId: people.theo.id }), 404, 'signal_not_found'],
])('nobody can report %s', async (_what, body, status, code) => {
  expect(await refusal(send(rosa, signalId, body()))).toMatchObject({ status, code })
})

test.each([
  [{ reason: 'boring' }, 'Choose a reason'],
  [{ subjectKind: 'ticker' }, 'subjectKind must be signal, profile or comment'],
  [{ text: 'x'.repeat(1001) }, 'At most 1000 characters'],
  [{ subjectId: 'none' }, 'Not a valid id'],
])('bad input is refused with a message: %o', async (change, message) => {
  const body = { subjectKind: 'signal', subjectId: signalId, reason: 'spam', ...change }
  expect(await rosa.send('POST', '/api/reports', body)).toMatchObject({ status: 400, body: { message } })
})

test('a blocked person can be reported without unblocking them, and can’t report back', async () => {
  const [hal, fay] = [await server.signIn('hal'), await server.signIn('fay')]
  await hal.call(safety.block, { body: { userId: people.fay.id } })
  const sent = await send(hal, people.fay.id, { subjectKind: 'profile' })
  expect(sent).toMatchObject({ subjectId: people.fay.id, outcome: null })
  expect(await hal.call(safety.blocks, { query: {} })).toMatchObject([{ user: { username: 'fay' } }])
  const back = send(fay, people.hal.id, { subjectKind: 'profile' })
  expect(await refusal(back)).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('a blocked person can’t find the signal to report it', async () => {
  const gus = await server.signIn('gus')
  await (await server.signIn('theo')).call(safety.block, { body: { userId: people.gus.id } })
  expect(await refusal(send(gus, signalId))).toMatchObject({ status: 404, code: 'signal_not_found' })
})
