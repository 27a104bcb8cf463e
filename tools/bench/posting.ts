// Posting: compared with the bare insert, during deliveries to few and many followers, and the delay of the
// last follower.
import { watchCpu } from './cpu.ts'
import { load, median, oneByOne, quantile, type Target } from './measure.ts'
import { followedBy, personId } from './population.ts'
import { type Bench, signIn, startProduct, startReference } from './product.ts'
import { report } from './report.ts'

/** Authors with 10, 100 and 20,000 followers. */
const TEN = 10
const HUNDRED = 11
const CROWD = 12
const CROWD_SIZE = 20_000
const ROUNDS = 5
/** Each pair is a round of posts during deliveries to few and one during deliveries to many: 1,200 posts each. */
const PAIRS = 50
const POSTS_PER_ROUND = 24
/** Every twelfth post of a round is by the author with the measured followers. */
const POSTS_PER_DELIVERY = 12
const BETWEEN_POSTS_MS = 25

const BODY = JSON.stringify({
  content: 'Trimmed a third, as written down in spring.',
  signalType: 'sell',
  tickers: '["XLE","CVX"]',
})

export async function benchPosting(bench: Bench): Promise<void> {
  const { pool } = bench
  await followedBy(pool, TEN, 6000, 6009)
  await followedBy(pool, HUNDRED, 6000, 6099)
  await followedBy(pool, CROWD, 6000, 6000 + CROWD_SIZE - 1)
  await pool.query('analyze')
  const product = await startProduct(bench)
  const reference = await startReference(bench, 1, 13)
  try {
    const url = `${product.url}/api/signals`
    const by = async (author: number) => ({
      url,
      method: 'POST' as const,
      body: BODY,
      cookie: await signIn(product, author),
    })
    const [ten, hundred, crowd] = [await by(TEN), await by(HUNDRED), await by(CROWD)]
    const bare = { url: `${reference.url}/signals`, method: 'POST' as const, body: BODY }
    await load(bare, 1)
    await load(hundred, 1)
    await queueEmpty(bench)

    const speed: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const theirs = await load(bare, 3)
      const cpu = await watchCpu(pool, product.pid)
      const ours = await load(hundred, 3)
      if (ours.failed + theirs.failed > 0) throw new Error('a post failed under load')
      speed.push(ours.requestsPerSecond / theirs.requestsPerSecond)
      report.note(
        `round ${round + 1}: ${ours.requestsPerSecond.toFixed(0)} posts/s against ${theirs.requestsPerSecond.toFixed(0)} inserts/s`,
      )
      await queueEmpty(bench)
      const { serverUs, postgresUs } = await cpu.spent()
      const each = (us: number) => (us / ours.answered).toFixed(0)
      report.note(`  CPU per post, with its delivery: ${each(serverUs)} + ${each(postgresUs)} µs`)
    }
    report.atLeast('posting with 100 followers, against the bare insert', median(speed), 0.4)

    // In pairs, so that a busy moment affects both, and over all rounds, because the p99 of one round is its
    // slowest post.
    const times: { few: number[]; many: number[] } = { few: [], many: [] }
    for (let pair = 0; pair < PAIRS; pair++)
      for (const which of pair % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
        times[which].push(...(await duringDeliveries(ten, which === 'few' ? ten : crowd)))
        await queueEmpty(bench)
      }
    const [few, many] = [quantile(times.few, 0.99), quantile(times.many, 0.99)]
    report.note(
      `${times.few.length} posts each: p50 ${median(times.few).toFixed(1)} and ${median(times.many).toFixed(1)} ms, p99 ${few.toFixed(1)} ms beside deliveries to 10 and ${many.toFixed(1)} ms beside deliveries to 20,000`,
    )
    report.atMost('posting p99, beside deliveries to 20,000 against 10 followers', many / few, 1.3)
    await lastFollower(bench, crowd)
  } finally {
    await product.stop()
    await reference.stop()
  }
}

/** Durations of posts, in milliseconds, while signals of `author` are being delivered: about three a second. */
async function duringDeliveries(others: Target, author: Target): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < POSTS_PER_ROUND; n++) {
    taken.push(...(await oneByOne(n % POSTS_PER_DELIVERY === 0 ? author : others, 1)))
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_POSTS_MS))
  }
  return taken
}

async function lastFollower({ pool }: Bench, crowd: Target): Promise<void> {
  const waits: number[] = []
  for (let round = 0; round < 3; round++) {
    const response = await fetch(crowd.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: crowd.cookie ?? '' },
      body: BODY,
    })
    const posted = performance.now()
    const { id } = (await response.json()) as { id: string }
    for (;;) {
      const { rows } = await pool.query<{ n: number }>(
        'select count(*)::int as n from deliveries where signal_id = $1',
        [id],
      )
      if (rows[0]?.n === 0) break
      if (performance.now() - posted > 20_000) throw new Error('the last follower still waits after 20 s')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    waits.push((performance.now() - posted) / 1000)
    const { rows } = await pool.query<{ n: number }>(
      'select count(*)::int as n from timelines where signal_id = $1 and author_id = $2 and viewer_id <> $2',
      [id, personId(CROWD)],
    )
    if (rows[0]?.n !== CROWD_SIZE) throw new Error(`${rows[0]?.n} of ${CROWD_SIZE} followers have the signal`)
  }
  report.atMost('the last of 20,000 followers has it after', median(waits), 2, ' s')
}

async function queueEmpty({ pool }: Bench): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from deliveries')
    if (rows[0]?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
