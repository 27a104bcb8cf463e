// What alerts cost: the list against a page of the feed, the count of unseen alerts, and posting with bells.
import pino from 'pino'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/db/open.ts'
import { unseenAlerts } from '#server/features/alerts/store.ts'
import { addNewSignals, addReader } from './alert-reader.ts'
import { load, median, oneByOne, quantile, type Target } from './measure.ts'
import { followedBy, personId } from './population.ts'
import { type Bench, signIn, startProduct } from './product.ts'
import { report } from './report.ts'
import { type Phone, ringFor } from './ring-for.ts'

/** Readers with bells for 10 and 200 authors, the most that are read. */
const READERS = { 10: 20, 200: 21 } as const
const [ROUNDS, PAGES, COUNTS] = [5, 200, 1000]

/** Two creators with equally many followers, without and with bells, and one with few, whose posts are measured. */
const [QUIET, RUNG, MEASURED] = [22, 23, 24]
const [BELLS, DEVICES] = [1000, 100]
const [PAIRS, POSTS_PER_ROUND, BETWEEN_POSTS_MS] = [40, 24, 25]

export async function benchAlertCosts(bench: Bench, service: { host: string; phone: Phone }): Promise<void> {
  const { pool } = bench
  await addNewSignals(pool)
  for (const [bells, reader] of Object.entries(READERS)) await addReader(bench, reader, Number(bells))
  for (const author of [QUIET, RUNG]) await followedBy(pool, author, 8000, 8000 + BELLS - 1)
  await ringFor(bench, RUNG, service.phone, BELLS, { first: 8000, devices: DEVICES })
  await pool.query('vacuum analyze')
  const product = await startProduct(bench, { PUSH_HOSTS: service.host })
  try {
    for (const [bells, reader] of Object.entries(READERS)) {
      const cookie = await signIn(product, reader)
      await listAgainstFeed(bells, product.url, cookie)
    }
    for (const [bells, reader] of Object.entries(READERS)) await unseenCount(bench, bells, reader)
    const by = async (author: number): Promise<Target> => ({
      url: `${product.url}/api/signals`,
      method: 'POST',
      body: JSON.stringify({ content: 'Trimmed a third.', signalType: 'sell', tickers: '["XLE"]' }),
      cookie: await signIn(product, author),
    })
    await postingBeside(bench, await by(MEASURED), { quiet: await by(QUIET), rung: await by(RUNG) })
  } finally {
    await product.stop()
  }
}

async function listAgainstFeed(bells: string, url: string, cookie: string): Promise<void> {
  const [list, feed] = [
    { url: `${url}/api/alerts`, cookie },
    { url: `${url}/api/signals/feed`, cookie },
  ]
  const items = (await (await fetch(list.url, { headers: { cookie } })).json()) as { kind: string }[]
  report.note(`${bells} bells, first page: ${items.map(({ kind }) => kind).join(' ')}`)
  for (const target of [list, feed]) await load(target, 2)
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const ofFeed = median(await oneByOne(feed, PAGES))
    const ofList = median(await oneByOne(list, PAGES))
    report.note(`round ${round + 1}: list ${ofList.toFixed(2)} ms, feed ${ofFeed.toFixed(2)} ms`)
    ratios.push(ofList / ofFeed)
  }
  report.atMost(`a page of alerts with ${bells} bells, against one of the feed`, median(ratios), 1.5)
}

/** The time of the count as part of another response: in PostgreSQL and the driver, without the round trip. */
async function unseenCount(bench: Bench, bells: string, reader: number): Promise<void> {
  const log = pino({ level: 'silent' })
  const database = openDatabase(bench.databaseUrl, log, { connectMs: 5000, queryMs: 15_000 })
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: bench.dataDir,
    DATABASE_URL: bench.databaseUrl,
    SESSION_SECRET: 'only for measuring, at least 32 characters long',
  })
  const deps = { statements: database.statements, clock: systemClock, config }
  try {
    const found = await unseenAlerts(deps, personId(reader))
    const times = async (run: () => Promise<unknown>) => {
      const taken: number[] = []
      for (let n = 0; n < COUNTS; n += 1) {
        const started = performance.now()
        await run()
        taken.push(performance.now() - started)
      }
      return median(taken)
    }
    const count = () => unseenAlerts(deps, personId(reader))
    const trip = () => database.statements.query({ name: 'trip', text: 'select 1' })
    await times(count)
    const costs: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) costs.push((await times(count)) - (await times(trip)))
    report.note(`${bells} bells, ${found} unseen: ${costs.map((ms) => ms.toFixed(2)).join(', ')} ms`)
    report.atMost(`the count of unseen alerts with ${bells} bells`, median(costs), 0.3, ' ms')
  } finally {
    await database.close()
  }
}

/** Measures posts by one creator while another's signals, two per round, are delivered without and with bells. */
async function postingBeside(
  { pool }: Bench,
  measured: Target,
  others: Record<'quiet' | 'rung', Target>,
): Promise<void> {
  const taken = { quiet: [] as number[], rung: [] as number[] }
  for (const target of [measured, others.quiet, others.rung]) await oneByOne(target, 5)
  await queuesEmpty(pool)
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const which of pair % 2 === 0 ? (['quiet', 'rung'] as const) : (['rung', 'quiet'] as const)) {
      for (let n = 0; n < POSTS_PER_ROUND; n += 1) {
        taken[which].push(...(await oneByOne(n % 12 === 0 ? others[which] : measured, 1)))
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_POSTS_MS))
      }
      await queuesEmpty(pool)
    }
  const [quiet, rung] = [quantile(taken.quiet, 0.99), quantile(taken.rung, 0.99)]
  const p50s = [taken.quiet, taken.rung].map((all) => median(all).toFixed(1))
  report.note(
    `${taken.quiet.length} posts each: p50 ${p50s.join(' and ')} ms, p99 ${quiet.toFixed(1)} ms without bells, ${rung.toFixed(1)} ms with`,
  )
  report.atMost(`posting p99, with ${BELLS} bells and ${DEVICES} devices against none`, rung / quiet, 1.1)
}

async function queuesEmpty(pool: Bench['pool']): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(
      `select ((select count(*) from deliveries) + (select count(*) from alert_runs)
        + (select count(*) from delivery_receipts where push_due_at is not null))::int as n`,
    )
    if (rows[0]?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
