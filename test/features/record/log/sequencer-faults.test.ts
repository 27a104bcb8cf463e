// The sequencer when a batch ends at any of its steps, and when the database really goes back in time: nothing is lost, and the log
// never forks silently.
import { mkdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { keepHead, openHead } from '#server/features/record/log/head.ts'
import { noteKey } from '#engine/log/note.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { snapshotDatabase } from '#test/database-snapshot.ts'
import { asOwner } from '#test/database.ts'
import {
  batchOf,
  copyOf,
  loggedTexts,
  newDatabase,
  newFolder,
  notesOf,
  post,
  problemOf,
  sizeOf,
  waiting,
} from './log-copies.ts'

test.each([
  ['the queue', 'delete on record_queue'],
  ['the log’s name', 'insert on record_log'],
  ['the author', 'insert or update on record_authors'],
  ['the entries', 'insert on record_entries'],
  ['the tiles', 'insert or update on record_tiles'],
  ['the sealed trade', 'insert on record_trades'],
  ['the checkpoint', 'insert on record_checkpoints'],
])('a batch that ends at %s leaves nothing behind and is repeated as a whole', async (_name, event) => {
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
  const batch = () => batchOf(one)
  for (const _ of [1, 2]) await expect(batch()).rejects.toThrow('ended')
  expect([await sizeOf(one), await waiting(one), await loggedTexts(one)]).toEqual([0, 2, []])
  await asOwner(database, `drop trigger end_here on ${event.split(' ').at(-1) ?? ''}`)
  // The two signals and the method.
  expect((await batch())?.entries).toBe(3)
  expect([await waiting(one), await loggedTexts(one), await batch()]).toEqual([0, ['First', 'Sealed'], null])
})

test('a restored backup isn’t signed while the newer checkpoint is known, and neither is what another copy signed on it', async () => {
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
    .toBe('The log had 3 entries, but the database has no such checkpoint')
  expect([await sizeOf(one), await waiting(one)]).toEqual([2, 1])

  // A copy that doesn't know the newer checkpoint signs another log.
  const two = await copyOf(database, await newFolder())
  await expect.poll(() => waiting(two)).toBe(0)
  await two.stop()
  await post(one, 'After the fork')
  await expect
    .poll(() => problemOf(one))
    .toBe('The database’s log of 3 entries differs from the published one')
  expect([await sizeOf(one), await waiting(one)]).toEqual([3, 1])
})

test('a checkpoint that was committed before a kill is kept outside at the next start', async () => {
  const [database, dataDir] = [await newDatabase(), await newFolder()]
  const one = await copyOf(database, dataDir, false)
  await buildPeople(one.deps, { ada: creator({}) })
  const key = [noteKey('signalpost.test/log', one.deps.config.logKey)]
  for (const content of ['First', 'Second']) {
    await post(one, content)
    // Killed between the commit and what comes after it.
    await batchOf(one, key)
  }
  const outside = () => readFile(join(dataDir, 'log-head'), 'utf8').catch(() => null)
  expect(await outside()).toBeNull()
  const notes = await notesOf(one)
  await copyOf(database, dataDir)
  await expect.poll(outside).toBe(notes.at(-1))
  // A slow copy doesn't replace the newest checkpoint with an older one.
  await keepHead(one.deps.db, openHead(one.deps), notes[0] ?? '')
  expect(await outside()).toBe(notes.at(-1))
})

test('a checkpoint that couldn’t be kept outside is kept as soon as possible, without another post', async () => {
  const [database, dataDir] = [await newDatabase(), await newFolder()]
  const one = await copyOf(database, dataDir)
  await buildPeople(one.deps, { ada: creator({}) })
  // A directory takes the place of the file that becomes the head.
  const blocked = join(dataDir, 'log-head.new')
  await mkdir(blocked)
  await post(one, 'First')
  await expect.poll(() => sizeOf(one)).toBe(2)
  await rmdir(blocked)
  await expect
    .poll(() => readFile(join(dataDir, 'log-head'), 'utf8').catch(() => null))
    .toBe((await notesOf(one)).at(-1))
})

test('a server that starts on an outdated database says so before anybody posts', async () => {
  const [database, dataDir] = [await newDatabase(), await newFolder()]
  const one = await copyOf(database, dataDir)
  await buildPeople(one.deps, { ada: creator({}) })
  await post(one, 'First')
  await expect.poll(() => readFile(join(dataDir, 'log-head'), 'utf8').catch(() => '')).toMatch(/\n2\n/)
  const backup = await snapshotDatabase(database)
  await post(one, 'Second')
  await expect.poll(() => readFile(join(dataDir, 'log-head'), 'utf8')).toMatch(/\n3\n/)
  await one.stop()
  await backup.restore()
  await backup.close()
  const two = await copyOf(database, dataDir)
  await expect
    .poll(async () => (await two.visitor().send('GET', '/api/ready')).body)
    .toEqual({
      status: 'ready',
      logProblem: 'The log had 3 entries, but the database has no such checkpoint',
    })
  expect(await readFile(join(dataDir, 'log-head'), 'utf8')).toMatch(/\n3\n/)
})

test('a server whose database went back during an outage says so afterwards, before anybody posts', async () => {
  const [database, dataDir] = [await newDatabase(), await newFolder()]
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const one = await copyOf(database, dataDir, true, log)
  await buildPeople(one.deps, { ada: creator({}) })
  await post(one, 'First')
  await expect.poll(() => readFile(join(dataDir, 'log-head'), 'utf8').catch(() => '')).toMatch(/\n2\n/)
  const backup = await snapshotDatabase(database)
  await post(one, 'Second')
  await expect.poll(() => readFile(join(dataDir, 'log-head'), 'utf8')).toMatch(/\n3\n/)
  // The sequencer can't see its queue until the older rows are in place.
  await asOwner(database, 'revoke select on record_queue from signalpost_app')
  await expect.poll(() => lines.filter((line) => line.includes('"log_not_appended"')).length).toBe(1)
  await backup.restore()
  await backup.close()
  await asOwner(database, 'grant select on record_queue to signalpost_app')
  await expect
    .poll(() => problemOf(one))
    .toBe('The log had 3 entries, but the database has no such checkpoint')
  expect(await waiting(one)).toBe(0)
})
