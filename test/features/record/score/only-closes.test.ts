// Whether a signal only closes positions is read from the log alone: from its entry, or from the sealed trade.
import { expect, test } from 'vitest'
import { noteKey } from '#engine/log/note.ts'
import { sequenceBatch } from '#server/features/record/log/sequence.ts'
import { takeLogged } from '#server/features/record/score/take-logged.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import type { TestServer } from '#test/server.ts'
import { daysAgo, server } from './scored-server.ts'

const KEY = [noteKey('signalpost.test/log', Buffer.alloc(32, 7))]
const takes = { intent: 'taking_profits' as const, tickers: ['NVDA'] }
const signals = [
  { content: 'Sells', signalType: 'sell' as const, ...takes, ...daysAgo(9) },
  { content: 'Sells, premium', signalType: 'sell' as const, isPremium: true, ...takes, ...daysAgo(8) },
  { content: 'Covers', ...takes, ...daysAgo(7) },
  { content: 'Buys', tickers: ['NVDA'], ...daysAgo(6) },
  { content: 'Buys, premium', tickers: ['NVDA'], isPremium: true, ...daysAgo(5) },
]

/** A server whose log has Ada's signals, none of them taken into scoring. */
async function logged(): Promise<TestServer> {
  const one = await server({ sequencer: false, scoring: false })
  await buildPeople(one.deps, { ada: creator({ signals }) })
  while (await sequenceBatch(one.deps, KEY, async () => undefined));
  return one
}

async function takenBy(one: TestServer) {
  while (await takeLogged(one.deps));
  const { rows } = await one.deps.pool.query<{ content: string; is_sealed: boolean; only_closes: boolean }>(
    `select g.content, s.is_sealed, s.only_closes from record_scores s join signals g on g.id = s.signal_id
      order by s.posted_at`,
  )
  return rows.map(({ content, ...row }) => [content, row.is_sealed, row.only_closes])
}

test('the log’s entry says that a trade only closes, open or sealed', async () => {
  const one = await logged()
  // Later changes of the signals' rows make no difference.
  await asOwner(
    one.database,
    `alter table signals disable trigger user;
     update signals set intent = case when intent is null then 'taking_profits' end;
     alter table signals enable trigger user`,
  )
  expect(await takenBy(one)).toEqual([
    ['Sells', false, true],
    ['Sells, premium', true, true],
    ['Covers', false, true],
    ['Buys', false, false],
    ['Buys, premium', true, false],
  ])
})

test('a trade in an entry of version 1 lacks that field, and opens positions', async () => {
  const one = await logged()
  await asOwner(
    one.database,
    `alter table record_entries disable trigger user;
     update record_entries set bytes = convert_to(((convert_from(bytes, 'UTF8')::jsonb #- '{trade,only}') || '{"v": 1}')::text, 'UTF8')
      where kind = 'signal';
     update record_trades set trade = trade - 'only';
     alter table record_entries enable trigger user`,
  )
  const { rows } = await one.deps.pool.query<{ n: number }>(
    `select (select count(*) from record_entries where kind = 'signal' and convert_from(bytes, 'UTF8') like '%only%')::int
      + (select count(*) from record_trades where trade ? 'only')::int as n`,
  )
  expect(rows).toEqual([{ n: 0 }])
  expect(await takenBy(one)).toEqual([
    ['Sells', false, false],
    ['Sells, premium', true, false],
    ['Covers', false, false],
    ['Buys', false, false],
    ['Buys, premium', true, false],
  ])
})
