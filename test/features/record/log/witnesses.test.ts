// Witnesses cosign the log's checkpoints over HTTP. One that is behind, lies, hangs or knows a fork can't stop it.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCosignature } from '#engine/log/cosignature.ts'
import { newestCheckpoint } from '#server/features/record/log/log-store.ts'
import { noteKey, openNote, parseCheckpoint } from '#engine/log/note.ts'
import { servedCheckpoint } from '#server/features/record/log/served-checkpoint.ts'
import { record } from '#shared/contracts/record.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { startWitness, type TestWitness } from '#test/witness.ts'

const LOG_KEY = Buffer.alloc(32, 5)
const vkeyOf = async (origin: string) => noteKey(origin, LOG_KEY).vkey
let clock: ReturnType<typeof settableClock>
let one: TestWitness
let two: TestWitness
let server: TestServer

beforeEach(async () => {
  clock = settableClock()
  one = await startWitness('one.test/witness', vkeyOf)
  two = await startWitness('two.test/witness', vkeyOf)
  server = await startServer({
    clock,
    config: { logKey: LOG_KEY },
    settings: { WITNESSES: `${one.setting} ${two.setting}` },
  })
  await buildPeople(server.deps, { ada: creator({}) })
  // The log waits for a witness from its first cosignature on.
  await postAndSee('Before')
  await expect.poll(async () => (await served()).by).toEqual([one.name, two.name])
})
afterEach(async () => {
  await server.stop()
  one.close()
  two.close()
})

const get = async (path: string) => await (await server.visitor().fetch(path)).text()
async function post(content: string): Promise<string> {
  const ada = await server.signIn('ada')
  return (await ada.call(signals.post, { body: { content, signalType: 'buy', tickers: ['NVDA'] } })).id
}
const waiting = async () =>
  (await server.deps.pool.query<{ n: number }>('select count(*)::int as n from record_queue')).rows[0]?.n
/** Posts, and waits until the signal is in a checkpoint that the log serves. */
async function postAndSee(content: string): Promise<string> {
  const id = await post(content)
  const index = async () => (JSON.parse(await get(`/log/signals/${id}`)) as { index: number | null }).index
  await expect.poll(index, { timeout: 15_000 }).not.toBeNull()
  return id
}
/** The served checkpoint, its size, and the witnesses that have cosigned it. */
async function served(): Promise<{ size: number; by: string[]; note: string }> {
  const note = await get('/log/checkpoint')
  const { origin, size } = parseCheckpoint(note)
  const text = openNote(note, await vkeyOf(origin)) ?? ''
  const lines = note.slice(note.lastIndexOf('\n\n') + 2)
  const by = [one, two].filter(({ vkey }) => findCosignature(lines, text, vkey) !== null)
  return { size, by: by.map(({ name }) => name), note }
}
const witnesses = async () => (await server.visitor().call(record.log)).witnesses
/** The pause after a failure is over. */
const passPause = () => clock.pass(31_000)

test('each checkpoint is served with the signatures of all witnesses, and so are proofs', async () => {
  for (const content of ['First', 'Second', 'Third']) {
    const id = await postAndSee(content)
    const { size, by } = await served()
    expect(by).toEqual([one.name, two.name])
    expect(one.known?.size).toBe(size)
    const { index } = JSON.parse(await get(`/log/signals/${id}`)) as { index: number }
    const proof = await get(`/log/proofs/${index}.tlog-proof`)
    expect(proof).toContain(`— ${one.name} `)
    expect(proof).toContain(`— ${two.name} `)
  }
  // The first request says 0, because nothing is known of the witness. Later ones say the size that it cosigned last.
  expect(one.asked[0]).toBe('old 0')
  expect(one.asked.at(-1)).not.toBe('old 0')
  expect(await witnesses()).toEqual(
    [one, two].map(({ name }) => ({
      name,
      size: one.known?.size,
      at: expect.any(Date) as Date,
      fault: null,
    })),
  )
  // Only the log's own note is stored, also for days.
  const { rows } = await server.deps.pool.query<{ note: string }>('select note from record_checkpoints')
  expect(rows.filter(({ note }) => note.includes('witness'))).toEqual([])
})

test('a signal isn’t shown in the log before the checkpoint that has it', async () => {
  const { size } = await served()
  one.answer = () => {}
  const id = await post('Waits for its witness')
  await expect.poll(waiting).toBe(0)
  const shown = JSON.parse(await get(`/log/signals/${id}`)) as { index: number | null }
  const now = await served()
  // The wait takes three seconds at most; on a slow machine, this step may come later.
  expect(shown.index === null || now.size > size).toBe(true)
  await expect.poll(async () => (await served()).size, { timeout: 15_000 }).toBeGreaterThan(size)
  expect((await served()).by).toEqual([two.name])
})

