// The feed, compared with the reference, and as follows, signals and depth grow.
import type pg from 'pg'
import { watchCpu } from './cpu.ts'
import { type Load, load, median, oneByOne, type Target, UNCOMPRESSED } from './measure.ts'
import { addScores, addSignals, fillTimelineOf, follow, personId } from './population.ts'
import { type Bench, signIn, startProduct, startReference } from './product.ts'
import { report } from './report.ts'
import type { Server } from './servers.ts'

/** Viewers who follow 10, 5,000 and 200 people. Authors are people 1,000 to 5,999. */
const FEW = 1
const MANY = 2
const USUAL = 5
const ROUNDS = 5
const SECONDS = 4

export async function benchFeed(bench: Bench): Promise<void> {
  const { pool } = bench
  await follow(pool, FEW, 1000, 1009)
  await follow(pool, USUAL, 1000, 1199)
  await follow(pool, MANY, 1000, 5999)
  await addSignals(pool, { from: 1, to: 10_000, firstAuthor: 1000, authors: 5000 })
  // The viewer with few follows: their signals are also among the first ten thousand.
  await addSignals(pool, { from: 10_001, to: 10_500, firstAuthor: 1000, authors: 10 })
  for (const viewer of [FEW, MANY]) await fillTimelineOf(pool, viewer)
  await pool.query('analyze')

  const product = await startProduct(bench)
  const reference = await startReference(bench, USUAL, 1000)
  try {
    const feedOf = async (person: number): Promise<Target> => ({
      url: `${product.url}/api/signals/feed`,
      cookie: await signIn(product, person),
    })
    const [few, many, usual] = [await feedOf(FEW), await feedOf(MANY), await feedOf(USUAL)]
    await load(few, 2)
    await growth('feed cost, 10 to 5,000 people followed', few, many)
    const small = await unhurried(many)
    await addSignals(pool, { from: 10_501, to: 1_000_000, firstAuthor: 1000, authors: 5000 })
    // The scores of all pages that are read.
    await addScores(pool, 130_000)
    for (const viewer of [MANY, USUAL]) await fillTimelineOf(pool, viewer)
    await pool.query('vacuum analyze')
    report.atMost('feed cost, 10 thousand to 1 million signals', (await unhurried(many)) / small, 1.3)
    const at = async (target: Target, viewer: number, page: number): Promise<Target> => ({
      ...target,
      url: `${target.url}?cursor=${await cursorAt(bench, viewer, (page - 1) * 20)}`,
    })
    await growth('feed cost, page 1 to page 5,000', many, await at(many, MANY, 5000))
    const older = median(await oneByOne(await at(many, MANY, 6000), 100))
    report.note(`page 6,000, from the lists of 5,000 people: ${older.toFixed(0)} ms`)
    await against(bench, { product, feed: usual }, { reference, feed: { url: `${reference.url}/feed` } })
  } finally {
    await product.stop()
    await reference.stop()
  }
}

/** The same page from the product and from the reference, with the outcomes that the reference reads. */
export async function bytesOfBoth(pool: pg.Pool, { url, cookie = '' }: Target, reference: Target) {
  const first = await fetch(url, { headers: { ...UNCOMPRESSED, cookie } })
  const body = await first.text()
  const shown = JSON.parse(body) as { id: string; outcome?: object }[]
  await pool.query(
    `create table bench_outcomes (signal_id uuid primary key, outcome json not null);
     grant select on bench_outcomes to public`,
  )
  for (const { id, outcome } of shown)
    if (outcome) await pool.query('insert into bench_outcomes values ($1, $2)', [id, JSON.stringify(outcome)])
  const plain = await (await fetch(reference.url)).text()
  return { body, plain, shown, tag: first.headers.get('etag') ?? '' }
}

/**
 * Rates and CPU time of the four kinds of request. Each round has all four, so that a slow minute affects
 * them equally.
 */
