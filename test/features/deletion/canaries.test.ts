// A deleted person, who put recognizable text into every field, leaves no trace of it in any table, file or object.
import { basename } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { LIMITED } from '#test/features/auth/sign-in-steps.ts'
import { daysClock, runScheduled } from '#test/features/billing/billing-steps.ts'
import { filesOf, placesOf } from '#test/search-everywhere.ts'
import { tablesWithoutPeople } from '#test/supply-chain/tables-without-people.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { CANARIES, createCanaryPerson, PASSWORD } from './canary-person.ts'
import { removeWhoeverIsDue, requestDeletion } from './deletion-steps.ts'

const clock = daysClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock, settings: LIMITED })))
afterAll(() => server.stop())

/**
 * Tables that can hold personal data but are empty, so that searching them proves nothing. Excludes tables whose rows
 * are deleted with the person by a cascade, and those of the log and the scores, which have only an author's random id.
 */
async function tablesThatProveNothing({ deps: { pool } }: TestServer): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    with recursive cascading(id) as (
      select 'users'::regclass::oid
      union select conrelid from pg_constraint join cascading on confrelid = id
       where contype = 'f' and confdeltype = 'c')
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and oid not in (select id from cascading)`)
  const empty: string[] = []
  for (const { name } of rows) {
    if (tablesWithoutPeople.includes(name) || /^(record_|(deliveries|changes|alert_runs)$)/.test(name))
      continue
    if ((await pool.query(`select from ${name} limit 1`)).rowCount === 0) empty.push(name)
  }
  return empty
}

test('no trace of the person is left anywhere', { timeout: 4 * WAIT_TIMEOUT_MS }, async () => {
  await buildPeople(server.deps, { fan: member(), peer: creator() })
  const [fan, peer] = [await server.signIn('fan'), await server.signIn('peer')]
  const { here, userId, picture, signalId } = await createCanaryPerson(server, fan, peer)

  // The search does find what is there; otherwise an empty result would prove nothing.
  for (const text of [...Object.values(CANARIES), userId])
    expect.soft(await placesOf(server.deps, text), text).not.toEqual([])
  expect(await tablesThatProveNothing(server)).toEqual([])
  expect((await filesOf(server.deps.config.dataDir)).length).toBeGreaterThanOrEqual(2)
  expect((await fan.fetch(picture)).status).toBe(200)

  await requestDeletion(here, CANARIES.username, PASSWORD)
  await server.settled()
  clock.pass(14.01)
  // Discovery continues for half an hour after a person has connected a broker.
  await runScheduled(server, 'discover_connections')
  await server.settled()
  await removeWhoeverIsDue(server)
  // The sweep runs every hour. Counts are written once a second, so the last requests may be counted after it.
  await expect
    .poll(async () => {
      await sweep(server.deps)
      return await placesOf(server.deps, userId)
    })
    // The audit log keeps the id, but nothing that tells whose it was.
    .toEqual(['public.audit_log'])

  for (const [name, text] of Object.entries(CANARIES))
    // Others' texts stay theirs, and the name in them no longer leads to anybody.
    expect
      .soft(await placesOf(server.deps, text), text)
      .toEqual(name === 'username' ? ['public.comments', 'public.signals'] : [])
  const mentions = await server.deps.db.selectFrom('signalMentions').select('name').execute()
  expect(mentions).toEqual([])
  // The picture and the copy of the data were the only objects; the log's head and its database's address name no one.
  const files = async () =>
    (await filesOf(server.deps.config.dataDir)).map((file) => basename(file)).toSorted()
  // While an entry is logged, there is another file beside it.
  await expect.poll(files).toEqual(['log-head', 'log-head-database'])
  expect((await server.visitor().fetch(picture)).status).toBe(404)

  // The author's last entry in the log says that they left, and nothing leads from the author to the person.
  const left = async () =>
    (
      await server.deps.pool.query<{ user_id: string | null }>(
        `select a.user_id from record_entries e join record_authors a using (author) where e.kind = 'leave'`,
      )
    ).rows
  await expect.poll(left).toEqual([{ user_id: null }])

  // What outlives the person.
  const kept = await server.deps.db
    .selectFrom('signals as g')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .select(['g.id', 'u.displayName'])
    .where('u.isFormer', '=', true)
    .execute()
  expect(kept).toHaveLength(2)
  expect(kept).toContainEqual({ id: signalId, displayName: 'Former member' })
  const payments = await server.deps.db.selectFrom('payments').select('amountInCents').execute()
  expect(payments).toEqual([{ amountInCents: 950 }])
})
