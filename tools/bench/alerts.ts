// Push: how soon a signal is handed over for 20,000 devices, and what that does to the feed.
import { halfWithinMs } from '#shared/rules/delivery-times.ts'
import { watchCpu } from './cpu.ts'
import { load, oneByOne, quantile } from './measure.ts'
import { personId } from './population.ts'
import { type Bench, signIn, startProduct } from './product.ts'
import { report } from './report.ts'
import { startProcess } from './servers.ts'

const AUTHOR = 17
const READER = 18
const FIRST = 5000
const DEVICES = 20_000
const FEED_PAGES = 1000
/** The response time of the push service: real ones take 20 to 200 ms. */
const ANSWER_MS = 20

type Phone = { endpoint: string; keys: { p256dh: string; auth: string } }

export async function benchAlerts(bench: Bench): Promise<void> {
  const { pool } = bench
  const service = await startProcess('tools/bench/push-receiver.ts', [`${ANSWER_MS}`], {})
  const phones = `${service.url}/sandbox/push`
  const phone = (await (await fetch(`${phones}/subscriptions`, { method: 'POST' })).json()) as Phone
  await ringFor(bench, AUTHOR, phone, DEVICES)
  const product = await startProduct(bench, { PUSH_HOSTS: new URL(service.url).host })
  try {
    const author = await signIn(product, AUTHOR)
    const feed = { url: `${product.url}/api/signals/feed`, cookie: await signIn(product, READER) }
    const post = async () => {
      const response = await fetch(`${product.url}/api/signals`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: author },
        body: JSON.stringify({ content: 'Added on the dip.', signalType: 'buy', tickers: '["XLE"]' }),
      })
      if (!response.ok) throw new Error(`posting returned ${response.status}`)
      return ((await response.json()) as { id: string }).id
    }
    await load(feed, 2)
    const alone = await oneByOne(feed, FEED_PAGES)
    const [cpu, serviceCpu] = [await watchCpu(pool, product.pid), await watchCpu(pool, service.pid)]
    const started = performance.now()
    const id = await post()
    const beside: number[] = []
    for (;;) {
      beside.push(...(await oneByOne(feed, 5)))
      const { rows } = await pool.query<{ due: Date | null; handed: number; in: number[]; last: number }>(
        'select push_due_at as due, handed, handed_in as in, last_ms as last from delivery_receipts where signal_id = $1',
        [id],
      )
      const [row] = rows
      if (row?.due === null) {
        const { serverUs, postgresUs } = await cpu.spent()
        const serviceUs = (await serviceCpu.spent()).serverUs
        const seconds = [serverUs, postgresUs, serviceUs].map((us) => (us / 1e6).toFixed(1))
        report.note(
          `seconds of processor time: server ${seconds[0]}, PostgreSQL ${seconds[1]}, push service ${seconds[2]}`,
        )
        report.exactly('devices that were handed the signal', row.handed, DEVICES)
        report.atMost('half of 20,000 devices after', (halfWithinMs(row.in) ?? Number.NaN) / 1000, 10, ' s')
        report.atMost('the last of 20,000 devices after', row.last / 1000, 60, ' s')
        break
      }
      if (performance.now() - started > 180_000) throw new Error('devices still wait after 3 minutes')
    }
    const statistics = await (await fetch(`${phones}/statistics`)).json()
    const { devices, messages } = statistics as { devices: number; messages: number }
    report.exactly('devices that received it, decrypted', devices, DEVICES)
    report.exactly('messages that they received', messages, DEVICES)
    const [before, during] = [quantile(alone, 0.99), quantile(beside, 0.99)]
    report.note(
      `feed p99 ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside (${beside.length} pages)`,
    )
    report.atMost('feed p99, beside the hand-over against alone', during / before, 1.5)
  } finally {
    await product.stop()
    await service.stop()
  }
}

/** People with a session, a device and a bell for the author, whom they follow. */
export async function ringFor(
  { pool }: Pick<Bench, 'pool'>,
  author: number,
  { endpoint, keys }: Phone,
  count: number,
): Promise<void> {
  const people = `select u.id, row_number() over () as n from users u where u.id >= $2 and u.id <> $1 order by u.id limit ${count}`
  const values = [personId(author), personId(FIRST)]
  await pool.query(
    `insert into sessions (sid, user_id, expire, sess) select 'bench ' || n, id, now() + interval '1 day', '{}' from (${people}) p where $1::uuid is not null`,
    values,
  )
  await pool.query(
    `insert into push_devices (id, person_id, session, endpoint, p256dh, auth, vapid_key, created_at)
     select gen_random_uuid(), id, 'bench ' || n, $3 || '.' || n, $4, $5, 1, now() from (${people}) p where $1::uuid is not null`,
    [...values, endpoint, keys.p256dh, keys.auth],
  )
  await pool.query(
    `insert into alert_bells (author_id, person_id, level, created_at) select $1, id, 'all', now() from (${people}) p`,
    values,
  )
  await pool.query(
    `insert into follows (id, follower_id, following_id, created_at) select gen_random_uuid(), id, $1, now() from (${people}) p on conflict do nothing`,
    values,
  )
  await pool.query('analyze')
}
