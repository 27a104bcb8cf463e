// A server whose database was restored from a backup that lacks published entries of its log.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Config } from '#server/config.ts'
import { planContinuation } from '#server/features/record/log/continue-log.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { snapshotDatabase } from '#test/database-snapshot.ts'
import { asOwner, type FreshDatabase, freshDatabase } from '#test/database.ts'
import { scratchRoot } from '#test/scratch.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

export const REASON = 'The disk of the database failed, and the standby was behind.'
/** The entries before the backup, and those after it, which are lost. */
export const [KEPT, LOST] = [301, 8]

export type RestoredLog = {
  database: FreshDatabase
  server: TestServer
  /** Has the published checkpoint. */
  dataDir: string
  /** The log's name. */
  name: string
  /** Signals: one that the backup has, one that waits during the fork, and one that was lost. */
  keptId: string
  waitedId: string
  lostId: string
  /** Checkpoints that readers kept before the backup and after it. */
  early: string
  late: string
  /** Why the command refused before the restore. */
  refusedBefore: string
  post(content: string): Promise<string>
  text(path: string): Promise<string>
  /** Waits until this is the published checkpoint. */
  published(size: number, origin: string): Promise<void>
  problem(): Promise<string | null>
  /** Loses what `lose` posts, and waits until the log is forked. */
  loseAgain(lose: () => Promise<void>): Promise<void>
  restart(config: Partial<Config>): Promise<void>
  close(): Promise<void>
}

/** Why the command refuses; "no" if it doesn't. */
export const refusal = (deps: TestServer['deps']): Promise<string> =>
  planContinuation(deps).then(
    () => 'no',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

export async function openRestoredLog(): Promise<RestoredLog> {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(await scratchRoot(), 'signalpost-epochs-'))
  let ada: Browser
  const start = async (config: Partial<Config>) => {
    log.server = await startServer({ database, config: { dataDir, ...config } })
  }
  const log: RestoredLog = {
    database,
    dataDir,
    // These are set below.
    server: undefined as unknown as TestServer,
    name: '',
    keptId: '',
    waitedId: '',
    lostId: '',
    early: '',
    late: '',
    refusedBefore: '',
    post: async (content) =>
      (await ada.call(signals.post, { body: { content, signalType: 'buy', tickers: ['NVDA'] } })).id,
    text: async (path) => await (await log.server.visitor().fetch(path)).text(),
    async published(size, origin) {
      const isHead = async () =>
        (await readFile(join(dataDir, 'log-head'), 'utf8').catch(() => '')).startsWith(`${origin}\n${size}\n`)
      await vi.waitUntil(isHead, { timeout: WAIT_TIMEOUT_MS })
    },
    problem: async () =>
      (JSON.parse(await log.text('/api/ready')) as { logProblem: string | null }).logProblem,
    async loseAgain(lose) {
      const backup = await snapshotDatabase(database)
      await lose()
      await backup.restore()
      await backup.close()
      await asOwner(database, 'drop schema snapshot cascade')
      log.waitedId = await log.post('Waits')
      await vi.waitUntil(async () => (await log.problem()) !== null, { timeout: WAIT_TIMEOUT_MS })
    },
    async restart(config) {
      await log.server.stop()
      await start(config)
      ada = await log.server.signIn('ada')
    },
    async close() {
      await log.server.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await start({})
  log.name = `${new URL(log.server.origin).host}/log`
  const notes = Array.from({ length: KEPT - 2 }, (_, i) => `Note ${i}`)
  await buildPeople(log.server.deps, { ada: creator({ signals: notes }) })
  ada = await log.server.signIn('ada')
  log.keptId = await log.post('Kept')
  await log.published(KEPT, log.name)
  log.early = await log.text('/log/checkpoint')
  await log.loseAgain(async () => {
    for (let i = 0; i < LOST; i += 1) log.lostId = await log.post(`Lost ${i}`)
    await log.published(KEPT + LOST, log.name)
    log.late = await log.text('/log/checkpoint')
    log.refusedBefore = await refusal(log.server.deps)
  })
  return log
}
