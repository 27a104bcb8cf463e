// Alerts: what they cost, who gets a signal first, how soon 20,000 devices have it, and what that does to the feed.
import { halfWithinMs } from '#shared/rules/delivery-times.ts'
import { benchAlertCosts } from './alert-costs.ts'
import { benchAlertOrder, type Message } from './alert-order.ts'
import { watchCpu } from './cpu.ts'
import { load, oneByOne, quantile } from './measure.ts'
import { type Bench, signIn, startProduct } from './product.ts'
import { report } from './report.ts'
import { type Phone, ringFor } from './ring-for.ts'
import { startProcess } from './servers.ts'

const AUTHOR = 17
const READER = 18
/** The author whose signals show who gets them first. */
const FAIR = 19
const FEW = 200
const DEVICES = 20_000
const FEED_PAGES = 1000
/** The response time of the push service: real ones take 20 to 200 ms. */
const ANSWER_MS = 20

export async function benchAlerts(bench: Bench): Promise<void> {
  const { pool } = bench
  const service = await startProcess('tools/bench/push-receiver.ts', [`${ANSWER_MS}`], {})
  const phones = `${service.url}/sandbox/push`
  const { host } = new URL(service.url)
  const subscribe = async () =>
    (await (await fetch(`${phones}/subscriptions`, { method: 'POST' })).json()) as Phone
  await benchAlertCosts(bench, { host, phone: await subscribe() })
  const phone = await subscribe()
  await pool.query('delete from push_devices')
  await ringFor(bench, AUTHOR, phone, DEVICES)
  await ringFor(bench, FAIR, phone, FEW, { devices: 0 })
  const product = await startProduct(bench, { PUSH_HOSTS: host })
  try {
    const [author, fair] = [await signIn(product, AUTHOR), await signIn(product, FAIR)]
    const feed = { url: `${product.url}/api/signals/feed`, cookie: await signIn(product, READER) }
    const post = async (cookie: string) => {
      const response = await fetch(`${product.url}/api/signals`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ content: 'Added on the dip.', signalType: 'buy', tickers: '["XLE"]' }),
      })
      if (!response.ok) throw new Error(`posting returned ${response.status}`)
      return ((await response.json()) as { id: string }).id
    }
    await load(feed, 2)
    const alone = await oneByOne(feed, FEED_PAGES)
    const statisticsOf = async () =>
      (await (await fetch(`${phones}/statistics`)).json()) as { devices: number; messages: number }
    const earlier = await statisticsOf()
    const [cpu, serviceCpu] = [await watchCpu(pool, product.pid), await watchCpu(pool, service.pid)]
    const started = performance.now()
    const id = await post(author)
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
    const { devices, messages } = await statisticsOf()
    report.exactly('devices that received it, decrypted', devices - earlier.devices, DEVICES)
    report.exactly('messages that they received', messages - earlier.messages, DEVICES)
    const [before, during] = [quantile(alone, 0.99), quantile(beside, 0.99)]
    report.note(
      `feed p99 ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside (${beside.length} pages)`,
    )
    report.atMost('feed p99, beside the hand-over against alone', during / before, 1.5)
    await benchAlertOrder(
      bench,
      () => post(fair),
      async () => {
        await statisticsOf()
        return (await (await fetch(`${phones}/subscriptions/${phone.id}/messages`)).json()) as Message[]
      },
    )
  } finally {
    await product.stop()
    await service.stop()
  }
}
