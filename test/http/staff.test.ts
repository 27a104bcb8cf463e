// What moderators and administrators may call, and nobody else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, member } from '#tools/demo/build-people.ts'

const ID = '00000000-0000-4000-8000-000000000000'
/** Where an id isn't a UUID. */
const IDS: Record<string, string> = {
  'POST /api/admin/jobs/:id/retries': '999999999',
  'POST /api/admin/events/:id/retries': 'evt_1',
  'POST /api/admin/payments/:id/refunds': 'in_1',
}
const BODIES: Record<string, object> = {
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
const rows = STAFF.trim()
  .split('\n')
  .map((line) => line.split(' '))

let server: TestServer
let staff: Browser[]
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
