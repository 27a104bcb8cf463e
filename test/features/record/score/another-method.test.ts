// Another scoring method: the log commits to its text before its first use, it scores everything, and the earlier method's results stay
// readable.
import { expect, test } from 'vitest'
import { sequenceBatch } from '#server/features/record/log/sequence.ts'
import { noteKey } from '#engine/log/note.ts'
import { scoreSlice } from '#server/features/record/jobs/score-slice.ts'
import { requestScoring } from '#server/features/record/jobs/scoring-jobs.ts'
import { takeLogged } from '#server/features/record/score/take-logged.ts'
import { scores } from '#shared/contracts/scores.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import { refusal, type TestServer } from '#test/server.ts'
import { daysAgo, scored, server } from './scored-server.ts'

const KEY = [noteKey('signalpost.test/log', Buffer.alloc(32, 7))]
const signals = [
  { content: 'Buys', tickers: ['NVDA'], timeHorizon: 'years' as const, ...daysAgo(40) },
  { content: 'Sells', tickers: ['NVDA'], signalType: 'sell' as const, ...daysAgo(20) },
  { content: 'Premium', tickers: ['AMD'], isPremium: true, ...daysAgo(15) },
]
const statuses = async ({ deps }: TestServer) =>
  (
    await deps.pool.query<{ method: number; status: string; return: string | null }>(
      'select method, status, return from record_scores order by method, posted_at',
    )
  ).rows

test('nothing is scored by a method before the log commits to its text', async () => {
  const one = await server({ sequencer: false, scoring: false })
  await buildPeople(one.deps, { ada: creator({ signals }) })
  const { db } = one.deps
  while (await sequenceBatch(one.deps, KEY, async () => undefined));
  // Makes this a log that knows only the methods of an earlier version.
  await asOwner(
    one.database,
    `alter table record_entries disable trigger user; update record_entries set kind = 'other' where kind = 'method';
     alter table record_entries enable trigger user`,
  )
  const instruments = async () => ['NVDA', 'AMD'].map((symbol) => ({ symbol }))
  expect(await takeLogged(one.deps)).toBe(false)
  expect(await scoreSlice(one.deps, instruments, 60_000)).toBe(true)
  expect(await statuses(one)).toEqual([])
  // The next batch commits to it, and then the older signals are scored.
  expect((await sequenceBatch(one.deps, KEY, async () => undefined))?.entries).toBe(1)
  expect(await scoreSlice(one.deps, instruments, 60_000)).toBe(true)
  expect((await statuses(one)).map(({ status }) => status)).toEqual(['closed', 'linked', 'open'])
  expect(
    await db.selectFrom('recordEntries').select('index').where('kind', '=', 'method').execute(),
  ).toHaveLength(1)
})

test('another method scores everything again, and the earlier figures can still be read', async () => {
  const one = await server()
  await buildPeople(one.deps, { ada: creator({ signals }), rosa: member({ subscribesTo: ['ada'] }) })
  const ids = await scored(one)
  const idOf = (content: string) => ids[content] ?? ''
  const read = (content: string) => one.visitor().call(scores.signal, { params: { id: idOf(content) } })
  const readBy = (method: number, content: string, browser = one.visitor()) =>
    browser.call(scores.signalByMethod, { params: { id: idOf(content) }, query: { method } })
  const now = await read('Buys')
  // As if an earlier method had scored everything and given other figures.
  await asOwner(
    one.database,
    `update record_scores set method = 1, return = return + 1, excess = excess + 1;
     update record_people set method = 1; update record_scoring set method = 1`,
  )
  await requestScoring(one.deps)
  await expect
    .poll(
      async () =>
        (await statuses(one)).filter(({ method, return: own }) => method === 2 && own !== null).length,
    )
    .toBe(2)
  await scored(one)
  expect(await read('Buys')).toEqual(now)
  expect(await readBy(2, 'Buys')).toEqual(now)
  const then = await readBy(1, 'Buys')
  expect(then).toMatchObject({ method: 1, status: 'closed', asOf: now.asOf, sample: true })
  expect(Number(then.return)).toBeCloseTo(Number(now.return) + 1, 8)
  expect(then.parts[0]?.return).toBe(then.return)
  expect(then.parts[0]?.days).toEqual(now.parts[0]?.days)
  // Sealed trades are sealed under every method.
  expect(await readBy(1, 'Premium')).toMatchObject({ method: 1, status: 'sealed', parts: [], return: null })
  const paid = await readBy(1, 'Premium', await one.signIn('rosa'))
  expect(paid).toMatchObject({ method: 1, status: 'open' })
  // No other method has scored anything.
  for (const method of [3, 99]) expect(await refusal(readBy(method, 'Buys'))).toMatchObject({ status: 404 })
  expect((await one.visitor().fetch(`/api/record/signals/${ids['Buys']}/by-method?method=x`)).status).toBe(
    400,
  )
  const { rows } = await one.deps.pool.query('select method from record_people order by method')
  expect(rows).toEqual([{ method: 1 }, { method: 2 }])
})
