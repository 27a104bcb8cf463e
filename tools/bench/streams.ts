// Open pages: the memory of a thousand event streams, and how soon all of them are notified of a signal.
import { readFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { median } from './measure.ts'
import { followedBy } from './population.ts'
import { type Bench, signIn, startProduct } from './product.ts'
import type { Server } from './servers.ts'
import { report } from './report.ts'

const AUTHOR = 14
const FIRST_FOLLOWER = 300
const FOLLOWERS = 50
/** The server's maximum per person. */
const STREAMS_EACH = 20
const POSTS = 5
const SETTLE_MS = 3000
const NOTIFIED_WITHIN_MS = 20_000

export async function benchStreams(bench: Bench): Promise<void> {
  await followedBy(bench.pool, AUTHOR, FIRST_FOLLOWER, FIRST_FOLLOWER + FOLLOWERS - 1)
  const product = await startProduct(bench)
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  try {
    const author = await signIn(product, AUTHOR)
    const cookies: string[] = []
    for (let n = 0; n < FOLLOWERS; n++) cookies.push(await signIn(product, FIRST_FOLLOWER + n))
    // The first signal loads what every later one needs.
    await post(product, author)
    await settle()

    const before = await memoryOf(product.pid)
    const streams = await Promise.all(
      cookies.flatMap((cookie) =>
        Array.from({ length: STREAMS_EACH }, () => openStream(product, cookie, agent)),
      ),
    )
    await settle()
    const each = ((await memoryOf(product.pid)) - before) / streams.length / 1024
    report.atMost(`memory of each of ${streams.length} event streams`, each, 60, ' kB')

    const latest: number[] = []
    for (let n = 0; n < POSTS; n++) {
      const started = performance.now()
      const notified = Promise.all(streams.map(nextNotification))
      await post(product, author)
      await notified
      latest.push((performance.now() - started) / 1000)
      await settle()
    }
    report.note(`all notified after ${latest.map((seconds) => seconds.toFixed(2)).join(', ')} s`)
    report.atMost('the last of 1,000 event streams is notified of a signal', median(latest), 1, ' s')
  } finally {
    agent.destroy()
    await product.stop()
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS))

/** Resident bytes. Linux only. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}

async function post({ url }: Server, cookie: string): Promise<void> {
  const response = await fetch(`${url}/api/signals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ content: 'Added on the dip.', signalType: 'buy', tickers: '["XLE"]' }),
  })
  if (!response.ok) throw new Error(`posting returned ${response.status}`)
}

const openStream = ({ url }: Server, cookie: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/api/live`, { agent, headers: { cookie } }, (response) => {
      if (response.statusCode === 200) resolve(response.setEncoding('utf8').on('data', () => {}))
      else reject(new Error(`an event stream returned ${response.statusCode}`))
    })
    sent.once('error', reject)
    sent.end()
  })

/** Resolves with the next notification of a signal. Throws after 20 s. */
const nextNotification = (stream: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => finish(new Error('a page was not notified within 20 s')),
      NOTIFIED_WITHIN_MS,
    )
    const listen = (text: string) => {
      if (text.includes('"feed"')) finish()
    }
    const finish = (error?: Error) => {
      clearTimeout(timer)
      stream.off('data', listen)
      if (error) reject(error)
      else resolve()
    }
    stream.on('data', listen)
  })