async function against(
  { pool }: Bench,
  ours: { product: Server; feed: Target },
  theirs: { reference: Server; feed: Target },
): Promise<void> {
  const uncompressed: Target = { ...ours.feed, headers: UNCOMPRESSED }
  const { body, plain, tag, shown } = await bytesOfBoth(pool, ours.feed, theirs.feed)
  if (plain !== body)
    throw new Error(`The product and the reference answer with different bytes: ${plain.slice(0, 200)}`)
  const withoutOutcomes = JSON.stringify(shown.map(({ outcome: _outcome, ...signal }) => signal))
  report.atMost('feed page of 20, size without results', withoutOutcomes.length / 1000, 14, ' kB')
  report.note(`with the results of its signals: ${(body.length / 1000).toFixed(1)} kB`)
  const unchanged: Target = { ...ours.feed, headers: { ...UNCOMPRESSED, 'if-none-match': tag } }
  const status = await fetch(unchanged.url, {
    headers: { ...unchanged.headers, cookie: ours.feed.cookie ?? '' },
  })
  report.exactly('feed page requested again with its ETag, status', status.status, 304)

  const ways = {
    reference: [theirs.feed, theirs.reference],
    compressed: [ours.feed, ours.product],
    uncompressed: [uncompressed, ours.product],
    unchanged: [unchanged, ours.product],
  } satisfies Record<string, [Target, Server]>
  const measured: Record<string, (Load & { cpu: string })[]> = {}
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, [target, server]] of Object.entries(ways)) {
      const cpu = await watchCpu(pool, server.pid)
      const found = await load(target, round === 0 ? 2 : SECONDS)
      const { serverUs, postgresUs } = await cpu.spent()
      if (found.failed > 0) throw new Error('a request failed under load')
      const each = (us: number) => (us / found.answered).toFixed(0)
      // The first round warms up plans, connections and the compiler.
      if (round > 0)
        (measured[name] ??= []).push({ ...found, cpu: `${each(serverUs)} + ${each(postgresUs)} µs` })
    }
  const of = (name: keyof typeof ways, figure: 'requestsPerSecond' | 'p99Ms') =>
    (measured[name] ?? []).map((one) => one[figure])
  for (const name of Object.keys(ways) as (keyof typeof ways)[])
    report.note(
      `${name}: ${median(of(name, 'requestsPerSecond')).toFixed(0)} requests/s, p99 ${median(of(name, 'p99Ms'))} ms, ` +
        `${(measured[name]?.[0]?.bytesPerAnswer ?? 0).toFixed(0)} bytes, CPU of server + PostgreSQL ${measured[name]?.map(({ cpu }) => cpu).join(', ')}`,
    )
  const ratio = (one: keyof typeof ways, other: keyof typeof ways, figure: 'requestsPerSecond' | 'p99Ms') =>
    median(of(one, figure).map((value, round) => value / Math.max(1, of(other, figure)[round] ?? NaN)))
  report.atLeast(
    'feed as browsers request it, of the reference',
    ratio('compressed', 'reference', 'requestsPerSecond'),
    0.45,
  )
  report.atLeast(
    'feed uncompressed, of the reference',
    ratio('uncompressed', 'reference', 'requestsPerSecond'),
    0.55,
  )
  report.atMost('feed p99, of the reference', ratio('compressed', 'reference', 'p99Ms'), 3)
  report.atLeast(
    'a feed that has not changed, of an uncompressed one',
    ratio('unchanged', 'uncompressed', 'requestsPerSecond'),
    1.5,
  )
}

const unhurried = async (target: Target): Promise<number> => {
  const rounds = []
  for (let round = 0; round < 3; round++) rounds.push(median(await oneByOne(target, 500)))
  return median(rounds)
}

async function growth(name: string, from: Target, to: Target): Promise<void> {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = median(await oneByOne(from, 300))
    ratios.push(median(await oneByOne(to, 300)) / before)
  }
  report.atMost(name, median(ratios), 1.3)
}

/** The cursor after a number of signals, for a viewer who posts nothing. */
async function cursorAt({ pool }: Bench, viewer: number, signals: number): Promise<string> {
  const { rows } = await pool.query<{ created_at: Date; id: string }>(
    `select created_at, id from signals where user_id in (select following_id from follows where follower_id = $1)
      order by created_at desc, id desc offset $2 limit 1`,
    [personId(viewer), signals - 1],
  )
  const [row] = rows
  if (!row) throw new Error('the feed is not that long')
  return `${row.created_at.getTime().toString(36)}.${row.id}`
}
