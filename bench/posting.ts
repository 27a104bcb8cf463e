// Posting: compared with the bare insert, with few and many followers, and the delay of the last follower.
import { load, median, oneByOne, quantile } from './measure.ts'
import { followedBy, personId } from './population.ts'
import { type Bench, signIn, startProduct, startReference } from './product.ts'
import { report } from './report.ts'

/** Authors with 10, 100 and 20,000 followers. */
const TEN = 10
const HUNDRED = 11
const CROWD = 12
const CROWD_SIZE = 20_000
const ROUNDS = 5

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
      const ours = await load(hundred, 3)
      if (ours.failed + theirs.failed > 0) throw new Error('a post failed under load')
      speed.push(ours.requestsPerSecond / theirs.requestsPerSecond)
      report.note(
        `round ${round + 1}: ${ours.requestsPerSecond.toFixed(0)} posts/s against ${theirs.requestsPerSecond.toFixed(0)} inserts/s`,
      )
      await queueEmpty(bench)
    }
    report.atLeast('posting with 100 followers, against the bare insert', median(speed), 0.4)

    // All rounds together: the p99 of one round of sixty posts would be its slowest post.
    const times: { few: number[]; many: number[] } = { few: [], many: [] }
    for (let round = 0; round < ROUNDS; round++) {
      times.few.push(...(await paced(ten)))
      await queueEmpty(bench)
      times.many.push(...(await paced(crowd)))
      await queueEmpty(bench)
    }
    const [few, many] = [quantile(times.few, 0.99), quantile(times.many, 0.99)]
    report.note(
      `${times.few.length} posts each: p50 ${median(times.few).toFixed(1)} and ${median(times.many).toFixed(1)} ms, p99 ${few.toFixed(1)} ms with 10 followers and ${many.toFixed(1)} ms with 20,000`,
    )
    report.atMost('posting p99, 10 to 20,000 followers', many / few, 1.3)
    await lastFollower(bench, crowd)
  } finally {
    await product.stop()
    await reference.stop()
  }
}

/** Posts like people: one after the other, about two a second, 60 in total. */
async function paced(target: Parameters<typeof oneByOne>[0]): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < 60; n++) {
    taken.push(...(await oneByOne(target, 1)))
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return taken
}

async function lastFollower({ pool }: Bench, crowd: Parameters<typeof oneByOne>[0]): Promise<void> {
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
