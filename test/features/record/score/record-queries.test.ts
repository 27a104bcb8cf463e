// How many database queries the pages of the record take, for a visitor, who has no session.
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { rankings } from '#shared/contracts/rankings.ts'
import { scores } from '#shared/contracts/scores.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import type { Browser } from '#test/server.ts'
import { daysAgo, outcomesOf, scored, server } from './scored-server.ts'

/** Queries of background work. */
const BACKGROUND =
  /graphile_worker|record_queue|record_due|worker_pools|deliveries|with flusher|alert_runs|alert_schedules|failed_steps|delivery_receipts|^(begin|commit|listen|select 1)/i

test('profile, signal and board take at most three queries each', async () => {
  // This has to come before the server opens its connections.
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const one = await server()
  const signals = Array.from({ length: 22 }, (_, n) => ({
    content: `Call ${n}`,
    tickers: [['NVDA', 'AMD', 'KO', 'PEP', 'ASML'][n % 5] ?? ''],
    timeHorizon: 'days' as const,
    details: { target: '9999', stop: '0.01', confidence: '60', holds: 'yes' as const },
    ...daysAgo(130 - n * 5),
  }))
  const several = { content: 'Several', tickers: ['MSFT', 'IBM', 'ORCL'], ...daysAgo(40) }
  await buildPeople(one.deps, { ada: creator({ signals: [...signals, several] }) })
  const ids = await scored(one)
  const visitor = one.visitor()
  const person = await visitor.call(rankings.person, { params: { username: 'ada' } })
  // The board needs a rated record to compare, and the profile needs a place on it.
  expect(person.books).toMatchObject({ open: { isRated: true } })

  async function queriesOf(what: (browser: Browser) => Promise<unknown>): Promise<string[]> {
    asked.mockClear()
    await what(visitor)
    const texts = asked.mock.calls.map(([query]) => {
      const text = query as unknown as string | { text: string }
      return typeof text === 'string' ? text : text.text
    })
    return texts.filter((text) => !BACKGROUND.test(text))
  }
  const username = { params: { username: 'ada' } }
  const pages: Record<string, (browser: Browser) => Promise<unknown>> = {
    profile: (browser) => browser.call(rankings.person, username),
    'profile, days': (browser) => browser.call(rankings.days, username),
    'profile, signals': (browser) => browser.call(rankings.signals, { ...username, query: {} }),
    signal: (browser) => browser.call(scores.signal, { params: { id: ids['Call 3'] ?? '' } }),
    'signal with several tickers': (browser) =>
      browser.call(scores.signal, { params: { id: ids['Several'] ?? '' } }),
    'outcomes of a page': (browser) => outcomesOf(browser, Object.values(ids).slice(0, 20)),
    board: (browser) => browser.call(rankings.board, { query: {} }),
  }
  for (const [name, page] of Object.entries(pages)) {
    const queries = await queriesOf(page)
    expect(queries.length, `${name}: ${queries.join('; ')}`).toBeGreaterThan(0)
    expect(queries.length, `${name}: ${queries.join('; ')}`).toBeLessThanOrEqual(3)
  }
})
