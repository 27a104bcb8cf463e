// PostgreSQL plans each hot statement once per connection, regardless of its first viewers.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { FIRST_PAGE } from '#server/db/page.ts'
import { deliverSignals } from '#server/features/signals/deliver-signals.ts'
import { postSignal } from '#server/features/signals/post-signal.ts'
import { everyonePage, personPage, personTickerPage, tickerPage } from '#server/features/signals/store.ts'
import { timelinePage, timelineVersion } from '#server/features/signals/timeline-page.ts'
import { distancesOn } from '#server/features/record/score/trades-on.ts'
import { signalsThisWeek, tickerCalls } from '#server/features/tickers/calls.ts'
import { publicPeople } from '#server/features/users/search.ts'
import { viewerContext } from '#server/features/users/visibility.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'

/** PostgreSQL compares its own plans with a generic one after five calls. */
const CALLS = 8

const clock = systemClock
const config = readConfig({ NODE_ENV: 'test' })
let database: FreshDatabase
let opened: Database
let ids: Record<'ada' | 'bob' | 'eve', { id: string }>
beforeAll(async () => {
  database = await freshDatabase()
  // One connection, so that the query at the end sees all plans.
  opened = openTestDatabase(database.url, pino({ level: 'silent' }), 1)
  ids = await buildPeople(
    { ...opened, clock, config },
    {
      ada: creator({ signals: ['One', 'Two', 'Three'] }),
      bob: member({ follows: ['ada'] }),
      // Follows nobody: for empty pages, PostgreSQL would choose custom plans by default.
      eve: member(),
    },
  )
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

test('pages, searches, posts and deliveries use generic plans from the first call', async () => {
  const { statements } = opened
  const signalDelivery = { trigger: () => {}, stop: async () => {} }
  for (const viewer of [ids.eve, ids.bob])
    for (let calls = 0; calls < CALLS; calls += 1) {
      const page = {
        ...viewerContext({ clock, config }, viewer.id),
        beforeAt: FIRST_PAGE.createdAt,
        beforeId: FIRST_PAGE.id,
        limit: 21,
      }
      await timelinePage(statements, page)
      await timelineVersion(statements, page)
      await everyonePage(statements, page)
      await personPage(statements, { ...page, authorId: ids.ada.id })
      await personTickerPage(statements, { ...page, authorId: ids.ada.id, ticker: 'NVDA' })
      await tickerPage(statements, { ...page, ticker: 'NVDA' })
      await tickerCalls(
        { statements, clock, config },
        (signalIds, ticker) => distancesOn({ statements }, signalIds, ticker),
        viewer.id,
        { ticker: 'NVDA', period: '1Y' },
      )
      await signalsThisWeek({ statements, clock, config }, viewer.id, ['NVDA', 'AMD'])
      await postSignal({ ...opened, clock, config, market: simulatedMarket(), signalDelivery }, ids.ada.id, {
        content: `Note ${calls}`,
        signalType: 'comment',
        tickers: [],
        onlyCloses: false,
        repliesFrom: null,
        isPremium: false,
      } as never)
      await postSignal({ ...opened, clock, config, market: simulatedMarket(), signalDelivery }, ids.ada.id, {
        content: `Note ${calls} for @bob`,
        signalType: 'comment',
        tickers: [],
        onlyCloses: false,
        repliesFrom: null,
        isPremium: false,
      } as never)
      await deliverSignals({ ...opened, clock, config })
      for (const query of ['a', 'ada'])
        await publicPeople({ ...opened, clock, config }, viewer.id, {
          query,
          limit: 20,
          after: FIRST_PAGE,
        })
    }
  const { rows } = await statements.query<{ name: string; generic: number; custom: number }>(
    'select name, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements',
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([
    'deliver_step',
    'everyone_page',
    'insert_signal',
    'insert_signal_with_mentions',
    'older_page',
    'person_page',
    'person_ticker_page',
    'recent_page',
    'search_anywhere',
    'search_starts_of_words',
    'signals_this_week',
    'ticker_calls',
    'ticker_page',
    'timeline_page',
    'timeline_version',
  ])
  const counts = rows.map(({ name, generic, custom }) => ({ name, generic, custom }))
  // Only Eve's empty timeline may have been cut.
  const calls = (name: string) => (name === 'older_page' || name === 'recent_page' ? CALLS : 2 * CALLS)
  expect(counts).toEqual(rows.map(({ name }) => ({ name, generic: calls(name), custom: 0 })))
})
