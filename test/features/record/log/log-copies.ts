// Copies of the server that share a database, for tests of what the sequencer does after faults. All of it ends with the test.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { afterEach } from 'vitest'
import { noteKey, parseCheckpoint } from '#engine/log/note.ts'
import { sequenceBatch } from '#server/features/record/log/sequence.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'

/** The key for batches that a test appends without a sequencer. */
export const KEY = [noteKey('signalpost.test/log', Buffer.alloc(32, 7))]
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

export async function newDatabase(): Promise<FreshDatabase> {
  const database = await freshDatabase()
  cleanUp.push(() => database.drop())
  return database
}
/** `dataDir` has the checkpoint outside the database. */
export async function copyOf(
  database: FreshDatabase,
  dataDir: string,
  sequencer = true,
  log?: Logger,
): Promise<TestServer> {
  const one = await startServer({ database, sequencer, config: { dataDir }, ...(log && { log }) })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= one.stop())
  cleanUp.push(stop)
  return { ...one, stop }
}
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalpost-head-'))
  cleanUp.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}
export const post = async (to: TestServer, content: string, isPremium = false) =>
  await (
    await to.signIn('ada')
  ).call(signals.post, { body: { content, isPremium, signalType: 'buy', tickers: ['NVDA'] } })
export const waiting = async ({ deps }: TestServer) =>
  (await deps.pool.query<{ n: number }>('select count(*)::int as n from record_queue')).rows[0]?.n
export const sizeOf = async (one: TestServer) => {
  const answer = await one.visitor().fetch('/log/checkpoint')
  return answer.ok ? parseCheckpoint(await answer.text()).size : 0
}
export const problemOf = async ({ deps }: TestServer) =>
  (await deps.db.selectFrom('recordLog').select('problem').executeTakeFirst())?.problem ?? null
/** The texts of the logged signals in the order of the log. */
export const loggedTexts = async ({ deps }: TestServer) =>
  (
    await deps.pool.query<{ content: string }>(
      'select g.content from record_entries e join signals g on g.id = e.signal_id order by e.index',
    )
  ).rows.map(({ content }) => content)

export const notesOf = async ({ deps }: TestServer) =>
  (await deps.pool.query<{ note: string }>('select note from record_checkpoints order by size')).rows.map(
    ({ note }) => note,
  )

/** One batch, as the sequencer makes it, without a look at the head. */
export const batchOf = ({ deps }: TestServer, key = KEY) => sequenceBatch(deps, key, async () => undefined)
