// The public log: a checkpoint and a full tile, compared with static files of similar size from the same server.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { load, median, UNCOMPRESSED } from './measure.ts'
import { personId } from './population.ts'
import { type Bench, startProduct } from './product.ts'
import { report } from './report.ts'

const ASSETS = 'dist/assets'
/** Two full tiles. */
const ENTRIES = 600
const AUTHOR = 5
const [ROUNDS, SECONDS] = [5, 3]
const READY_WITHIN_MS = 30_000

export async function benchLog(bench: Bench): Promise<void> {
  // Without salts, they are logged when the server starts.
  await bench.pool.query(
    `insert into signals (id, user_id, content, signal_type, created_at)
     select gen_random_uuid(), $1, 'Note ' || n, 'comment', now() - n * interval '1 hour'
       from generate_series(1, $2::int) n`,
    [personId(AUTHOR), ENTRIES],
  )
  const product = await startProduct(bench)
  try {
    const tile = '/log/tile/0/000'
    const size = await answered(`${product.url}${tile}`)
    const note = await answered(`${product.url}/log/checkpoint`)
    const pairs = [
      { name: 'a full tile', path: tile, file: await assetOf(size), ratios: [] as number[] },
      { name: 'the checkpoint', path: '/log/checkpoint', file: await assetOf(note), ratios: [] as number[] },
    ]
    const rateOf = async (path: string) => {
      const { requestsPerSecond, failed } = await load(
        { url: product.url + path, headers: UNCOMPRESSED },
        SECONDS,
      )
      if (failed > 0) throw new Error(`${path} failed ${failed} times`)
      return requestsPerSecond
    }
    for (let round = 0; round <= ROUNDS; round++)
      for (const { path, file, ratios } of pairs) {
        const ratio = (await rateOf(path)) / (await rateOf(`/assets/${file}`))
        // The first round fills the caches.
        if (round > 0) ratios.push(ratio)
      }
    for (const { name, file, ratios } of pairs) {
      report.note(`${name} beside ${file}: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
      report.atLeast(`rate of ${name}, of a static file`, median(ratios), 0.8)
    }
  } finally {
    await product.stop()
  }
}

/** The size of the response in bytes, once there is one. */
async function answered(url: string): Promise<number> {
  const until = performance.now() + READY_WITHIN_MS
  for (;;) {
    const answer = await fetch(url)
    const { byteLength } = await answer.arrayBuffer()
    if (answer.ok) return byteLength
    if (performance.now() > until) throw new Error(`${url} returned ${answer.status}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The built file whose size is closest. */
async function assetOf(bytes: number): Promise<string> {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith('.js'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(ASSETS, name))).size))
  const far = sizes.map((size) => Math.abs(size - bytes))
  return names[far.indexOf(Math.min(...far))] ?? ''
}
