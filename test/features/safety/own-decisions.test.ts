// However many decisions and reports a person has, each is in the list and opens by its link.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reports } from '#shared/contracts/reports.ts'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'
import { refusal } from '#test/refusal.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'

const COUNT = PAGE_SIZE_MAX + 20
let server: TestServer
let people: Record<'theo' | 'rosa', Person>
let [theo, rosa] = [] as unknown as [Browser, Browser]
/** Newest first. */
let decided: { decisionId: string }[]
let dismissed: { decisionId: string; reportId: string }[]
beforeAll(async () => {
  server = await startServer({ sequencer: false })
  people = await buildPeople(server.deps, { theo: member(), rosa: member() })
  ;[theo, rosa] = [await server.signIn('theo'), await server.signIn('rosa')]
  const { db } = server.deps
  const made = (measure: 'suspend' | 'dismiss') =>
    sql<{ decisionId: string; reportId: string }>`
    with made as (
        select gen_random_uuid() as case_id, gen_random_uuid() as decision_id, gen_random_uuid() as report_id,
          now() - n * interval '1 hour' as at from generate_series(1, ${COUNT}) n),
      added as (insert into cases (id, subject_kind, subject_id, author_id, snapshot, state, opened_at, due_at, closed_at)
        select case_id, 'profile', ${people.theo.id}::uuid, ${people.theo.id}::uuid, '{}', 'closed', at, at, at from made),
      decided as (insert into decisions (id, case_id, measure, facts, ground, reference, is_automatic, territory, starts_at)
        select decision_id, case_id, ${measure}, 'Facts', 'rule', 'Rule 1', false, 'everywhere', at from made),
      reported as (insert into reports (id, reporter_id, subject_kind, subject_id, reason, text, case_id, created_at, closed_at)
        select report_id, ${people.rosa.id}::uuid, 'profile', ${people.theo.id}::uuid, 'spam', '', case_id, at, at from made)
    select decision_id, report_id from made order by at desc`.execute(db)
  decided = (await made('suspend')).rows
  dismissed = (await made('dismiss')).rows
})
afterAll(() => server.stop())

const open = (by: Browser, id: string) => by.call(reports.decision, { params: { id } })

test('all decisions about a person are listed in pages, newest first', async () => {
  const ids: string[] = []
  for (let path: string | undefined = '/api/decisions?limit=100'; path !== undefined;) {
    const page = await theo.fetch(path)
    ids.push(...((await page.json()) as { id: string }[]).map(({ id }) => id))
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(ids).toEqual(decided.map(({ decisionId }) => decisionId))
})

test('the oldest decision opens by its id for its author, the oldest report for its reporter, and nobody else', async () => {
  const [decision, report] = [decided.at(-1)!, dismissed.at(-1)!]
  expect(await open(theo, decision.decisionId)).toMatchObject({
    decision: { id: decision.decisionId, measure: 'suspend' },
    report: null,
  })
  for (const id of [report.reportId, report.decisionId])
    expect(await open(rosa, id)).toMatchObject({
      decision: null,
      report: { id: report.reportId, outcome: { measure: 'dismiss' } },
    })
  // A dismissed report isn't a decision about its subject.
  for (const id of [report.reportId, report.decisionId, server.deps.clock.newId()])
    expect(await refusal(open(theo, id))).toMatchObject({ status: 404, code: 'decision_not_found' })
})

test('the oldest decision can be appealed', async () => {
  const { decisionId: id } = decided.at(-1)!
  const sent = await theo.call(reports.appeal, { params: { id }, body: { text: 'It was a quote.' } })
  expect(sent).toMatchObject({ id, appeal: { text: 'It was a quote.' } })
})
