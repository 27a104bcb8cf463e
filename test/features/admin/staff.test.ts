// Moderators and administrators over HTTP: their role, their second factor, and what they do.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPERATOR } from '#server/audit/origin.ts'
import { admin } from '#shared/contracts/admin.ts'
import { adminCases } from '#shared/contracts/admin-cases.ts'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import { reports } from '#shared/contracts/reports.ts'
import { signals } from '#shared/contracts/signals.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { emails } from '#test/emails.ts'
import { refusal } from '#test/refusal.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { removeAdminCommand } from '#tools/scripts/admin-cases.ts'

const clock = settableClock()
let server: TestServer
let people: Record<'theo' | 'rosa' | 'ada' | 'jonas', Person>
let ada: Browser
let jonas: Browser
let rosa: Browser
let theo: Browser
beforeAll(async () => {
  server = await startServer({ clock })
  people = await buildPeople(server.deps, {
    theo: creator({ signals: ['Guaranteed to triple'] }),
    rosa: member({ follows: ['theo'] }),
    ada: member({ role: 'administrator' }),
    jonas: member({ role: 'moderator' }),
  })
  const { db } = server.deps
  rosa = await server.signIn('rosa')
  theo = await server.signIn('theo')
  ada = await server.signIn('ada')
  jonas = await server.signIn('jonas')
  for (const name of ['ada', 'jonas'] as const)
    await db
      .updateTable('sessions')
      .set({ factorAt: clock.now() })
      .where('userId', '=', people[name].id)
      .execute()
})
afterAll(() => server.stop())

/** The id of the open case after rosa reported theo's signal. */
async function reported(): Promise<string> {
  const [signal] = await rosa.call(signals.byUser, { params: { id: people.theo.id }, query: {} })
  const report = { subjectKind: 'signal', subjectId: signal?.id ?? '', reason: 'sure_return' } as const
  await rosa.call(reports.send, { body: report })
  return (await jonas.call(adminCases.cases, { query: {} }))[0]?.id ?? ''
}
const audited = async (event: string) =>
  await server.deps.db
    .selectFrom('auditLog')
    .select(['actor', 'actorId', 'userId', 'target', 'reason'])
    .where('event', '=', event as never)
    .orderBy('createdAt', 'desc')
    .execute()

test('a moderator without a second factor in this session is refused until they enter a code', async () => {
  const here = await server.signIn('jonas')
  const list = () => here.call(adminCases.cases, { query: {} })
  expect(await refusal(list())).toMatchObject({ status: 403, code: 'factor_required' })
  const { secret } = await here.call(factors.setUpAuthenticator)
  const code = () => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
  await here.call(factors.confirmAuthenticator, { body: { code: code() } })
  expect(await refusal(list())).toMatchObject({ code: 'factor_required' })
  clock.pass(30_000)
  expect(await refusal(here.call(factors.reauthenticateWithCode, { body: { code: '12345' } }))).toMatchObject(
    {
      code: 'wrong_code',
    },
  )
  await here.call(factors.reauthenticateWithCode, { body: { code: code() } })
  expect(await list()).toEqual([])
  // Signing in with a code counts, too.
  clock.pass(30_000)
  const again = server.visitor()
  const body = { username: 'jonas', password: 'signalpost' }
  expect(await refusal(again.call(auth.login, { body }))).toMatchObject({ code: 'second_factor_required' })
  const user = await again.call(factors.loginWithCode, { body: { code: code() } })
  expect(user.role).toBe('moderator')
  expect(await again.call(adminCases.cases, { query: {} })).toEqual([])
})

test('the second factor is required again after twelve hours', async () => {
  const { db } = server.deps
  const before = new Date(clock.now().getTime() - 12 * 3_600_000)
  const own = db.updateTable('sessions').where('userId', '=', people.ada.id)
  await own.set({ factorAt: before }).execute()
  expect(await refusal(ada.call(admin.overview))).toMatchObject({ code: 'factor_required' })
  await own.set({ factorAt: clock.now() }).execute()
  expect(await ada.call(admin.overview)).toMatchObject({ newPeople: 0, people: 4, openCases: 0 })
})

