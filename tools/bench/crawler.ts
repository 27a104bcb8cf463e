// A crawler that requests 100 pages for visitors a second: its effect on people who read their feed.
import { METHOD } from '#engine/scoring/method.ts'
import { load, median, type Target } from './measure.ts'
import { addSignals, fillTimelineOf, follow, idOf } from './population.ts'
import { type Bench, signIn, startProduct } from './product.ts'
import { report } from './report.ts'

const READER = 90
/** People with a record, and their signals. */
const FIRST = 5000
const AUTHORS = 400
const SIGNALS = 24_000
const FIRST_SIGNAL = 3_000_001
const SECONDS = 8
const ROUNDS = 5
const PAGES_A_SECOND = 100

export async function benchCrawler(bench: Bench): Promise<void> {
  await addRecords(bench)
  const product = await startProduct(bench)
  try {
    const feed = { url: `${product.url}/api/signals/feed`, cookie: await signIn(product, READER) }
    await load(feed, 2)
    const people = Array.from({ length: AUTHORS }, (_, n) => `/@person_${FIRST + n}`)
    const page = await fetch(`${product.url}${people[0]}`)
    report.exactly('status of a page of a record', page.status, 200)
    // 4,500 addresses of one signal each: a crawler requests none twice, so each is rendered.
    const once = Array.from({ length: ROUNDS * (SECONDS + 1) * PAGES_A_SECOND }, (_, n) => FIRST_SIGNAL + n)
      .filter((n) => n % 5 !== 0)
      .map((n) => `/s/${idOf(2, n)}`)
    await during('pages that are rendered', feed, (round) => ({
      url: product.url,
      paths: once.slice((round * once.length) / ROUNDS, ((round + 1) * once.length) / ROUNDS),
    }))
    await load({ url: product.url, paths: people.slice(0, 100) }, 8, 2)
    await during('pages that are stored', feed, () => ({ url: product.url, paths: people.slice(0, 100) }))
  } finally {
    await product.stop()
  }
}

async function during(what: string, feed: Target, crawled: (round: number) => Target): Promise<void> {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await load(feed, SECONDS, 4, 200)
    // Each of a crawler's ten connections waits for a response before its next request.
    const crawl = load(crawled(round), SECONDS + 1, 10, PAGES_A_SECOND)
    const beside = await load(feed, SECONDS, 4, 200)
    const { answered, failed, p50Ms, p99Ms } = await crawl
    ratios.push(beside.p99Ms / Math.max(1, alone.p99Ms))
    report.note(
      `feed p99 ${alone.p99Ms} ms alone, ${beside.p99Ms} ms beside ${(answered / (SECONDS + 1)).toFixed(1)} ${what} a second (${failed} refused, ${p50Ms} ms, p99 ${p99Ms} ms)`,
    )
  }
  report.atMost(`feed p99 beside a crawler, ${what}`, median(ratios), 1.5)
}

/** Inserts the rows that the log and scoring would have written. */
async function addRecords({ pool }: Bench): Promise<void> {
  await addSignals(pool, {
    from: FIRST_SIGNAL,
    to: FIRST_SIGNAL + SIGNALS - 1,
    firstAuthor: FIRST,
    authors: AUTHORS,
  })
  const author = `('00000009' || substr(u.id::text, 9))::uuid`
  await pool.query(
    `update users set shows_record_to_visitors = true where username ~ '^person_\\d+$'
       and substr(username, 8)::int between $1 and $2`,
    [FIRST, FIRST + AUTHORS - 1],
  )
  await pool.query(
    `insert into record_authors (author, user_id, seq) select ${author}, u.id, 0 from users u where u.shows_record_to_visitors`,
  )
  await pool.query(
    `insert into record_scores (signal_id, ticker, method, author, posted_at, status, does, side, weight, is_sample, time_horizon,
       entry_day, exit_day, exit_reason, trading_days, return, benchmark, excess, as_of)
     select g.id, 'NVDA', ${METHOD}, ${author}, g.created_at, 'closed', 'opens', 1, 1, false, 'months', g.created_at::date + 1,
       g.created_at::date + 8, 'horizon', 5, 0.02, 0.005, 0.015, g.created_at::date + 8
       from signals g join users u on u.id = g.user_id where u.shows_record_to_visitors and not g.is_premium
       and g.signal_type <> 'comment'`,
  )
  await pool.query(
    `insert into record_people (author, method, computed_at, is_sample, first_posted_at, last_posted_at, posted, opened, added, closed,
       comments, unscored, pending, sealed, positions, positions_open, scored_positions, wins, mean_return, median_return, mean_excess,
       median_excess, average_win, worst, hit_rate, hit_low, hit_high)
     select ${author}, ${METHOD}, now(), false, now() - interval '300 days', now(), 48, 32, 0, 0, 16, 0, 0, 0, 32, 0, 32, 32,
       0.02, 0.02, 0.015, 0.015, 0.015, 0.015, 1, 0.9, 1 from users u where u.shows_record_to_visitors`,
  )
  await follow(pool, READER, FIRST, FIRST + 9)
  await fillTimelineOf(pool, READER)
  await pool.query('analyze')
}
