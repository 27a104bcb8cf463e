// Reports without an account: they join the case, the outcome is emailed, figures count them, and a link asks for another look.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCase } from '#server/features/safety/admin-case.ts'
import { casesIn } from '#server/features/safety/case-store.ts'
import { decide } from '#server/features/safety/decide.ts'
import { answerLook } from '#server/features/safety/second-look.ts'
import { decisionActs } from '#server/staff.ts'
import { comments } from '#shared/contracts/comments.ts'
import { notices, type NewNotice } from '#shared/contracts/notices.ts'
import { reports } from '#shared/contracts/reports.ts'
import { signals } from '#shared/contracts/signals.ts'
import { APPEAL_DAYS } from '#shared/limits.ts'
import { emails, linkIn } from '#test/emails.ts'
import { daysClock } from '#test/features/billing/billing-steps.ts'
import { refusal } from '#test/refusal.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

const clock = daysClock()
let server: TestServer
let people: Record<'theo' | 'rosa' | 'ada' | 'aki' | 'petra', Person>
let signalId = ''
let commentId = ''
beforeAll(async () => {
  server = await startServer({ clock })
  people = await buildPeople(server.deps, {
    theo: creator({ signals: ['Guaranteed to triple'] }),
    rosa: member(),
    ada: member({ role: 'moderator' }),
    aki: member({ role: 'moderator' }),
    petra: member({ isPublic: false }),
  })
  const rosa = await server.signIn('rosa')
  const [signal] = await rosa.call(signals.byUser, { params: { id: people.theo.id }, query: {} })
  signalId = signal?.id ?? ''
  const body = { subjectKind: 'signal', subjectId: signalId, reason: 'spam' } as const
  await rosa.call(reports.send, { body })
  const written = await rosa.call(comments.post, {
    params: { id: signalId },
    body: { body: 'You can’t lose' },
  })
  commentId = written.id
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
const seen = (id: string) =>
  adminCase(server.deps.db, id, { viewerId: people.ada.id, now: server.deps.clock.now() })
const openCases = () =>
  server.deps.db
    .selectFrom('cases')
    .select(['id', 'subjectKind', 'subjectId', 'dueAt', 'openedAt'])
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

test('a notice needs no email, and may be about something private', async () => {
  expect(await send({ url: '/@petra' })).toMatchObject({ isConfirmed: false })
  expect(await send({ url: `${server.origin}/profile/PETRA` })).toMatchObject({ isConfirmed: false })
  expect((await openCases()).map(({ subjectId }) => subjectId)).toEqual([people.petra.id])
})

test('a notice about a comment opens a case about the comment, not about its signal', async () => {
  const url = `${server.origin}/signal/${signalId}?comment=${commentId}`
  await send({ url, email: people.ada.email.toUpperCase() })
  const [opened] = (await openCases()).filter(({ subjectId }) => subjectId === commentId)
  expect(opened).toMatchObject({ subjectKind: 'comment' })
  expect(await seen(opened?.id ?? '')).toMatchObject({
    author: { username: 'rosa' },
    object: { content: 'You can’t lose', signalId },
  })
  // Nobody decides their own report, also if they sent it without their account.
  const { deps } = server
  const dismissed = { measure: 'dismiss', facts: 'No.', ground: null, reference: null } as const
  const decided = decide(deps, decisionActs(deps), people.ada.id, opened?.id ?? '', dismissed)
  await expect(decided).rejects.toMatchObject({ code: 'own_case' })
  for (const [from, to] of [
    [signalId, '00000000-0000-4000-8000-000000000000'],
    [commentId, 'none'],
  ] as const)
    expect(await refusal(send({ url: url.replace(from, to) }))).toMatchObject({ code: 'notice_link' })
  // With its notice, so that the figures below don't count it.
  await server.deps.db.deleteFrom('cases').where('subjectId', '=', commentId).execute()
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

describe('A notice that was left as it is', () => {
  const EMAIL = 'iris@example.com'
  const LEFT = { measure: 'dismiss', facts: 'It says “may”.', ground: null, reference: null } as const
  const decided = (id: string) => decide(server.deps, decisionActs({ clock }), people.ada.id, id, LEFT)
  /** Oldest first. */
  const mails = async () => {
    await server.jobsDone()
    return await emails(server.deps, EMAIL)
  }
  const newestToken = async () => {
    const { pathname, hash } = linkIn((await mails()).at(-1)!)
    expect(pathname).toBe('/second-look')
    return hash.replace('#token=', '')
  }
  /** The case, and the token of the link in the email about it. */
  const dismissed = async () => {
    await send({ name: 'Iris', email: EMAIL })
    const caseId = (await openCases()).find(({ subjectId }) => subjectId === signalId)?.id ?? ''
    await decided(caseId)
    return { caseId, token: await newestToken() }
  }
  const check = (token: string) => server.visitor().call(notices.checkLink, { body: { token } })
  const ask = (token: string) =>
    server.visitor().call(notices.askForLook, { body: { token, text: 'It names a return.' } })

  test('gets another look once, through the link in the email, and one answer goes to this reporter and to a member who reported the same', async () => {
    const rosa = await server.signIn('rosa')
    const body = { subjectKind: 'signal', subjectId: signalId, reason: 'spam' } as const
    const report = await rosa.call(reports.send, { body })
    const { caseId, token } = await dismissed()
    const [id = '', key = ''] = token.split('.')
    const others = server.deps.db.selectFrom('notices').select('id').where('id', '<>', id)
    const other = await others.executeTakeFirstOrThrow()
    for (const wrong of [
      `${other.id}.${key}`,
      `${id}.${key.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      id,
      '',
    ])
      for (const attempt of [check(wrong), ask(wrong)])
        expect(await refusal(attempt)).toMatchObject({ code: 'look_link_not_valid' })
    const subject = expect.stringMatching(/^the signal “.+ by theo$/) as string
    expect(await check(token)).toMatchObject({ subject, facts: 'It says “may”.', look: null })
    expect(await ask(token)).toMatchObject({ text: 'It promises.', look: { outcome: null } })
    expect(await refusal(ask(token))).toMatchObject({ code: 'look_sent' })
    await rosa.call(reports.askForLook, { params: { id: report.id }, body: { text: 'Again.' } })
    const waiting = (await casesIn(server.deps.db, 'open')).find((row) => row.id === caseId)
    expect(waiting).toMatchObject({ waitsFor: 'look' })
    expect(await seen(caseId)).toMatchObject({
      looks: [{ reporter: null }, { reporter: 'rosa' }],
    })
    await answerLook(server.deps, people.aki.id, caseId, { outcome: 'kept', answer: 'It is an opinion.' })
    for (const told of [(await mails()).at(-1), (await emails(server.deps, people.rosa.email)).at(-1)]) {
      expect(told).toMatchObject({ subject: 'We looked again at your report' })
      expect(told?.text).toContain('It is an opinion.')
    }
    expect(await check(token)).toMatchObject({ look: { outcome: 'kept', answer: 'It is an opinion.' } })
  })

  test('is decided again if it is reopened, and its link works until the time to ask is over', async () => {
    const { caseId, token } = await dismissed()
    await ask(token)
    const answer = { outcome: 'reopened', answer: 'Agreed.' } as const
    const next = await answerLook(server.deps, people.aki.id, caseId, answer)
    const [again] = (await seen(next)).list
    expect(again).toMatchObject({ reporter: null, text: 'It names a return.' })
    expect((await mails()).at(-1)?.subject).toBe('We’re reviewing your report again')
    await decided(next)
    const last = await newestToken()
    expect(last).not.toBe(token)
    clock.pass(APPEAL_DAYS - 0.1)
    expect(await check(last)).toMatchObject({ look: null })
    clock.pass(0.2)
    for (const attempt of [check(last), ask(last)])
      expect(await refusal(attempt)).toMatchObject({ code: 'look_ended' })
    expect(await check(token)).toMatchObject({ look: { outcome: 'reopened' } })
  })
})
