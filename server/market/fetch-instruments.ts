// Fetches all instrument names from the market data provider once a week.
import { sql } from 'kysely'
import { MarketBusy } from '#server/adapters/market/port.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue, type Jobs } from '#server/jobs/enqueue.ts'

const REFETCH_MS = 7 * 86_400_000

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/**
 * Runs in sequence with all other market data jobs (`queue`), one page per job, so that prices are fetched in
 * between.
 */
const enqueuePage = (db: Deps['db'], payload: Jobs['fetch_instruments'], runAt?: Date) =>
  enqueue(db, 'fetch_instruments', payload, {
    key: 'fetch_instruments',
    queue: 'market',
    ...(runAt && { runAt }),
  })

/** Starts a fetch if the last one is a week old. During a fetch, its pages are newer than that. */
export async function sweepInstruments({ db, clock, market }: Needs): Promise<void> {
  if (market.isSample) return
  const now = clock.now()
  const fresh = await db
    .selectFrom('marketInstruments')
    .select('symbol')
    .where('fetchedAt', '>', new Date(now.getTime() - REFETCH_MS))
    .limit(1)
    .executeTakeFirst()
  if (!fresh) await enqueuePage(db, { after: '', startedAt: now.toISOString() })
}

/**
 * Stores the next page and enqueues itself for the following one, later if the provider is busy. After the last page,
 * deletes instruments that the provider no longer lists. Throws if the provider fails: the queue retries.
 */
export async function fetchInstruments(
  { db, clock, market }: Needs,
  { after, startedAt }: Jobs['fetch_instruments'],
): Promise<void> {
  if (market.isSample) return
  try {
    const page = await market.instruments(after)
    const last = page.at(-1)?.symbol
    // An empty first page must not delete what is stored.
    if (last === undefined && after === '') return
    if (last === undefined)
      return void (await db
        .deleteFrom('marketInstruments')
        .where('fetchedAt', '<', new Date(startedAt))
        .execute())
    await sql`insert into market_instruments (symbol, name, source, fetched_at)
      select distinct on (symbol) symbol, name, ${market.name}, ${clock.now()}
      from unnest(${page.map(({ symbol }) => symbol)}::text[], ${page.map(({ name }) => name)}::text[]) as page (symbol, name)
      on conflict (symbol) do update
        set name = excluded.name, source = excluded.source, fetched_at = excluded.fetched_at`.execute(db)
    await enqueuePage(db, { after: last, startedAt })
  } catch (error) {
    if (!(error instanceof MarketBusy)) throw error
    await enqueuePage(db, { after, startedAt }, new Date(clock.now().getTime() + error.retryAfterMs))
  }
}
