// Reports without an account: they join the case, the outcome is emailed, and figures count them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '#server/features/safety/decide.ts'
import { decisionActs } from '#server/staff.ts'
import { notices, type NewNotice } from '#shared/contracts/notices.ts'
import { reports } from '#shared/contracts/reports.ts'
import { signals } from '#shared/contracts/signals.ts'
import { emails } from '#test/emails.ts'
import { refusal } from '#test/refusal.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'theo' | 'rosa' | 'ada' | 'petra', Person>
let signalId = ''
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    theo: creator({ signals: ['Guaranteed to triple'] }),
    rosa: member(),
    ada: member({ role: 'moderator' }),
    petra: member({ isPublic: false }),
  })
  const rosa = await server.signIn('rosa')
  const [signal] = await rosa.call(signals.byUser, { params: { id: people.theo.id }, query: {} })
  signalId = signal?.id ?? ''
  const body = { subjectKind: 'signal', subjectId: signalId, reason: 'spam' } as const
  await rosa.call(reports.send, { body })
})
afterAll(() => server.stop())

const send = (notice: Partial<Record<keyof NewNotice, unknown>>) =>
  server.visitor().call(notices.send, {
    body: {
      url: `/s/${signalId}`,
      reason: 'sure_return',
      text: 'It promises.',
      isAccurate: true,
      ...notice,
    } as never,
  })
const openCases = () =>
  server.deps.db
    .selectFrom('cases')
    .select(['id', 'subjectId', 'dueAt', 'openedAt'])
    .where('state', '=', 'open')
    .execute()

test('a notice joins the open case, makes it due sooner, and is confirmed and answered by email', async () => {
  const reply = await send({ url: `https://elsewhere.example/s/${signalId}?x=1`, email: 'una@example.com' })
  expect(reply.isConfirmed).toBe(true)
  const [found, ...more] = await openCases()
  expect(more).toEqual([])
  expect(found?.dueAt).toEqual(reply.dueAt)
  const { deps } = server
  const reasons = { facts: 'It promises a return.', ground: 'rule', reference: 'Rule 3' } as const
  await decide(deps, decisionActs(deps), people.ada.id, found?.id ?? '', { measure: 'hide', ...reasons })
  await server.jobsDone()
  const subjects = (await emails(deps, 'una@example.com')).map(({ subject }) => subject)
  expect(subjects).toEqual(['We got your report', 'We hid what you reported'])
})

test('a notice without an email is taken, too, and also about something private', async () => {
  expect(await send({ url: '/@petra' })).toMatchObject({ isConfirmed: false })
  expect(await send({ url: `${server.origin}/profile/PETRA` })).toMatchObject({ isConfirmed: false })
  expect((await openCases()).map(({ subjectId }) => subjectId)).toEqual([people.petra.id])
})

test.each([
  ['a link to nothing', { url: 'https://example.com/' }, 'notice_link'],
  ['a signal that doesn’t exist', { url: '/s/00000000-0000-4000-8000-000000000000' }, 'notice_link'],
  ['a person who doesn’t exist', { url: '/@nobody_here' }, 'notice_link'],
  ['no statement', { isAccurate: false }, 'invalid'],
  ['no text', { text: '  ' }, 'invalid'],
  ['an invisible text', { text: '\u202e\u202e' }, 'invalid'],
  ['a wrong email', { email: 'una' }, 'invalid'],
  [
    'an intimate picture without a signature',
    { reason: 'intimate_pictures', email: 'una@example.com' },
    'invalid',
  ],
  ['an intimate picture without an email', { reason: 'intimate_pictures', signature: 'Una' }, 'invalid'],
])('%s is refused', async (_what, notice, code) => {
  expect(await refusal(send(notice))).toMatchObject({ code })
})

test('a signed notice of an intimate picture is due in 48 hours', async () => {
  const notice = { reason: 'intimate_pictures', signature: 'Una V.', email: 'una@example.com', url: '/@theo' }
  const { dueAt } = await send(notice)
  const hours = (dueAt.getTime() - server.deps.clock.now().getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(47.9)
  expect(hours).toBeLessThanOrEqual(48)
})

test('the figures count reports, notices and decisions, and name nobody', async () => {
  const response = await server.visitor().fetch('/api/transparency')
  const text = await response.text()
  const [year] = (JSON.parse(text) as { years: object[] }).years
  expect(year).toMatchObject({
    reports: 1,
    notices: 4,
    cases: 1,
    hidden: 1,
    dismissed: 0,
    automatic: 0,
    late: 0,
  })
  expect(JSON.parse(text)).toMatchObject({ withoutSubscribers: { creators: 1, suspended: 0 } })
  for (const { username } of Object.values(people)) expect(text).not.toContain(username)
})