test('a moderator decides cases, but nothing about money, jobs or the waitlist', async () => {
  for (const call of [admin.overview, admin.waitlist, admin.jobs])
    expect(await refusal(jonas.call(call))).toMatchObject({ status: 403, code: 'not_administrator' })
  expect(await refusal(rosa.call(adminCases.cases, { query: {} }))).toMatchObject({ code: 'not_moderator' })
})

test('a moderator whose role ends while the page is open is refused at the next call', async () => {
  const { db } = server.deps
  const id = await reported()
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const record = async () => {}
  await removeAdminCommand({ ...server.deps, by: OPERATOR, record }, ['jonas', '--json'])
  expect(printed.mock.lastCall).toEqual(['{"username":"jonas","role":null}'])
  printed.mockRestore()
  expect(await audited('moderator.removed')).toMatchObject([{ actor: 'operator', userId: people.jonas.id }])
  await expect(removeAdminCommand({ ...server.deps, by: OPERATOR, record }, ['jonas'])).rejects.toThrow(
    'jonas has no role',
  )
  const body = { measure: 'dismiss', reason: 'It is an opinion.' } as const
  expect(await refusal(jonas.call(adminCases.decide, { params: { id }, body }))).toMatchObject({
    code: 'not_moderator',
  })
  await db
    .insertInto('moderators')
    .values({ personId: people.jonas.id, role: 'moderator', createdAt: clock.now() })
    .execute()
})

test('a case shows the object as reported; one moderator hides it, another answers the appeal, and the reporter is notified of both', async () => {
  const id = await reported()
  const found = await ada.call(adminCases.case, { params: { id } })
  expect(found).toMatchObject({
    reasons: ['sure_return'],
    object: { username: 'theo', content: 'Guaranteed to triple' },
    author: { username: 'theo', earlier: 0 },
    list: [{ reporter: 'rosa', reason: 'sure_return' }],
    decision: null,
  })
  expect(await audited('admin.case')).toMatchObject([{ actorId: people.ada.id, target: id }])
  const body = {
    measure: 'hide',
    reason: 'It promises a return.',
    reference: 'Rule 3: No promised returns',
  } as const
  const decided = await ada.call(adminCases.decide, { params: { id }, body })
  expect(decided.decision).toMatchObject({ measure: 'hide', moderator: 'ada' })
  expect(await audited('case.hidden')).toMatchObject([
    { actorId: people.ada.id, userId: people.theo.id, reason: 'Rule 3: No promised returns' },
  ])
  await server.jobsDone()
  expect((await emails(server.deps, people.rosa.email)).at(-1)?.subject).toBe('We hid what you reported')
  expect(await refusal(jonas.call(adminCases.decide, { params: { id }, body }))).toMatchObject({
    status: 409,
    code: 'case_decided',
  })
  const decisionId = decided.decision?.id ?? ''
  await theo.call(reports.appeal, { params: { id: decisionId }, body: { text: 'I quoted somebody.' } })
  expect(await ada.call(adminCases.cases, { query: {} })).toMatchObject([{ id, measure: 'hide' }])
  const answer = { outcome: 'reversed', answer: 'It was a quote.' } as const
  const byAda = ada.call(adminCases.answer, { params: { id: decisionId }, body: answer })
  expect(await refusal(byAda)).toMatchObject({ code: 'own_decision' })
  const answered = await jonas.call(adminCases.answer, { params: { id: decisionId }, body: answer })
  expect(answered.appeal).toMatchObject({ outcome: 'reversed', answer: 'It was a quote.' })
  await server.jobsDone()
  expect((await emails(server.deps, people.theo.email)).at(-1)?.subject).toBe('Your appeal succeeded')
  const last = (await emails(server.deps, people.rosa.email)).at(-1)
  expect(last?.subject).toBe('We changed our decision about your report')
  expect(last?.text).toContain('It was a quote.')
})

