// Measures the product against the reference server and prints one line per figure.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { systemClock } from '#server/clock.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { benchAlerts } from './alerts.ts'
import { benchCrawler } from './crawler.ts'
import { benchFeed } from './feed.ts'
import { benchLog } from './log.ts'
import { benchImport } from './import.ts'
import { benchKnownAccounts } from './known-accounts.ts'
import { benchNotify } from './notify.ts'
import { benchPosting } from './posting.ts'
import { addPeople } from './population.ts'
import { benchRating } from './rating.ts'
import { benchRegistrations } from './registrations.ts'
import { report } from './report.ts'
import { benchProcess } from './process.ts'
import { benchScoring } from './scoring.ts'
import { benchSearch } from './search.ts'
import { benchSignIn } from './sign-in.ts'
import { benchStreams } from './streams.ts'

const PEOPLE = 26_000
const { values: sizes, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    signals: { type: 'string' },
    symbols: { type: 'string' },
    authors: { type: 'string' },
    active: { type: 'string' },
    before: { type: 'string' },
  },
})
const wants = (name: string) => only.length === 0 || only.includes(name)

const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-bench-'))
const postgres = await startEmbeddedPostgres(dataDir)
const pool = new pg.Pool({ connectionString: postgres.ownerUrl, max: 4 })
// Otherwise the exit of PostgreSQL after a failed benchmark would hide why the benchmark failed.
pool.on('error', () => {})
try {
  await migrate(postgres, systemClock)
  await addPeople(pool, 0, PEOPLE, await hashPassword('signalpost'))
  const bench = { databaseUrl: postgres.url, dataDir, pool }
  if (wants('feed')) await benchFeed(bench)
  if (wants('sign-in')) {
    await benchSignIn(bench)
    await benchKnownAccounts(bench)
  }
  if (wants('registrations')) await benchRegistrations(bench)
  if (wants('crawler')) await benchCrawler(bench)
  // Before posting, whose signals have already been logged.
  if (wants('log')) await benchLog(bench)
  if (wants('posting')) await benchPosting(bench)
  if (wants('notify')) await benchNotify(bench)
  if (wants('import')) await benchImport(bench)
  if (wants('process')) await benchProcess(bench)
  if (wants('streams')) await benchStreams(bench)
  if (wants('alerts')) await benchAlerts(bench)
  // Only on request, because it takes long.
  if (only.includes('scoring')) await benchScoring(bench, sizes)
  if (only.includes('rating')) await benchRating(bench, sizes, PEOPLE + 1)
  // Last, because it adds people.
  if (wants('search')) await benchSearch(bench, PEOPLE + 1)
} finally {
  await pool.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(report.summary())
