// The sequencer when a batch ends at any of its steps, and when the database really goes back in time: nothing is lost, and the log
// never forks silently.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { noteKey, parseCheckpoint } from '#server/features/record/log/note.ts'
import { sequenceBatch } from '#server/features/record/log/sequence.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#demo/build-people.ts'
import { snapshotDatabase } from '#test/database-snapshot.ts'
import { asOwner, type FreshDatabase, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'

const KEY = [noteKey('signalpost.test/log', Buffer.alloc(32, 7))]
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

async function newDatabase(): Promise<FreshDatabase> {
  const database = await freshDatabase()
  cleanUp.push(() => database.drop())
  return database
}
/** `dataDir` has the checkpoint outside the database. */
async function copyOf(database: FreshDatabase, dataDir: string, sequencer = true): Promise<TestServer> {
  const one = await startServer({ database, sequencer, config: { dataDir } })
  cleanUp.push(() => one.stop())
  return one
}
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalpost-head-'))
  cleanUp.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const post = async (to: TestServer, content: string, isPremium = false) =>
  await (
    await to.signIn('ada')
  ).call(signals.post, { body: { content, isPremium, signalType: 'buy', tickers: ['NVDA'] } })
const waiting = async ({ deps }: TestServer) =>
  (await deps.pool.query<{ n: number }>('select count(*)::int as n from record_queue')).rows[0]?.n
const sizeOf = async (one: TestServer) => {
  const answer = await one.visitor().fetch('/log/checkpoint')
  return answer.ok ? parseCheckpoint(await answer.text()).size : 0
}
const problemOf = async ({ deps }: TestServer) =>
  (await deps.db.selectFrom('recordLog').select('problem').executeTakeFirst())?.problem ?? null
/** The texts of the logged signals in the order of the log. */
const loggedTexts = async ({ deps }: TestServer) =>
  (
    await deps.pool.query<{ content: string }>(
      'select g.content from record_entries e join signals g on g.id = e.signal_id order by e.index',
    )
  ).rows.map(({ content }) => content)

test.each([
  ['the queue', 'delete on record_queue'],
  ['the log’s name', 'insert on record_log'],
  ['the author', 'insert or update on record_authors'],
  ['the entries', 'insert on record_entries'],
  ['the tiles', 'insert or update on record_tiles'],
  ['the sealed trade', 'insert on record_trades'],
  ['the checkpoint', 'insert on record_checkpoints'],
])('a batch that ends at %s leaves nothing behind, and is repeated whole', async (_name, event) => {
  const database = await newDatabase()
  const one = await copyOf(database, await newFolder(), false)
  await buildPeople(one.deps, { ada: creator({}) })
  for (const [content, isPremium] of [
    ['First', false],
    ['Sealed', true],
  ] as const)
    await post(one, content, isPremium)
  await asOwner(
    database,
    `create function end_here() returns trigger language plpgsql as $$ begin raise 'ended'; end $$;
     create trigger end_here before ${event} for each row execute function end_here()`,
  )
  const batch = () => sequenceBatch(one.deps, KEY, async () => undefined)
  for (const _ of [1, 2]) await expect(batch()).rejects.toThrow('ended')
  expect([await sizeOf(one), await waiting(one), await loggedTexts(one)]).toEqual([0, 2, []])
  await asOwner(database, `drop trigger end_here on ${event.split(' ').at(-1) ?? ''}`)
  // The two signals and the method.
  expect((await batch())?.entries).toBe(3)
  expect([await waiting(one), await loggedTexts(one), await batch()]).toEqual([0, ['First', 'Sealed'], null])
})

test('a backup that is put back is not signed while the newer checkpoint is known, and neither is what another copy signed on it', async () => {
  const [database, dataDir] = [await newDatabase(), await newFolder()]
  const one = await copyOf(database, dataDir)
  await buildPeople(one.deps, { ada: creator({}) })
  await post(one, 'First')
  await expect.poll(() => sizeOf(one)).toBe(2)
  const backup = await snapshotDatabase(database)
  await post(one, 'Second')
  await expect.poll(() => sizeOf(one)).toBe(3)
  await expect.poll(() => readFile(join(dataDir, 'log-head'), 'utf8')).toMatch(/^\S+\n3\n/)

  await backup.restore()
  await backup.close()
  expect(await sizeOf(one)).toBe(2)
  await post(one, 'After the restore')
  await expect
    .poll(() => problemOf(one))
    .toBe('The log was at 3 entries, and the database has no such checkpoint')
  expect([await sizeOf(one), await waiting(one)]).toEqual([2, 1])

  // A copy that doesn't know the newer checkpoint signs another log.
  const two = await copyOf(database, await newFolder())
  await expect.poll(() => waiting(two)).toBe(0)
  await two.stop()
  cleanUp.pop()
  await post(one, 'After the fork')
  await expect
    .poll(() => problemOf(one))
    .toBe('The database has another log of 3 entries than the one that was published')
  expect([await sizeOf(one), await waiting(one)]).toEqual([3, 1])
})