test('people are found by name, email and id, and each search is recorded without its words', async () => {
  const find = async (search: string) =>
    (await jonas.call(adminCases.people, { body: { search } })).people.map(({ username }) => username)
  expect(await find('THE')).toEqual(['theo'])
  expect(await find('theo@example.com')).toEqual(['theo'])
  expect(await find('theo@example')).toEqual([])
  expect(await find(people.rosa.id)).toEqual(['rosa'])
  expect(await find('%')).toEqual([])
  expect(await audited('admin.people')).toHaveLength(5)
  expect((await audited('admin.people')).map(({ target }) => target)).toEqual([null, null, null, null, null])
  const { total } = await jonas.call(adminCases.people, { body: {} })
  expect(total).toBe(4)
})

test('a moderator opens a case without a report, and never about themselves', async () => {
  const open = (id: string) =>
    jonas.call(adminCases.openCase, { params: { id }, body: { reason: 'impersonation' } })
  const opened = await open(people.rosa.id)
  expect(opened).toMatchObject({ subjectKind: 'profile', reasons: ['impersonation'], reports: 0 })
  expect((await open(people.rosa.id)).id).toBe(opened.id)
  expect(await refusal(open(people.jonas.id))).toMatchObject({ code: 'own_case' })
  const body = { measure: 'dismiss', reason: 'Nothing wrong.' } as const
  await jonas.call(adminCases.decide, { params: { id: opened.id }, body })
})

test('an administrator invites the people who have waited longest, and each act is recorded', async () => {
  for (const name of ['una', 'ugo'])
    await server.visitor().call(waitlist.join, { body: { email: `${name}@example.com` } })
  expect(await ada.call(admin.waitlist)).toMatchObject({ total: 2, invited: 0 })
  expect(await ada.call(admin.invite, { body: { limit: 1 } })).toMatchObject({ sent: 1, waiting: 1 })
  expect(await ada.call(admin.waitlist)).toMatchObject({
    total: 1,
    invited: 1,
    waiting: [{ email: 'ugo@example.com' }],
  })
  expect(await audited('admin.waitlist')).toHaveLength(3)
})

test('a job that failed for good is listed and runs again', async () => {
  const { db } = server.deps
  const { sql } = await import('kysely')
  await sql`select graphile_worker.add_job('email_cancellation', '{"subscriptionId":"nonsense"}', max_attempts => 1)`.execute(
    db,
  )
  await expect.poll(async () => (await ada.call(admin.jobs)).jobs).toHaveLength(1)
  const [job] = (await ada.call(admin.jobs)).jobs
  expect(job).toMatchObject({ task: 'email_cancellation', attempts: 1, attemptsMax: 1, nextAt: null })
  expect(await ada.call(admin.retryJob, { params: { id: job?.id ?? '' } })).toEqual({ isRetried: true })
  expect(await ada.call(admin.retryJob, { params: { id: '999999' } })).toEqual({ isRetried: false })
  expect(await ada.call(admin.retryEvent, { params: { id: 'evt_missing' } })).toEqual({ isRetried: false })
})

test('emails, payments and the audit log are listed without more than administrators need', async () => {
  const sent = await ada.call(admin.emails, { query: {} })
  expect(sent.map(({ recipient }) => recipient)).toContain('t…@example.com')
  expect(await ada.call(admin.payments, { query: {} })).toEqual([])
  const missing = ada.call(admin.payments, { query: { user: 'nobody_here' } })
  expect(await refusal(missing)).toMatchObject({ code: 'user_not_found' })
  const refund = ada.call(admin.refund, { params: { id: 'in_missing' }, body: { reason: 'They asked.' } })
  expect(await refusal(refund)).toMatchObject({ status: 404, code: 'payment_not_found' })
  const [entry] = await ada.call(admin.audit, { query: { event: 'admin.refund' } })
  expect(entry).toMatchObject({ actor: 'ada', target: 'in_missing', reason: 'They asked.' })
})
