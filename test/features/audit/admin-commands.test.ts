// Operators' actions are in the audit log, and `npm run admin -- audit` reads it.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { decideCommand } from '#tools/scripts/admin-cases.ts'
import { ADMIN_COMMANDS, type AdminCommand } from '#server/audit/events.ts'
import { OPERATOR } from '#server/audit/origin.ts'
import { openCase } from '#server/features/safety/open-case.ts'
import { casesIn } from '#server/features/safety/case-store.ts'
import { decide } from '#server/features/safety/decide.ts'
import { report } from '#server/features/safety/report.ts'
import { askForLook } from '#server/features/safety/second-look.ts'
import { decisionActs } from '#server/staff.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

const ADMIN = join(import.meta.dirname, '../../../tools/scripts/admin.ts')

let server: TestServer
let people: Record<'ada' | 'bob' | 'cyd' | 'dov' | 'eli' | 'fay' | 'gus', Person>
let ada = ''
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: member(),
    bob: member(),
    cyd: member({ role: 'moderator' }),
    dov: member({ role: 'moderator' }),
    eli: member(),
    fay: member(),
    gus: member(),
  })
  ada = people.ada.id
})
afterAll(() => server.stop())

/** Runs a command in its own process on the test's database. */
async function admin(...words: string[]): Promise<{ out: string; error: string }> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: server.database.url,
    DATABASE_OWNER_URL: server.database.ownerUrl,
    SESSION_SECRET: server.deps.config.sessionSecret,
    DATA_DIR: server.deps.config.dataDir,
  }
  const run = promisify(execFile)(process.execPath, ['--no-warnings', ADMIN, ...words], { env })
  const { stdout, stderr } = await run.catch((error: unknown) => error as { stdout: string; stderr: string })
  return { out: stdout.trim(), error: stderr.trim() }
}

const NO_SIGNAL = '00000000-0000-4000-8000-000000000000'
/**
 * `restore` is in the log of the restored database (test/backup/backup.test.ts), and `continue-log` only if it changes
 * something (test/features/record/log/continue-log.test.ts).
 */
type Logged = Exclude<AdminCommand, 'restore' | 'continue-log'>
const LOGGED = ADMIN_COMMANDS.filter((command) => command !== 'restore' && command !== 'continue-log')
const WORDS: Record<Logged, { words: string[]; on?: 'ada'; target?: string }> = {
  invite: { words: ['cleo@example.com'] },
  waitlist: { words: [] },
  payments: { words: ['ada'], on: 'ada' },
  'stripe-setup': { words: [] },
  // The refund is recorded before the call to Stripe, even if there is no such payment.
  refund: { words: ['in_missing', '--reason', 'They asked.'], target: 'in_missing' },
  'refund-requests': { words: ['--json'] },
  // Recorded before the request is looked up.
  'answer-refund': { words: [NO_SIGNAL, 'none', '--answer', 'Too late.'], target: NO_SIGNAL },
  unlock: { words: ['ada'], on: 'ada' },
  'end-sessions': { words: ['ada'], on: 'ada' },
  'reset-password': { words: ['ada'], on: 'ada' },
  'export-user': { words: ['ada'], on: 'ada' },
  'remove-factors': { words: ['ada'], on: 'ada' },
  'delete-user': { words: ['ada'], on: 'ada' },
  // It is recorded before the signal is looked up.
  takedown: { words: [NO_SIGNAL, '--reason', 'law'], target: NO_SIGNAL },
  'create-admin': { words: ['ada'], on: 'ada' },
  'remove-admin': { words: ['ada'], on: 'ada' },
  cases: { words: [] },
  // Recorded before the case is looked up.
  case: { words: [NO_SIGNAL], target: NO_SIGNAL },
  // Recorded before the role is checked.
  'open-case': { words: ['ada', '--by', 'bob', '--reason', 'spam'], on: 'ada' },
  claim: { words: [NO_SIGNAL, '--by', 'cyd'], target: NO_SIGNAL },
  release: { words: [NO_SIGNAL, '--by', 'cyd'], target: NO_SIGNAL },
  decide: {
    words: [NO_SIGNAL, 'dismiss', '--by', 'bob', '--facts', 'Nothing wrong.'],
    target: NO_SIGNAL,
  },
  people: { words: ['nobody_here'] },
  overview: { words: [] },
  // It is recorded before the job is looked up.
  jobs: { words: ['--retry', '1'], target: '1' },
  emails: { words: ['--state', 'refused', '--json'] },
  // Recorded before the share is looked up.
  'final-value': { words: ['GONE', '2025-05-30', '30.50', '--source', 'Form 8-K'], target: 'GONE' },
  'rename-ticker': { words: ['FB', 'META', '2022-06-09'], target: 'FB' },
  'reread-history': { words: ['ACME'], target: 'ACME' },
  migrate: { words: ['--json'] },
  // The backup is recorded before the file is written, even if writing fails.
  backup: { words: ['/missing/monday.backup'], target: 'monday.backup' },
  'rotate-key': { words: [] },
  audit: { words: ['ada', '--json'], on: 'ada' },
}

test.each(LOGGED.map((command) => [command]))(
  'the log has the command %s once, with its subject',
  { timeout: WAIT_TIMEOUT_MS },
  async (command) => {
    const { words, on, target = null } = WORDS[command]
    await admin(command, ...words)
    const rows = await server.deps.db
      .selectFrom('auditLog')
      .select(['actor', 'actorId', 'userId', 'target', 'network', 'requestId'])
      .where('event', '=', `admin.${command}`)
      .execute()
    const nobody = { actorId: null, network: null, requestId: null }
    expect(rows).toEqual([{ actor: 'operator', userId: on ? ada : null, target, ...nobody }])
  },
)

