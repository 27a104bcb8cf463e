// The feed: compared with the reference server, and as followed people, signals and page depth grow.
import { load, median, oneByOne, quantile } from './measure.ts'
import { addSignals, fillTimelineOf, follow, personId } from './population.ts'
import { type Bench, signIn, startProduct, startReference } from './product.ts'
import { report } from './report.ts'

/** Viewers: one follows 10 people, the other 5,000. Authors are people 1,000 to 5,999. */
const FEW = 1
const MANY = 2
/** Feed reads during sign-ins. */
const READER = 4
const ROUNDS = 5
const SECONDS = 4

export async function benchFeed(bench: Bench): Promise<void> {
  const { pool } = bench
  await follow(pool, FEW, 1000, 1009)
  await follow(pool, MANY, 1000, 5999)
  await addSignals(pool, { from: 1, to: 10_000, firstAuthor: 1000, authors: 5000 })
  // Their signals are within the first ten thousand too.
  await addSignals(pool, { from: 10_001, to: 10_500, firstAuthor: 1000, authors: 10 })
  for (const viewer of [FEW, MANY]) await fillTimelineOf(pool, viewer)
  await pool.query('analyze')

  const product = await startProduct(bench)
  const reference = await startReference(bench, FEW, 1000)
  try {
    const few = { url: `${product.url}/api/signals/feed`, cookie: await signIn(product, FEW) }
    const many = { ...few, cookie: await signIn(product, MANY) }
    const bare = { url: `${reference.url}/feed` }
    await load(few, 2)
    await load(bare, 2)

    const speed: number[] = []
    const tail: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const theirs = await load(bare, SECONDS)
      const ours = await load(few, SECONDS)
      if (ours.failed + theirs.failed > 0) throw new Error('a request failed under load')
      speed.push(ours.requestsPerSecond / theirs.requestsPerSecond)
      tail.push(ours.p99Ms / Math.max(1, theirs.p99Ms))
      report.note(
        `round ${round + 1}: ${ours.requestsPerSecond.toFixed(0)} against ${theirs.requestsPerSecond.toFixed(0)} requests/s, p99 ${ours.p99Ms} against ${theirs.p99Ms} ms`,
      )
    }
    report.atLeast('feed page, requests a second against the reference', median(speed), 0.6)
    report.atMost('feed page, p99 against the reference', median(tail), 3)
    await answers(few)

    const growth = async (name: string, from: typeof few, to: typeof few, asked: number) => {
      const ratios: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const before = median(await oneByOne(from, 300))
        ratios.push(median(await oneByOne(to, 300)) / before)
      }
      report.atMost(name, median(ratios), asked)
    }
    await growth('feed cost, 10 to 5,000 people followed', few, many, 1.5)
    const small = [
      median(await oneByOne(many, 500)),
      median(await oneByOne(many, 500)),
      median(await oneByOne(many, 500)),
    ]
    await addSignals(pool, { from: 10_501, to: 1_000_000, firstAuthor: 1000, authors: 5000 })
    await fillTimelineOf(pool, MANY)
    await pool.query('vacuum analyze')
    const large = [
      median(await oneByOne(many, 500)),
      median(await oneByOne(many, 500)),
      median(await oneByOne(many, 500)),
    ]
    report.atMost('feed cost, 10 thousand to 1 million signals', median(large) / median(small), 1.5)
    const deep = { ...many, url: `${many.url}?cursor=${await cursorAt(bench, 5000 * 20)}` }
    await growth('feed cost, page 1 to page 5,000', many, deep, 1.3)
  } finally {
    await product.stop()
    await reference.stop()
  }
}

async function answers({ url, cookie }: { url: string; cookie: string }) {
  const first = await fetch(url, { headers: { cookie } })
  const body = await first.text()
  report.atMost('feed page of 20, size', body.length / 1000, 14, ' kB')
  const again = await fetch(url, { headers: { cookie, 'if-none-match': first.headers.get('etag') ?? '' } })
  report.exactly('feed page asked again with its tag, status', again.status, 304)
}

async function cursorAt({ pool }: Bench, place: number): Promise<string> {
  const { rows } = await pool.query<{ created_at: Date; signal_id: string }>(
    'select created_at, signal_id from timelines where viewer_id = $1 order by created_at desc, signal_id desc offset $2 limit 1',
    [personId(MANY), place],
  )
  const [row] = rows
  if (!row) throw new Error('the timeline is not that long')
  return `${row.created_at.getTime().toString(36)}.${row.signal_id}`
}

/** Sign-ins hash passwords; other requests must not wait for that. */
export async function benchLogins(bench: Bench): Promise<void> {
  await follow(bench.pool, READER, 1000, 1009)
  await addSignals(bench.pool, { from: 2_000_001, to: 2_000_500, firstAuthor: 1000, authors: 10 })
  await fillTimelineOf(bench.pool, READER)
  const product = await startProduct(bench)
  try {
    const feed = { url: `${product.url}/api/signals/feed`, cookie: await signIn(product, READER) }
    await load(feed, 2)
    await loginsBeside(product.url, feed)
  } finally {
    await product.stop()
  }
}

async function loginsBeside(origin: string, feed: { url: string; cookie: string }) {
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const alone = await load(feed, SECONDS, 4, 200)
    const body = JSON.stringify({ username: 'person_3', password: 'signalpost' })
    const logins = load({ url: `${origin}/api/login`, method: 'POST', body }, SECONDS + 1, 4, 20)
    const beside = await load(feed, SECONDS, 4, 200)
    await logins
    ratios.push(beside.p99Ms / Math.max(1, alone.p99Ms))
    report.note(`p99 ${alone.p99Ms} ms alone, ${beside.p99Ms} ms beside 20 sign-ins a second`)
  }
  report.atMost('feed p99 beside 20 sign-ins a second', quantile(ratios, 0.5), 1.5)
}