test('a checkpoint without its witnesses is served once it is three seconds old, not before and not later', async () => {
  const { size } = await served()
  for (const hanging of [one, two]) hanging.answer = () => {}
  await post('Nobody signs')
  await expect.poll(waiting).toBe(0)
  const { deps } = server
  const newest = await newestCheckpoint(deps.db)
  expect(newest?.size).toBe(size + 1)
  const servedAfter = async (ms: number) => {
    // On a slow machine the server may have given up on them already.
    await deps.db.updateTable('recordWitnesses').set({ fault: null }).execute()
    const now = () => new Date((newest?.at.getTime() ?? 0) + ms)
    return (await servedCheckpoint({ ...deps, clock: { ...deps.clock, now } }))?.size
  }
  expect([await servedAfter(2999), await servedAfter(3000)]).toEqual([size, size + 1])
})

test('a witness that hangs delays only one checkpoint, by three seconds, and can return', async () => {
  one.answer = () => {}
  await postAndSee('Second')
  await expect
    .poll(async () => (await witnesses()).find(({ name }) => name === one.name)?.fault)
    .toBe('didn’t answer in time')
  const asked = one.asked.length
  await postAndSee('Third')
  expect((await served()).by).toEqual([two.name])
  expect(one.asked).toHaveLength(asked)
  one.answer = undefined
  passPause()
  await expect.poll(async () => (await served()).by).toEqual([one.name, two.name])
  expect((await witnesses()).map(({ fault }) => fault)).toEqual([null, null])
})

test('a witness that knows another size than we expect gets a second request from the size it names', async () => {
  const first = one.known
  await postAndSee('Second')
  one.known = first
  await postAndSee('Third')
  const { size, by } = await served()
  expect(by).toEqual([one.name, two.name])
  expect(one.asked.slice(-1)).toEqual([`old ${first?.size}`])
  expect(one.known).toMatchObject({ size })
  // It has cosigned this one, and we have lost its answer.
  await server.deps.db.deleteFrom('recordCosignatures').where('vkey', '=', one.vkey).execute()
  await expect.poll(async () => (await served()).by).toEqual([one.name, two.name])
  expect(one.asked.slice(-2)).toEqual(['old 0', `old ${size}`])
})

test('a witness that knows another log refuses this one, which the page says', async () => {
  one.known = { size: one.known?.size ?? 0, root: Buffer.alloc(32, 1) }
  await postAndSee('Second')
  expect((await served()).by).toEqual([two.name])
  await expect.poll(async () => (await witnesses()).map(({ fault }) => fault)).toEqual(['answers 422', null])
  // A database that went back in time is behind its witnesses.
  one.known = { size: 9999, root: Buffer.alloc(32, 1) }
  passPause()
  await expect
    .poll(async () => (await witnesses()).map(({ fault }) => fault))
    .toEqual(['already knows a log of 9999 entries', null])
})

test.each<[string, (right: string) => { status?: number; body: string }, string]>([
  [
    'an invalid signature',
    (right) => ({ body: right.replace(/.{8}\n$/, 'AAAAAA==\n') }),
    'returns no valid cosignature',
  ],
  [
    'another time than was signed',
    (right) => ({ body: withOtherTime(right) }),
    'returns no valid cosignature',
  ],
  [
    'the name of another witness',
    (right) => ({ body: right.replace('one.test', 'two.test') }),
    'returns no valid cosignature',
  ],
  ['nothing', () => ({ body: '' }), 'returns no valid cosignature'],
  ['a long answer', (right) => ({ body: right.repeat(10_000) }), 'sent too large a response'],
  ['an error', () => ({ status: 503, body: '' }), 'answers 503'],
])('%s of a witness isn’t served', async (_name, lie, fault) => {
  one.answer = ({ body = '' }, response) => {
    const { status = 200, body: lied } = lie(body)
    response.writeHead(status).end(lied)
  }
  await postAndSee('First')
  const { by, note } = await served()
  expect(by).toEqual([two.name])
  expect(note).not.toContain('one.test')
  expect(note.match(/two\.test/g)).toHaveLength(1)
  await expect.poll(async () => (await witnesses())[0]?.fault).toBe(fault)
})

function withOtherTime(line: string): string {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)\n$/.exec(line) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  bytes[11] = (bytes[11] ?? 0) ^ 1
  return `— ${name} ${bytes.toString('base64')}\n`
}

test('a witness’s other lines aren’t passed on', async () => {
  one.answer = ({ body = '' }, response) => response.end(`— other.test AAAA\nspam\n${body}`)
  await postAndSee('First')
  const { by, note } = await served()
  expect(by).toEqual([one.name, two.name])
  expect(note).not.toMatch(/other\.test|spam/)
})
