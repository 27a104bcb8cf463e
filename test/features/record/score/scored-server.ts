// A server that scores what is logged, for tests of scoring.
import { afterEach, vi } from 'vitest'
import { type SignalOutcome, outcomes } from '#shared/contracts/outcomes.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

/** Stopped after the test. */
export async function server(options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> {
  const started = await startServer({ scoring: true, ...options })
  cleanUp.push(() => started.stop())
  return started
}

/** The ids of all signals by their text. */
async function idsOf({ deps }: TestServer): Promise<Record<string, string>> {
  const rows = await deps.db.selectFrom('signals').select(['id', 'content']).execute()
  return Object.fromEntries(rows.map(({ id, content }) => [content, id]))
}
/** Resolves once every posted signal has a score. */
export async function scored(one: TestServer): Promise<Record<string, string>> {
  const isDone = async () => {
    const { rows } = await one.deps.pool.query<{ n: number }>(
      `select (select count(*) from signals where id not in (select signal_id from record_scores))::int
        + (select count(*) from record_due)::int + (select count(*) from record_queue)::int as n`,
    )
    return rows[0]?.n === 0
  }
  await vi.waitUntil(isDone, { timeout: WAIT_TIMEOUT_MS })
  await one.jobsDone()
  return await idsOf(one)
}
export const daysAgo = (days: number) => ({ hoursAgo: days * 24 })
export const outcomesOf = (browser: Browser, ids: (string | undefined)[]): Promise<SignalOutcome[]> =>
  browser.call(outcomes.list, { query: { ids: ids.map(String).join(',') } })
