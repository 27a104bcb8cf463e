// The sequencer with older signals, beside other copies, after a crash, and with a database that went back in time.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { commitment } from '#engine/log/entry.ts'
import { leafHash, rootOf } from '#engine/log/merkle.ts'
import { noteKey, parseCheckpoint, signNote } from '#engine/log/note.ts'
import { sequenceBatch } from '#server/features/record/log/sequence.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { asOwner, type FreshDatabase, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const KEY = [noteKey('signalpost.test/log', Buffer.alloc(32, 7))]
const DAY_MS = 86_400_000
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

async function database(): Promise<FreshDatabase> {
  const fresh = await freshDatabase()
  cleanUp.push(() => fresh.drop())
  return fresh
}
async function server(options: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const started = await startServer(options)
  cleanUp.push(() => started.stop())
  return started
}
const post = async (
  to: TestServer,
  author: string,
  contents: string[],
  fields: { isPremium?: boolean } = {},
) => {
  const browser = await to.signIn(author)
  for (const content of contents)
    await browser.call(signals.post, { body: { content, signalType: 'buy', tickers: ['NVDA'], ...fields } })
}
type Logged = { entry: Record<string, unknown>; leafHash: Buffer; bytes: Buffer; content: string | null }
/** All entries but those about the method of scoring, which the first batch has too. */
async function logged({ deps }: TestServer): Promise<Logged[]> {
  const { rows } = await deps.pool.query<{ bytes: Buffer; leaf_hash: Buffer; content: string | null }>(
    "select e.bytes, e.leaf_hash, g.content from record_entries e left join signals g on g.id = e.signal_id where e.kind <> 'method' order by index",
  )
  return rows.map((row) => ({
    entry: JSON.parse(row.bytes.toString()) as Record<string, unknown>,
    leafHash: row.leaf_hash,
    bytes: row.bytes,
    content: row.content,
  }))
}
const newestNote = async ({ deps }: TestServer) =>
  (await deps.pool.query<{ note: string }>('select note from record_checkpoints order by size desc limit 1'))
    .rows[0]?.note ?? ''
const waiting = async ({ deps }: TestServer) =>
  (await deps.pool.query<{ n: number }>('select count(*)::int as n from record_queue')).rows[0]?.n
const noFork = async () => undefined

test('signals older than the log come before all others, marked with the time they were posted', async () => {
  const one = await server({ database: await database(), sequencer: false })
  await buildPeople(one.deps, { dora: creator({ signals: ['Oldest', 'Older'] }) })
  // The signals look as a server without the log stored them.
  await asOwner(
    one.database,
    `alter table signals disable trigger user; update signals set text_salt = null, trade_salt = null;
     alter table signals enable trigger user; delete from record_queue`,
  )
  await post(one, 'dora', ['New'])
  while (await sequenceBatch(one.deps, KEY, noFork));
  const all = await logged(one)
  expect(all.map(({ content }) => content).slice(-1)).toEqual(['New'])
  expect(all.slice(0, -1).map(({ content }) => content)).toEqual(['Oldest', 'Older'])
  const { rows } = await one.deps.pool.query<{ created_at: Date }>(
    'select created_at from signals order by created_at, id',
  )
  expect(all.map(({ entry }) => entry['posted'])).toEqual([
    ...rows.slice(0, 2).map((row) => row.created_at.toISOString()),
    undefined,
  ])
  expect(all.map(({ entry }) => entry['seq'])).toEqual([0, 1, 2])
})

test('a sealed trade is opened after 90 days with the salt of its commitment, and waits while its author is private', async () => {
  const clock = settableClock()
  const one = await server({ database: await database(), sequencer: false, clock })
  await buildPeople(one.deps, { ada: creator({}), cleo: creator({ isPublic: false }) })
  await post(one, 'ada', ['Premium'], { isPremium: true })
  await post(one, 'cleo', ['Private'])
  const sequence = async () => {
    while (await sequenceBatch(one.deps, KEY, noFork));
    return await logged(one)
  }
  expect((await sequence()).map(({ entry }) => entry['kind'])).toEqual(['signal', 'signal'])
  clock.pass(89.9 * DAY_MS)
  expect(await sequence()).toHaveLength(2)
  clock.pass(0.2 * DAY_MS)
  const [sealed, held, opened] = await sequence()
  const { salt, trade, ...rest } = opened?.entry ?? {}
  expect(rest).toMatchObject({ kind: 'open', of: 0, seq: 1, author: sealed?.entry['author'] })
  expect(trade).toEqual({ horizon: null, only: null, side: 'buy', tickers: ['NVDA'] })
  expect(commitment(Buffer.from(String(salt), 'hex'), trade)).toBe(sealed?.entry['sealed'])

  const heldSignal = async () => {
    const answer = await one.visitor().fetch(`/log/signals/${String(held?.entry['signal'])}`)
    return (await answer.json()) as { held: string | null; opening: unknown; index: number }
  }
  expect(await heldSignal()).toMatchObject({ index: 1, held: 'private', opening: null })
  await asOwner(one.database, "update users set is_public = true where username = 'cleo'")
  expect((await sequence()).slice(3).map(({ entry }) => entry['of'])).toEqual([1])
  expect(await heldSignal()).toMatchObject({ held: null })
  expect(await sequence()).toHaveLength(4)
})

