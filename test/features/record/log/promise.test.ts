// The promise of an entry: signed at once, kept by the entry that follows, and given to those who may read the signal.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import canonicalize from 'canonicalize'
import { noteKey, openNote } from '#engine/log/note.ts'
import { startSequencer } from '#server/features/record/log/sequencer.ts'
import { record } from '#shared/contracts/record.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { isKept, isOverdue } from '#web/features/record/verify/check-promise.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'

const KEY = Buffer.alloc(32, 3)
let server: TestServer
let sequencer: ReturnType<typeof startSequencer> | null

beforeEach(async () => {
  // The test starts and stops the sequencer, so that it can look at what waits.
  server = await startServer({ sequencer: false, config: { logKey: KEY } })
  await buildPeople(server.deps, { ada: creator({}), cleo: creator({ isPublic: false }), bob: member() })
  sequencer = null
})
afterEach(async () => {
  await sequencer?.stop()
  await server.stop()
})

async function append(): Promise<void> {
  sequencer = startSequencer(server.deps, server.origin)
  const waiting = async () => (await server.deps.db.selectFrom('recordQueue').select('kind').execute()).length
  await expect.poll(waiting).toBe(0)
  await sequencer.stop()
}
async function post(username: string, isPremium = false) {
  const author = await server.signIn(username)
  const body = { content: 'Breakout', signalType: 'buy' as const, tickers: ['NVDA'], isPremium }
  const { id } = await author.call(signals.post, { body })
  return { id, author }
}
const promiseOf = async (id: string, username: string) =>
  (await (await server.signIn(username)).call(record.promise, { params: { id } })).promise
const entryOf = async (id: string) => {
  const answer = await server.visitor().fetch(`/log/signals/${id}`)
  return ((await answer.json()) as { entry: Record<string, unknown> }).entry
}
/** What a promise says, after its signature was checked with the key that follows from the log's. */
async function read(promise: { note: string; vkey: string } | null): Promise<Record<string, string>> {
  const [logKey = ''] = (await (await server.visitor().fetch('/log/vkey')).text()).split('\n')
  const origin = logKey.split('+', 1)[0] ?? ''
  expect(logKey).toBe(noteKey(origin, KEY).vkey)
  expect(promise?.vkey).toBe(noteKey(`${origin}/promise`, KEY).vkey)
  // The same public key, with another name and id.
  expect(promise?.vkey.split('+').slice(2)).toEqual(logKey.split('+').slice(2))
  const text = openNote(promise?.note ?? '', promise?.vkey ?? '')
  const [name = '', signal = '', hash = '', time = '', ...rest] = (text ?? '').split('\n')
  expect(rest).toEqual([''])
  expect(name).toBe(`${origin}/promise`)
  return { signal, hash, time }
}
/** By hand: the hash of an entry without its place in the chain. */
function hashOfCore({ seq: _seq, prev: _prev, ...core }: Record<string, unknown>): string {
  return createHash('sha256')
    .update(canonicalize(core) ?? '')
    .digest('base64')
}

test.each([
  ['an open signal', 'ada', false],
  ['a premium one', 'ada', true],
  ['one of a private author, whose first it is', 'cleo', false],
])('%s gets the entry that was promised', async (_name, author, isPremium) => {
  await post('ada')
  await append()
  const { id } = await post(author, isPremium)
  const promise = await promiseOf(id, author)
  const promised = await read(promise)
  expect(promised['signal']).toBe(id)
  expect(Math.abs(Date.now() - Date.parse(promised['time'] ?? ''))).toBeLessThan(60_000)
  await append()
  const entry = await entryOf(id)
  expect(promised['hash']).toBe(hashOfCore(entry))
  expect('sealed' in entry).toBe(isPremium || author === 'cleo')
  // As the page /verify compares them.
  const kept = { signalId: id, note: promise?.note ?? '', vkey: promise?.vkey ?? '' }
  expect(await isKept(kept, entry)).toBe(true)
  expect(await isKept(kept, { ...entry, author: id })).toBe(false)
  expect(isOverdue(kept, Date.parse(promised['time'] ?? '') + 59_000)).toBe(false)
  expect(isOverdue(kept, Date.parse(promised['time'] ?? '') + 61_000)).toBe(true)
  // Later it says the same.
  expect((await read(await promiseOf(id, author)))['hash']).toBe(promised['hash'])
})

test('only those who may read a signal get its promise', async () => {
  const { id } = await post('ada', true)
  const bob = await server.signIn('bob')
  expect(await refusal(bob.call(record.promise, { params: { id } }))).toMatchObject({ code: 'signal_locked' })
})

test('nothing is promised before the log has its name, nor without its key', async () => {
  const { id } = await post('ada')
  expect(await promiseOf(id, 'ada')).toBeNull()
  await append()
  expect(await promiseOf(id, 'ada')).not.toBeNull()
  server.deps.config.logKey = Buffer.alloc(32, 4)
  expect(await promiseOf(id, 'ada')).toBeNull()
})
