// The calls refused to people whom a moderator restricted, and what moderators and administrators may call.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from '#server/db/notify.ts'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { buildPeople, member } from '#tools/demo/build-people.ts'

const ID = '00000000-0000-4000-8000-000000000000'
/** Where an id isn't a UUID. */
const IDS: Record<string, string> = {
  'POST /api/admin/jobs/:id/retries': '999999999',
  'POST /api/admin/events/:id/retries': 'evt_1',
  'POST /api/admin/payments/:id/refunds': 'in_1',
}
const BODIES: Record<string, object> = {
  'POST /api/signals': { content: 'Buy', signalType: 'buy' },
  'POST /api/signals/:id/comments': { body: 'Why?' },
  'PUT /api/comments/:id': { body: 'Why?' },
  'POST /api/reports': { subjectKind: 'profile', subjectId: ID, reason: 'spam' },
  'POST /api/admin/cases': { url: '/@max', reason: 'spam' },
  'POST /api/admin/cases/:id/claim': {},
  'POST /api/admin/cases/:id/decisions': { measure: 'dismiss', reason: 'Nothing wrong.' },
  'POST /api/admin/cases/:id/looks': { outcome: 'kept', answer: 'It stays.' },
  'POST /api/admin/cases/:id/confirmation': { agrees: true },
  'POST /api/admin/appeals/:id': { outcome: 'kept', answer: 'It stays.' },
  'POST /api/admin/people': { search: 'max' },
  'POST /api/admin/people/:id/cases': { reason: 'spam' },
  'POST /api/admin/waitlist/invitations': { limit: 1 },
  'POST /api/admin/payments/:id/refunds': { reason: 'Asked for it.' },
  'POST /api/admin/refund-requests/:id/answer': { decision: 'none', answer: 'No.' },
}

/** The forbidden calls, by the kind of restriction. */
const FORBIDDEN = {
  post: {
    calls: ['POST /api/signals', 'POST /api/signals/:id/comments', 'PUT /api/comments/:id'],
    code: 'suspended',
  },
  report: { calls: ['POST /api/reports', 'POST /api/reports/:id/look'], code: 'reporting_stopped' },
}

// ada: an administrator; edda: a moderator; nils: a moderator who entered no code; olga: a moderator until a moment ago
const STAFF = `
200 200 403 403 GET /api/admin/cases
201 201 403 403 POST /api/admin/cases
404 404 403 403 GET /api/admin/cases/:id
404 404 403 403 POST /api/admin/cases/:id/claim
404 404 403 403 DELETE /api/admin/cases/:id/claim
404 404 403 403 POST /api/admin/cases/:id/decisions
404 404 403 403 POST /api/admin/appeals/:id
404 404 403 403 POST /api/admin/cases/:id/looks
404 404 403 403 POST /api/admin/cases/:id/confirmation
200 200 403 403 POST /api/admin/people
404 404 403 403 POST /api/admin/people/:id/cases
200 403 403 403 GET /api/admin/overview
200 403 403 403 GET /api/admin/waitlist
200 403 403 403 POST /api/admin/waitlist/invitations
200 403 403 403 GET /api/admin/payments
404 403 403 403 POST /api/admin/payments/:id/refunds
200 403 403 403 GET /api/admin/refund-requests
404 403 403 403 POST /api/admin/refund-requests/:id/answer
200 403 403 403 GET /api/admin/jobs
200 403 403 403 POST /api/admin/jobs/:id/retries
200 403 403 403 POST /api/admin/events/:id/retries
200 403 403 403 GET /api/admin/emails
200 403 403 403 GET /api/admin/audit
`
const WAIT = { timeout: WAIT_TIMEOUT_MS }
const rows = STAFF.trim()
  .split('\n')
  .map((line) => line.split(' '))

let server: TestServer
let staff: Browser[]
let max: Browser
const endpoints = Object.values(contract).flatMap((feature): Endpoint[] => Object.values(feature))

