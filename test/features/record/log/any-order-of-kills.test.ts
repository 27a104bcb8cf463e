// The log under any order of posts, batches and kills.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leafHash, rootOf } from '#engine/log/merkle.ts'
import { parseCheckpoint } from '#engine/log/note.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import type { TestServer } from '#test/server.ts'
import { runs } from '#test/test-scope.ts'
import { batchOf, copyOf, loggedTexts, newDatabase, newFolder, notesOf } from './log-copies.ts'

const STEPS = [
  'delete on record_queue',
  'insert or update on record_authors',
  'insert on record_entries',
  'insert or update on record_tiles',
  'insert on record_trades',
  'insert on record_checkpoints',
]

test('under any order of posts, batches and kills at any step, by two copies, the log only grows and has each post once', async () => {
  const database = await newDatabase()
  const dataDir = await newFolder()
  const copies: [TestServer, TestServer] = [
    await copyOf(database, dataDir, false),
    await copyOf(database, dataDir, false),
  ]
  const [one] = copies
  await buildPeople(one.deps, { ada: creator({}), ben: creator({}) })
  const browsers = [await one.signIn('ada'), await one.signIn('ben')]
  await asOwner(
    database,
    `create table kill_at (step text);
     grant select on kill_at to public;
     create function killed() returns trigger language plpgsql security definer as $$ begin
       if exists (select from kill_at where step = tg_argv[0]) then perform pg_terminate_backend(pg_backend_pid()); end if;
       if tg_op = 'DELETE' then return old; end if; return new; end $$;
     ${STEPS.map((step, i) => `create trigger a_killed_${i} before ${step} for each row execute function killed('${step}')`).join(';')}`,
  )
  const seen = new Map<string, number>()
  const look = async () => {
    for (const note of await notesOf(one)) seen.set(note, parseCheckpoint(note).size)
  }
  const posted: string[] = []
  const copy = fc.nat({ max: 1 })
  const command = fc.oneof(
    fc.record({ what: fc.constant('post' as const), by: copy, isPremium: fc.boolean() }),
    fc.record({ what: fc.constant('batch' as const), by: copy }),
    fc.record({ what: fc.constant('both' as const) }),
    fc.record({ what: fc.constant('kill' as const), by: copy, step: fc.constantFrom(...STEPS) }),
  )
  const postAs = async (by: number, isPremium: boolean) => {
    const content = `Post ${posted.length}`
    const body = { content, isPremium, signalType: 'buy' as const, tickers: ['NVDA'] }
    await browsers[by]?.call(signals.post, { body })
    posted.push(content)
  }
  let kills = 0
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 12 }), async (commands) => {
      for (const step of commands) {
        if (step.what === 'post') await postAs(step.by, step.isPremium)
        else if (step.what === 'both') await Promise.all(copies.map((each) => batchOf(each)))
        else if (step.what === 'batch') await batchOf(copies[step.by] as TestServer)
        else {
          // An empty batch has no steps.
          await postAs(step.by, true)
          await asOwner(database, `insert into kill_at values ('${step.step}')`)
          await expect(batchOf(copies[step.by] as TestServer)).rejects.toThrow(/terminat/)
          kills += 1
          await asOwner(database, 'delete from kill_at')
        }
        await look()
      }
      while (await batchOf(one));
      await look()
      const { rows } = await one.deps.pool.query<{ bytes: Buffer }>(
        'select bytes from record_entries order by index',
      )
      const leaves = rows.map(({ bytes }) => leafHash(bytes))
      for (const [note, size] of seen)
        expect(rootOf(leaves.slice(0, size))).toEqual(parseCheckpoint(note).root)
      expect((await loggedTexts(one)).toSorted()).toEqual(posted.toSorted())
    }),
    { numRuns: runs(60) },
  )
  expect(kills).toBeGreaterThan(0)
})
