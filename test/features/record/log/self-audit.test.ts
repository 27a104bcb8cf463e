// The server's audit of its own log: it notices any change in the database and then signs nothing more.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { selfAudit } from '#server/features/record/log/self-audit.ts'
import { record } from '#shared/contracts/record.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let ada: Browser
beforeEach(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: creator({}) })
  ada = await server.signIn('ada')
  for (const content of ['One', 'Two', 'Three']) await post(content)
  await expect.poll(waiting).toBe(0)
})
afterEach(() => server.stop())

const post = (content: string) =>
  ada.call(signals.post, { body: { content, signalType: 'buy', tickers: ['NVDA'] } })
const waiting = async () =>
  (await server.deps.pool.query<{ n: number }>('select count(*)::int as n from record_queue')).rows[0]?.n
const state = () => server.visitor().call(record.log)
const audited = async () => {
  await selfAudit(server.deps)
  return await server.deps.db
    .selectFrom('recordLog')
    .select(['auditedSize', 'auditFault'])
    .executeTakeFirstOrThrow()
}
const OTHER = '{"kind":"leave","time":"2026-01-01T00:00:00.000Z","v":1}'
/** Somebody with all rights changes a table that only grows. */
const tamper = (table: string, statement: string) =>
  asOwner(
    server.database,
    `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
  )

test('the self-audit finds no fault in a growing log, and the page shows its time', async () => {
  expect((await state()).audit).toBeNull()
  const first = await audited()
  expect(first).toEqual({ auditedSize: (await state()).checkpoint?.size, auditFault: null })
  await post('Four')
  await expect.poll(waiting).toBe(0)
  expect((await audited()).auditedSize).toBe(first.auditedSize + 1)
  expect(await audited()).toMatchObject({ auditFault: null })
  expect((await state()).audit).toEqual({ at: expect.any(Date) as unknown, fault: null })
})

test('the self-audit finds a change to an entry that it has audited before', async () => {
  await audited()
  expect(await audited()).toMatchObject({ auditFault: null })
  await tamper(
    'record_entries',
    `update record_entries set bytes = convert_to(replace(convert_from(bytes, 'UTF8'), '"buy"', '"sell"'), 'UTF8') where index = 0`,
  )
  expect((await audited()).auditFault).toBe('Entry 0 isn’t the one that was hashed')
})

test.each([
  [
    'a changed entry',
    'record_entries',
    `update record_entries set bytes = convert_to(replace(convert_from(bytes, 'UTF8'), '"buy"', '"sell"'), 'UTF8') where index = 0`,
    /^Entry 0 isn’t the one that was hashed$/,
  ],
  [
    'a changed entry with a hash of its own',
    'record_entries',
    `update record_entries set bytes = '${OTHER}', leaf_hash = sha256('\\x00'::bytea || '${OTHER}'::bytea) where index = 0`,
    /^The root in the checkpoint of \d+ entries differs from the root of its entries$|^Entry \d doesn’t follow the author’s previous entry$/,
  ],
  [
    'a missing entry',
    'record_entries',
    'delete from record_entries where index = 1',
    /^Entries between .* are missing$/,
  ],
  [
    'a changed tile',
    'record_tiles',
    `update record_tiles set hashes = overlay(hashes placing '\\x00'::bytea from 1 for 1) where level = 0`,
    /^The hashes of tile 0 of level 0 differ from its entries$/,
  ],
  [
    'a changed checkpoint',
    'record_checkpoints',
    `update record_checkpoints set note = overlay(note placing 'AAAA' from length(note) - 8 for 4)
      where size = (select max(size) from record_checkpoints)`,
    /^The checkpoint of \d+ entries isn’t signed by the log’s key$/,
  ],
])('%s is noticed, and nothing more is signed', async (_name, table, statement, fault) => {
  await tamper(table, statement)
  const found = await audited()
  expect(found.auditFault).toMatch(fault)
  expect(found.auditedSize).toBe(0)
  expect(await state()).toMatchObject({ problem: found.auditFault, audit: { fault: found.auditFault } })
  const size = (await state()).checkpoint?.size
  await post('Waits')
  const problem = async () =>
    (await server.deps.db.selectFrom('recordLog').select('problem').executeTakeFirst())?.problem
  await expect.poll(problem).toBe(found.auditFault)
  expect(await waiting()).toBe(1)
  expect((await state()).checkpoint?.size).toBe(size)
})