test('the log names the operator for changes made by a command', async () => {
  const rows = await server.deps.db
    .selectFrom('auditLog')
    .select(['event', 'actor'])
    .where('userId', '=', ada)
    .where('event', 'in', ['data_export.requested', 'deletion.requested'])
    .orderBy('createdAt')
    .execute()
  expect(rows).toEqual([
    { event: 'data_export.requested', actor: 'operator' },
    { event: 'deletion.requested', actor: 'operator' },
  ])
})

// In this process, because each process takes a second.
test('decide answers reporters and confirms suspensions as the second moderator', async () => {
  const { deps } = server
  const { cyd, eli, fay, gus } = people
  const left = async (reporterId: string, subjectId: string) => {
    const about = { subjectKind: 'profile', subjectId, reason: 'spam', text: '' } as const
    const id = await report(deps, reporterId, about)
    const { caseId } = await deps.db
      .selectFrom('reports')
      .select('caseId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const why = { facts: 'Nothing wrong.', ground: null, reference: null } as const
    await decide(deps, decisionActs(deps), cyd.id, caseId, { ...why, measure: 'dismiss' })
    await askForLook(deps, reporterId, id, 'Look again.')
    return caseId
  }
  const suspended = async (personId: string) => {
    const caseId = await openCase(deps, cyd.id, personId, 'spam')
    const why = { facts: 'Spam.', ground: 'rule', reference: 'No spam', days: null } as const
    await decide(deps, decisionActs(deps), cyd.id, caseId, { ...why, measure: 'suspend' })
    return caseId
  }
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const decided = async (...words: string[]) => {
    await decideCommand({ ...deps, by: OPERATOR, record: async () => {} }, [...words, '--json'])
    return JSON.parse(String(printed.mock.lastCall?.[0])) as unknown
  }
  const [byDov, facts] = [
    ['--by', 'dov'],
    ['--facts', 'Read twice.'],
  ]
  const [eliCase, fayCase] = [await left(fay.id, eli.id), await left(eli.id, fay.id)]
  await expect(decided(eliCase, 'leave', '--by', 'cyd', ...facts)).rejects.toThrow('Another moderator must')
  await expect(decided(eliCase, 'leave', ...byDov)).rejects.toThrow('npm run admin -- decide')
  expect(await decided(eliCase, 'leave', ...byDov, ...facts)).toEqual({ id: eliCase, outcome: 'kept' })
  expect(await casesIn(deps.db, 'open')).toMatchObject([{ id: fayCase, waitsFor: 'look' }])
  expect(await decided(fayCase, 'reopen', ...byDov, ...facts)).toMatchObject({ outcome: 'reopened' })
  expect(await casesIn(deps.db, 'open')).toMatchObject([{ subjectId: fay.id, waitsFor: null }])

  const [first, second] = [await suspended(eli.id), await suspended(gus.id)]
  expect(await decided(first, 'confirm', ...byDov)).toEqual({ id: first, agrees: true })
  expect(await decided(second, 'decline', ...byDov)).toEqual({ id: second, agrees: false })
  const forGood = await deps.db
    .selectFrom('restrictions')
    .select('personId')
    .where('kind', '=', 'post')
    .where('endsAt', 'is', null)
    .execute()
  expect(forGood).toEqual([{ personId: eli.id }])
  printed.mockRestore()
})

test('migrate says what it applied, and can be repeated', { timeout: WAIT_TIMEOUT_MS }, async () => {
  const { out, error } = await admin('migrate', '--json')
  expect(error).toBe('')
  expect(JSON.parse(out)).toMatchObject({ applied: [] })
  expect((await admin('migrate')).out).toBe('Migrations applied: none were missing')
})

test(
  'audit lists a person’s entries by name or id, of one event, since a time',
  { timeout: WAIT_TIMEOUT_MS },
  async () => {
    await server.signIn('bob')
    const { out } = await admin('audit', 'BOB', '--event', 'sign_in', '--json')
    const bob = JSON.parse(out) as { userId: string; event: string; createdAt: string }
    expect(bob).toMatchObject({ event: 'sign_in.password', actor: 'user', network: '127.0.0.0/24' })
    const byId = await admin('audit', bob.userId, '--event', 'sign_in.password', '--since', bob.createdAt)
    expect(byId.out).toMatch(
      /^\S+Z {2}sign_in\.password {2}by [\da-f-]{36} {2}on [\da-f-]{36} {2}from 127\.0\.0\.0\/24 {2}request [\da-f-]{36}$/,
    )
    const later = new Date(Date.parse(bob.createdAt) + 3_600_000).toISOString()
    expect(await admin('audit', 'bob', '--since', later)).toEqual({ out: '', error: '' })
  },
)

test.each([
  [['audit', 'nobody'], 'There is no account with the username nobody.'],
  [['audit', '--event', 'sign_out'], 'There is no event sign_out. Events: account.registered, '],
  [['audit', '--since', 'yesterday'], 'yesterday is not a time.'],
  [['audit', '--all'], 'npm run admin -- invite'],
  [['audit', 'ada', 'bob'], 'npm run admin -- invite'],
])('%s is refused', { timeout: WAIT_TIMEOUT_MS }, async (words, sentence) => {
  const { out, error } = await admin(...words)
  expect([out, error]).toEqual(['', expect.stringContaining(sentence)])
})
