// The server's clock is ten minutes ahead, then ten minutes behind, then correct, under load and without a restart.
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { report } from '../bench/report.ts'
import { CannotRun, type Drill } from './drill.ts'
import { Ledger, reportLedger } from './ledger.ts'
import type { Product } from './product.ts'
import { collectCheckpoints, reportLog } from './public-log.ts'
import { openStage, type SignedIn, signInPeople } from './stage.ts'
import { send, startTraffic } from './traffic.ts'

/** The clock's offsets in seconds, applied in turn. */
const OFFSETS = [0, 600, -600, 0]
const LIBRARY = 'faketime/libfaketimeMT.so.1'

export const clock: Drill = async ({ seconds }) => {
  const library = findLibrary()
  const dir = await mkdtemp(join(tmpdir(), 'signalpost-clock-'))
  const file = join(dir, 'offset')
  // Replaced atomically, because the server reads it whenever it gets the time.
  const setClock = async (offset: number) => {
    await writeFile(`${file}.new`, `${offset < 0 ? '' : '+'}${offset}\n`)
    await rename(`${file}.new`, file)
  }
  await setClock(0)
  const stage = await openStage()
  try {
    const product = await stage.stripe.startProduct({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // As on a real machine, where setting the clock doesn't change the monotonic clock.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    const people = await signInPeople(stage, product)
    const ledger = new Ledger()
    const seen = collectCheckpoints(() => product.origin)
    const stripeUrl = stage.stripe.url
    const traffic = startTraffic(() => product.origin, { people, stripeUrl, ledger, seconds })
    const signedIn: Pick<SignedIn, 'cookie'>[] = [...people.fans]
    let signedOut = 0
    const notSet: number[] = []
    for (const offset of OFFSETS) {
      await setClock(offset)
      if (Math.abs((await offsetOf(product)) - offset) > 5) notSet.push(offset)
      signedIn.push({ cookie: await product.signIn('author_0') })
      const until = performance.now() + (seconds * 1000) / OFFSETS.length
      for (let n = 0; performance.now() < until; n++) {
        const answer = await send(
          product.origin,
          '/api/user',
          signedIn.at(-1 - (n % signedIn.length)) as SignedIn,
        )
        if (answer?.status === 401) signedOut += 1
        await wait(20)
      }
    }
    await traffic.stop()
    report.exactly('offsets that the server did not have', notSet.length, 0)
    report.exactly('requests of signed-in people that got a 401', signedOut, 0)
    report.exactly('restarts of the server needed', product.process.exitCode === null ? 0 : 1, 0)
    report.exactly('errors of the server itself', product.said().split('"request_failed"').length - 1, 0)
    await reportLedger(ledger, stage.pool, stage.stripe.stripe)
    await reportFeed(product, people.fans[0] as SignedIn, stage.pool)
    await reportLog(await seen.stop(), stage.pool)
    await reportTimes(stage.pool)
  } finally {
    await stage.close()
    await rm(dir, { recursive: true, force: true })
  }
}

function findLibrary(): string {
  const found = globSync([`/usr/lib/*/${LIBRARY}`, `/usr/lib64/${LIBRARY}`]).find((path) => existsSync(path))
  if (found === undefined)
    throw new CannotRun('This drill needs libfaketime on Linux: apt-get install faketime')
  return found
}

/** The offset of the server's clock in seconds, from the `Date` header of a response. */
async function offsetOf(product: Product): Promise<number> {
  const response = await product.ask('/api/health')
  await response.arrayBuffer()
  // Node caches the header's text for up to a second.
  await wait(1100)
  const { headers } = await product.ask('/api/health')
  return (Date.parse(headers.get('date') ?? '') - Date.now()) / 1000
}

/** Reads a whole feed, page by page: each signal once, newest first. */
async function reportFeed(product: Product, reader: SignedIn, pool: pg.Pool): Promise<void> {
  const ids: string[] = []
  const times: string[] = []
  for (let path: string | undefined = '/api/signals/feed'; path !== undefined;) {
    const response: Response = await product.ask(path, reader.cookie)
    for (const { id, createdAt } of (await response.json()) as { id: string; createdAt: string }[]) {
      ids.push(id)
      times.push(createdAt)
    }
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  const { rowCount } = await pool.query('select from timelines where viewer_id = $1', [reader.id])
  report.exactly(`signals missing in a feed of ${rowCount}`, (rowCount ?? 0) - new Set(ids).size, 0)
  report.exactly('signals listed twice in it', ids.length - new Set(ids).size, 0)
  report.exactly(
    'signals out of order in it',
    times.filter((time, n) => time > (times[n - 1] ?? time)).length,
    0,
  )
}

/**
 * The log's checkpoints never go back in time. A signal's entry has the time of its post, even if the clock
 * was wrong.
 */
async function reportTimes(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `select from (select at, lag(at) over (order by size) as before from record_checkpoints) as pair where at < before`,
  )
  report.exactly('checkpoints earlier than the previous one', rowCount ?? 0, 0)
}