beforeAll(async () => {
  server = await startServer()
  const { db, clock } = server.deps
  const people = await buildPeople(server.deps, {
    ada: member({ role: 'administrator' }),
    edda: member({ role: 'moderator' }),
    nils: member({ role: 'moderator' }),
    olga: member({ role: 'moderator' }),
    max: member(),
  })
  const signedIn = await Promise.all(
    (['ada', 'edda', 'nils', 'olga'] as const).map((name) => server.signIn(name)),
  )
  staff = signedIn
  for (const name of ['ada', 'edda', 'olga'] as const)
    await db
      .updateTable('sessions')
      .set({ factorAt: clock.now() })
      .where('userId', '=', people[name].id)
      .execute()
  await db.deleteFrom('moderators').where('personId', '=', people.olga.id).execute()
  max = await server.signIn('max')
})
afterAll(() => server.stop())

const ask = async (browser: Browser, call: string) => {
  const [method = '', path = ''] = call.split(' ')
  const answer = await browser.send(method, path.replace(':id', IDS[call] ?? ID), BODIES[call])
  return answer as { status: number; body: { code?: string } }
}

test('the table has every call of moderators and administrators', () => {
  const known = rows.map(([, , , , method, path = '']) => `${method} ${path.split('?')[0]}`)
  const all = endpoints
    .filter(({ path }) => path.startsWith('/api/admin/'))
    .map(({ method, path }) => `${method} ${path}`)
  expect(known.toSorted()).toEqual(all.toSorted())
})

test.each(rows.map((row) => ({ call: row.slice(4).join(' '), statuses: row.slice(0, 4).map(Number) })))(
  '$call',
  async ({ call, statuses }) => {
    const answers = await Promise.all(staff.map((browser) => ask(browser, call)))
    expect(answers.map(({ status }) => status)).toEqual(statuses)
  },
)

test('the calls that a restriction refuses are exactly these, and nobody else is refused them', async () => {
  const flagged = endpoints.filter(({ forbiddenWhile }) => forbiddenWhile !== undefined)
  expect(flagged.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    Object.values(FORBIDDEN)
      .flatMap(({ calls }) => calls)
      .toSorted(),
  )
  const { db, clock } = server.deps
  for (const [kind, { calls, code }] of Object.entries(FORBIDDEN)) {
    const [first = ''] = calls
    const codeOf = async (call: string) => (await ask(max, call)).body.code
    for (const call of calls) expect(await codeOf(call)).not.toBe(code)
    const decision = await restrict(kind)
    await expect.poll(() => codeOf(first), WAIT).toBe(code)
    for (const call of calls) expect(await ask(max, call)).toMatchObject({ status: 403, body: { code } })
    for (const other of Object.values(FORBIDDEN).filter((one) => one.code !== code))
      for (const call of other.calls) expect(await codeOf(call)).not.toBe(other.code)
    await db
      .updateTable('restrictions')
      .set({ liftedAt: clock.now() })
      .where('decisionId', '=', decision)
      .execute()
    await announced()
    await expect.poll(() => codeOf(first), WAIT).not.toBe(code)
  }
})

/** Sessions are read again once the change is announced. */
const announced = async () => {
  const { id } = await server.deps.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'max')
    .executeTakeFirstOrThrow()
  await server.deps.db.transaction().execute((trx) => notify(trx, [id], 'account'))
  await server.settled()
}

async function restrict(kind: string): Promise<string> {
  const { db, clock } = server.deps
  const { id: personId } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'max')
    .executeTakeFirstOrThrow()
  const [now, caseId, id] = [clock.now(), clock.newId(), clock.newId()]
  await db
    .insertInto('cases')
    .values({
      id: caseId,
      subjectKind: 'profile',
      subjectId: personId,
      authorId: personId,
      snapshot: '{}',
      state: 'closed',
      openedAt: now,
      closedAt: now,
      dueAt: now,
    })
    .execute()
  const reasons = {
    facts: 'Facts',
    ground: 'rule',
    reference: 'Rule 1',
    measure: 'suspend',
    isAutomatic: false,
    territory: 'everywhere',
  } as const
  await db
    .insertInto('decisions')
    .values({ id, caseId, startsAt: now, decidedBy: null, ...reasons })
    .execute()
  await db
    .insertInto('restrictions')
    .values({ decisionId: id, personId, kind: kind as 'post', startsAt: now })
    .execute()
  await announced()
  return id
}