test('after the clock was set back, checkpoints and the log’s own entries aren’t earlier than those before', async () => {
  const clock = settableClock()
  const one = await server({ database: await database(), sequencer: false, clock })
  await buildPeople(one.deps, { ada: creator({}) })
  await post(one, 'ada', ['Ten minutes early'])
  while (await sequenceBatch(one.deps, KEY, noFork));
  clock.pass(-10 * 60_000)
  await post(one, 'ada', ['On time'])
  while (await sequenceBatch(one.deps, KEY, noFork));
  const { rows } = await one.deps.pool.query<{ size: number; at: Date }>(
    'select size, at from record_checkpoints order by size',
  )
  expect(rows.map(({ size }) => size)).toEqual([2, 3])
  expect(rows[1]?.at).toEqual(rows[0]?.at)
  expect((await logged(one)).map(({ content }) => content)).toEqual(['Ten minutes early', 'On time'])
})

test('two copies that append at the same time make one log with each signal once', async () => {
  const shared = await database()
  const [one, two] = [await server({ database: shared }), await server({ database: shared })]
  await buildPeople(one.deps, { ada: creator({}), ben: creator({}) })
  const texts = (name: string) => Array.from({ length: 12 }, (_, i) => `${name} ${i}`)
  await Promise.all([post(one, 'ada', texts('Ada')), post(two, 'ben', texts('Ben'))])
  await expect.poll(() => waiting(one)).toBe(0)
  const all = await logged(one)
  expect(all.map(({ content }) => content).toSorted()).toEqual([...texts('Ada'), ...texts('Ben')].toSorted())
  const { size, root } = parseCheckpoint(await newestNote(two))
  // The 24 signals and the method.
  expect(size).toBe(25)
  const { rows } = await one.deps.pool.query<{ bytes: Buffer }>(
    'select bytes from record_entries order by index',
  )
  expect(rootOf(rows.map(({ bytes }) => leafHash(bytes)))).toEqual(root)
})

test('a batch that fails half-way leaves nothing behind, and the next one appends everything once', async () => {
  const one = await server({ database: await database(), sequencer: false })
  await buildPeople(one.deps, { ada: creator({}) })
  await post(one, 'ada', ['Kept'])
  // The last statement of a batch.
  await asOwner(
    one.database,
    `create function fail() returns trigger language plpgsql as $$ begin raise 'down'; end $$`,
  )
  await asOwner(
    one.database,
    'create trigger fail before insert on record_checkpoints execute function fail()',
  )
  await expect(sequenceBatch(one.deps, KEY, noFork)).rejects.toThrow('down')
  expect(await logged(one)).toEqual([])
  expect(await waiting(one)).toBe(1)
  await asOwner(one.database, 'drop trigger fail on record_checkpoints')
  expect((await sequenceBatch(one.deps, KEY, noFork))?.entries).toBe(2)
  expect((await logged(one)).map(({ content }) => content)).toEqual(['Kept'])
  expect(await sequenceBatch(one.deps, KEY, noFork)).toBeNull()
})

test('a database that lacks a published checkpoint is not signed; posts wait, and are appended once it is back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-head-'))
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'log-head')
  const shared = await database()
  const one = await server({ database: shared, config: { dataDir } })
  await buildPeople(one.deps, { ada: creator({}) })
  await post(one, 'ada', ['First'])
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toBe(await expectNote(one, 2))
  const published = await readFile(file, 'utf8')
  // Simulates a lagging standby that took over: readers have seen more than the database has.
  const { origin, root } = parseCheckpoint(published)
  await writeFile(
    file,
    signNote(`${origin}\n9\n${root.toString('base64')}\n`, [noteKey(origin, one.deps.config.logKey)]),
  )
  await post(one, 'ada', ['Second'])
  const problem = async () =>
    (await one.deps.db.selectFrom('recordLog').select('problem').executeTakeFirst())?.problem
  await expect.poll(problem).toBe('The log had 9 entries, but the database has no such checkpoint')
  expect(await waiting(one)).toBe(1)
  expect(parseCheckpoint(await newestNote(one)).size).toBe(2)
  await writeFile(file, published)
  await expect.poll(() => waiting(one)).toBe(0)
  await expect.poll(problem).toBeNull()
  expect((await logged(one)).map(({ content }) => content)).toEqual(['First', 'Second'])
})

/** The newest note, once the log has `size` entries. */
async function expectNote(of: TestServer, size: number): Promise<string> {
  await expect.poll(async () => Number((await newestNote(of)).split('\n')[1])).toBe(size)
  return await newestNote(of)
}
