// Creates the demo people once for all workers of the journeys: seeded, in the log and scored. Playwright runs it first;
// `npm test` does so earlier, beside other work: `node test/journeys/prepare-demo-data.ts`.
import { createHash } from 'node:crypto'
import { cp, glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { runningEmbeddedPostgres } from '#server/db/embedded.ts'
import { ORIGIN_FILE, startProduct } from './start-product.ts'

const root = join(import.meta.dirname, '../..')
const CACHE = join(root, '.cache/journeys-demo')
/** The newest signals of the demo are minutes old, so data from earlier runs is used for an hour. */
const MAX_AGE_MS = 3_600_000
/** The code that the data depends on. */
const SOURCES = [
  '{server,engine,shared,tools/demo,tools/sandbox}/**',
  'tools/scripts/seed.ts',
  'package-lock.json',
]

/** Playwright's global setup. The workers read from the environment where the data is. */
export default async function prepareDemoData(): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const names = (await readdir(CACHE)).toSorted()
  // Another run may still copy from a directory that was fresh when it began.
  for (const name of names.filter((one) => ageMs(one) > 2 * MAX_AGE_MS))
    await rm(join(CACHE, name), { recursive: true, force: true })
  // Sample prices end with the day.
  const key = `${new Date().toISOString().slice(0, 10)}-${await fingerprint()}`
  const fresh = names.findLast((name) => name.startsWith(key) && ageMs(name) < MAX_AGE_MS)
  process.env['JOURNEYS_DEMO_DATA'] = join(CACHE, fresh ?? (await create(key)))
}

/** A directory's name ends with the time of its creation. */
const ageMs = (name: string): number => Date.now() - Number(name.split('-').at(-1))

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const file of glob(SOURCES, { cwd: root, withFileTypes: true }))
    if (file.isFile()) files.push(join(file.parentPath, file.name))
  for (const file of files.toSorted()) hash.update(`${file}\n`).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

async function create(key: string): Promise<string> {
  const product = await startProduct({})
  const name = `${key}-${Date.now()}`
  const draft = join(CACHE, `draft-${name}`)
  try {
    await untilScored(product.dataDir)
    await product.stop({ keepsData: true })
    await cp(product.dataDir, draft, { recursive: true })
    await writeFile(join(draft, ORIGIN_FILE), product.origin)
    // The directory appears complete or not at all.
    await rename(draft, join(CACHE, name))
  } finally {
    await product.stop()
    await rm(draft, { recursive: true, force: true })
  }
  return name
}

/** What waits to be delivered, logged, scored, ranked or done. */
const WAITING = `
  select (select count(*) from deliveries)::int + (select count(*) from record_queue)::int
    + (select count(*) from record_due)::int + (select count(*) from record_rankings_due)::int
    + (select count(*) from graphile_worker.jobs where run_at <= now())::int as n`

async function untilScored(dataDir: string): Promise<void> {
  const urls = await runningEmbeddedPostgres(dataDir)
  const client = new pg.Client({ connectionString: urls?.ownerUrl })
  await client.connect()
  // One step requests the next, so nothing waits for a moment in between.
  for (let idle = 0; idle < 5; await pause(100)) {
    const { rows } = await client.query<{ n: number }>(WAITING)
    idle = rows[0]?.n === 0 ? idle + 1 : 0
  }
  await client.end()
}

if (import.meta.main) await prepareDemoData()
