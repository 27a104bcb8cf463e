// Changing LOG_KEY: the log names the new key under the old one, both sign for 90 days, and readers with either key go on.
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteKey, openNote } from '#engine/log/note.ts'
import { selfAudit } from '#server/features/record/log/self-audit.ts'
import { record } from '#shared/contracts/record.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { type FreshDatabase, asOwner, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const DAY_MS = 86_400_000
const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
let database: FreshDatabase
let clock: ReturnType<typeof settableClock>
let server: TestServer
let oldVkey: string
let newVkey: string

/** Ada's first signal is logged under the old key; then the server starts again with the new one. */
beforeEach(async () => {
  database = await freshDatabase()
  clock = settableClock()
  await start({ logKey: OLD })
  await buildPeople(server.deps, { ada: creator({}) })
  await post('Before')
  const { checkpoint } = await state()
  ;[oldVkey, newVkey] = [OLD, NEW].map((seed) => noteKey(checkpoint?.origin ?? '', seed).vkey) as [
    string,
    string,
  ]
  expect(await signersOfNewest()).toEqual(['old'])
})
afterEach(async () => {
  await server.stop()
  await database.drop()
})

async function start(config: { logKey: Buffer; logKeyPrevious?: Buffer }): Promise<void> {
  server = await startServer({ database, clock, config })
}
async function restart(config: Parameters<typeof start>[0]): Promise<void> {
  await server.stop()
  await start(config)
}
async function post(content: string): Promise<void> {
  const ada = await server.signIn('ada')
  await ada.call(signals.post, { body: { content, signalType: 'buy', tickers: ['NVDA'] } })
  await expect.poll(waiting).toBe(0)
}
const waiting = async () =>
  (await server.deps.pool.query<{ n: number }>('select count(*)::int as n from record_queue')).rows[0]?.n
const state = () => server.visitor().call(record.log)
const get = async (path: string) => await (await server.visitor().fetch(path)).text()
async function signersOfNewest(): Promise<string[]> {
  const note = await get('/log/checkpoint')
  const { checkpoint } = await state()
  return Object.entries({ old: OLD, new: NEW })
    .filter(([, seed]) => openNote(note, noteKey(checkpoint?.origin ?? '', seed).vkey) !== null)
    .map(([name]) => name)
}
async function keyEntries(): Promise<unknown[]> {
  const { rows } = await server.deps.pool.query<{ bytes: Buffer }>(
    "select bytes from record_entries where kind = 'key' order by index",
  )
  return rows.map(({ bytes }) => JSON.parse(bytes.toString()) as unknown)
}
async function auditFault(): Promise<string | null | undefined> {
  await selfAudit(server.deps)
  return (await state()).audit?.fault
}

test('the log names the new key without waiting for a post, and both sign for 90 days', async () => {
  await restart({ logKey: NEW, logKeyPrevious: OLD })
  const time = expect.any(String) as unknown
  await expect.poll(keyEntries).toEqual([{ v: 1, kind: 'key', time, vkey: newVkey }])
  expect(await signersOfNewest()).toEqual(['old', 'new'])
  expect(await get('/log/vkey')).toBe(`${newVkey}\n${oldVkey}\n`)
  const { checkpoint, entries } = await state()
  expect(entries[0]?.kind).toBe('key')
  expect(checkpoint).toMatchObject({ vkey: newVkey, previous: { vkey: oldVkey } })
  expect(await auditFault()).toBeNull()

  clock.pass(89 * DAY_MS)
  await post('Meanwhile')
  expect(await signersOfNewest()).toEqual(['old', 'new'])
  clock.pass(2 * DAY_MS)
  await post('After')
  expect(await signersOfNewest()).toEqual(['new'])
  expect((await state()).checkpoint?.previous).toBeNull()
  expect(await keyEntries()).toHaveLength(1)
  // The old key still verifies what it has signed, and the audit knows which key signed what.
  expect(await get('/log/vkey')).toBe(`${newVkey}\n${oldVkey}\n`)
  await restart({ logKey: NEW })
  await asOwner(database, 'update record_log set audited_size = 0')
  expect(await auditFault()).toBeNull()
})

test('without the old key nothing is signed, the page says so, and posts wait', async () => {
  await restart({ logKey: NEW })
  const ada = await server.signIn('ada')
  await ada.call(signals.post, { body: { content: 'Waits', signalType: 'buy', tickers: ['NVDA'] } })
  await expect.poll(async () => (await state()).problem).toMatch(/^LOG_KEY isn’t the key that signs the log/)
  expect(await waiting()).toBe(1)
  expect(await signersOfNewest()).toEqual(['old'])
  // Everything except the log continues.
  await expect
    .poll(() => ada.call(signals.feed, { query: {} }))
    .toContainEqual(expect.objectContaining({ content: 'Waits' }))
  await restart({ logKey: NEW, logKeyPrevious: OLD })
  await expect.poll(waiting).toBe(0)
  await expect.poll(async () => (await state()).problem).toBeNull()
  expect(await signersOfNewest()).toEqual(['old', 'new'])
})

test('a server whose key was lost tells its operator at the start, before anybody posts, and is ready', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  await server.stop()
  server = await startServer({ database, clock, config: { logKey: NEW }, log })
  const problem = 'LOG_KEY isn’t the key that signs the log, nor is LOG_KEY_PREVIOUS'
  const ready = () => server.visitor().send('GET', '/api/ready')
  await expect.poll(ready).toMatchObject({ status: 200, body: { status: 'ready', logProblem: problem } })
  await expect.poll(() => lines.filter((line) => line.includes('"log_forked"'))).toHaveLength(1)
  expect(lines.find((line) => line.includes('"log_forked"'))).toContain(problem)
  expect(await signersOfNewest()).toEqual(['old'])
  await restart({ logKey: OLD })
  await expect.poll(ready).toMatchObject({ body: { logProblem: null } })
})

test('a copy that isn’t restarted yet, with the new key as the previous one, signs with both and reverts nothing', async () => {
  await restart({ logKey: NEW, logKeyPrevious: OLD })
  await expect.poll(keyEntries).toHaveLength(1)
  await restart({ logKey: OLD, logKeyPrevious: NEW })
  await post('From the other copy')
  expect(await keyEntries()).toHaveLength(1)
  expect(await signersOfNewest()).toEqual(['old', 'new'])
  expect(await get('/log/vkey')).toBe(`${newVkey}\n${oldVkey}\n`)
})

test('a log older than the column for its first key can change keys too', async () => {
  await asOwner(database, 'update record_log set first_vkey = null')
  expect(await get('/log/vkey')).toBe(`${oldVkey}\n`)
  await restart({ logKey: NEW, logKeyPrevious: OLD })
  await expect.poll(keyEntries).toHaveLength(1)
  expect(await get('/log/vkey')).toBe(`${newVkey}\n${oldVkey}\n`)
  expect(await auditFault()).toBeNull()
})

test('the audit notices a new key that the old one didn’t introduce', async () => {
  await restart({ logKey: NEW, logKeyPrevious: OLD })
  await expect.poll(keyEntries).toHaveLength(1)
  await asOwner(
    database,
    `alter table record_checkpoints disable trigger user;
     update record_checkpoints set note = regexp_replace(note, '\\n—[^\\n]*\\n$', E'\\n') where size = (select max(size) from record_checkpoints);
     alter table record_checkpoints enable trigger user`,
  )
  expect(await signersOfNewest()).toEqual(['new'])
  expect(await auditFault()).toMatch(/^The checkpoint of \d+ entries isn’t signed by the log’s key$/)
})
