// Servers that use a real market's adapter against the sandbox, and people who import their portfolios there.
import { listenMarket, type ListeningMarket } from '#tools/sandbox/market/listen.ts'
import { systemClock } from '#server/clock.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'

/** A Tuesday morning in New York: the last settled close is that of Monday the 9th. */
const START = Date.parse('2026-02-10T15:00:00Z')
const DAY_MS = 86_400_000
export const NAMES = ['ada', 'bob', 'cleo', 'dora'] as const
export type Name = (typeof NAMES)[number]

export type PortfolioServers = {
  sandbox: ListeningMarket
  database: FreshDatabase
  servers: [TestServer, TestServer]
  /** The time of both servers. */
  now(): Date
  /**
   * Imports the rows under the header `date,type,symbol,quantity,price,amount,fee,currency`, and waits for the jobs.
   */
  importRows(name: Name, rows: string[]): Promise<void>
  overview(name: Name): Promise<Awaited<ReturnType<typeof overviewOf>>>
  /** The calls since the last time, each like "closes BOLT". */
  marketCalls(): string[]
  /** Moves the clock of both servers by a day and recomputes everything. */
  nextDay(): Promise<void>
  /** Runs jobs that are scheduled for later, until none is left. */
  runScheduledJobs(): Promise<void>
  stop(): Promise<void>
}

const overviewOf = async (server: TestServer, name: Name) =>
  await (await server.signIn(name)).call(portfolio.overview)

/** `settings`: the keys. Two servers share the database, and each person uses one of them. */
export async function startPortfolioServers(settings: Record<string, string>): Promise<PortfolioServers> {
  const [sandbox, database] = await Promise.all([listenMarket(), freshDatabase()])
  let nowMs = START
  const startMs = Date.now()
  const clock = { ...systemClock, now: () => new Date(nowMs + Date.now() - startMs) }
  const markets = { massiveUrl: sandbox.url, alpacaUrl: sandbox.url, callsAMinute: 60_000 }
  const start = () => startServer({ settings, clock, database, markets })
  const servers: [TestServer, TestServer] = [await start(), await start()]
  const [first] = servers
  await buildPeople(first.deps, Object.fromEntries(NAMES.map((name) => [name, creator({ priceCents: 800 })])))
  const serverOf = (name: Name) => servers[NAMES.indexOf(name) % 2] ?? first
  let seen = 0
  return {
    sandbox,
    database,
    servers,
    now: clock.now,
    async importRows(name, rows) {
      const browser = await serverOf(name).signIn(name)
      const body = ['date,type,symbol,quantity,price,amount,fee,currency', ...rows, ''].join('\n')
      const headers = { 'content-type': 'application/octet-stream' }
      const read = await browser.fetch(IMPORT_PATH, { method: 'POST', headers, body })
      const preview = (await read.json()) as Preview
      if (preview.faultCount !== 0) throw new Error(JSON.stringify(preview))
      await browser.call(portfolio.confirmImport, { params: { id: preview.id } })
      await first.jobsDone()
    },
    overview: (name) => overviewOf(serverOf(name), name),
    marketCalls() {
      const calls = sandbox.calls.slice(seen)
      seen = sandbox.calls.length
      return calls.map(({ path, query, symbol }) => `${kindOf(path, query)} ${symbol}`)
    },
    async nextDay() {
      nowMs += DAY_MS
      const { rows } = await first.deps.pool.query<{ id: string }>(
        'select user_id as id from performance_summaries',
      )
      for (const { id } of rows)
        await first.deps.pool.query(`select graphile_worker.add_job('recompute_portfolio', $1::json)`, [
          JSON.stringify({ userId: id }),
        ])
      await first.jobsDone()
    },
    async runScheduledJobs() {
      for (let waiting = 1; waiting > 0;) {
        const { rowCount } = await first.deps.pool.query(
          `update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
            where t.id = j.task_id and t.identifier = 'fetch_prices' and run_at > now() and locked_at is null`,
        )
        waiting = rowCount ?? 0
        await first.jobsDone()
      }
    },
    async stop() {
      for (const server of servers) await server.stop()
      await sandbox.close()
      await database.drop()
    },
  }
}

function kindOf(path: string, query: string): string {
  if (/dividend/.test(path) || /types=cash_dividend/.test(query)) return 'dividends'
  if (path.endsWith('/events') || /types=name_change/.test(query)) return 'actions'
  if (/splits|corporate-actions/.test(path)) return 'splits'
  return /adjusted=true|adjustment=all/.test(query) ? 'adjusted' : 'closes'
}
