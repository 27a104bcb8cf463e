// Cases are decided: the signal is hidden everywhere, author and reporters get the reasons, and nobody decides about
// themselves.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerAppeal } from '#server/features/safety/appeal.ts'
import { decide, type NewDecision } from '#server/features/safety/decide.ts'
import { tellReporters } from '#server/features/safety/tell-reporters.ts'
import { decisionActs } from '#server/staff.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { record } from '#shared/contracts/record.ts'
import { reports } from '#shared/contracts/reports.ts'
import { signals } from '#shared/contracts/signals.ts'
import { alertText } from '#shared/rules/alert-text.ts'
import { emails } from '#test/emails.ts'
import { daysClock } from '#test/features/billing/billing-steps.ts'
import { refusal, resultOrCode } from '#test/refusal.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

const clock = daysClock()
let server: TestServer
let people: Record<'theo' | 'rosa' | 'omar' | 'ada' | 'aki' | 'paya', Person>
let theo: Browser
let rosa: Browser
let signalId: string
let caseId: string
const TEXT = '+300% by Christmas GUARANTEED'
beforeAll(async () => {
  server = await startServer({ clock })
  people = await buildPeople(server.deps, {
    theo: creator({ role: 'moderator' }),
    rosa: member({ follows: ['theo'], role: 'moderator' }),
    omar: member(),
    ada: member({ role: 'moderator' }),
    aki: member({ role: 'moderator' }),
    paya: member({ subscribesTo: ['theo'], role: 'moderator' }),
  })
  theo = await server.signIn('theo')
  rosa = await server.signIn('rosa')
})
afterAll(() => server.stop())

/** A new signal of theo's that rosa reported. */
beforeEach(async () => {
  const body = { content: TEXT, signalType: 'buy' as const, tickers: ['QBTS'], timeHorizon: 'weeks' as const }
  signalId = (await theo.call(signals.post, { body })).id
  const report = { subjectKind: 'signal', subjectId: signalId, reason: 'sure_return' } as const
  await rosa.call(reports.send, { body: report })
  const row = await server.deps.db
    .selectFrom('cases')
    .select('id')
    .where('subjectId', '=', signalId)
    .executeTakeFirstOrThrow()
  caseId = row.id
})

const hider = decisionActs({ clock })
const HIDE: NewDecision = {
  measure: 'hide',
  facts: 'The text promises a guaranteed return.',
  ground: 'rule',
  reference: 'No promised returns',
}
const DISMISS: NewDecision = { measure: 'dismiss', facts: 'It is an opinion.', ground: null, reference: null }
const decideAs = (name: keyof typeof people, decision = HIDE) =>
  decide(server.deps, hider, people[name].id, caseId, decision)
const codeOf = (attempt: Promise<unknown>) => resultOrCode(attempt.then(() => 'done'))
const seen = (by: Browser) => by.call(signals.byId, { params: { id: signalId } })
const mailTo = async (name: keyof typeof people) => {
  await server.jobsDone()
  return await emails(server.deps, people[name].email)
}

const alertsOf = async (by: Browser) => {
  await server.jobsDone()
  const rows = await by.call(alerts.list, { query: { filter: 'safety' } })
  return rows.map((alert) => alertText(alert))
}

test('a hidden text is gone for everybody, the call stays, and author and reporter are notified', async () => {
  const id = await decideAs('ada')
  for (const name of ['theo', 'rosa', 'omar'] as const) {
    const browser = await server.signIn(name)
    const signal = await seen(browser)
    expect(signal).toMatchObject({ hidden: 'moderated', signalType: 'buy', tickers: ['QBTS'] })
    expect(signal).not.toHaveProperty('content')
    const feed = await browser.fetch('/api/signals/feed?scope=everyone')
    expect(await feed.text()).not.toContain(signalId + '","content')
  }
  for (const path of [`/signal/${signalId}`, `/s/${signalId}`])
    expect(await (await server.visitor().fetch(path)).text()).not.toContain('GUARANTEED')
  const [toTheo] = (await mailTo('theo')).slice(-1)
  expect(toTheo?.subject).toBe('We hid the text of a signal of yours on Signalpost')
  for (const part of [
    'the signal “buy $QBTS”',
    'The text promises a guaranteed return.',
    'Our rules: No promised returns',
    'Everywhere, permanently',
    'A moderator, after a report. Nothing was automatic.',
    'you can appeal until',
  ])
    expect(toTheo?.text.replaceAll(/\s+/g, ' ')).toContain(part)
  expect((await mailTo('rosa')).at(-1)?.subject).toBe('We hid what you reported')
  const [alert] = await alertsOf(theo)
  expect(alert).toMatchObject({
    title: 'A moderator hid the text of a signal of yours',
    href: `/appeal/${id}`,
    action: { label: 'Read the reasons' },
  })
  expect(alert?.fact).toMatch(/^Type, tickers and score stay\. You can appeal until \w+ \d+\.$/)
  expect((await alertsOf(rosa))[0]?.title).toBe('A moderator acted on your report')
  const [own] = await rosa.call(reports.own, { query: { limit: 1 } })
  expect(own).toMatchObject({ outcome: { measure: 'hide' } })
  expect(await seen(rosa)).not.toHaveProperty('isReported')
})

test('the log opens the text of a hidden signal to nobody but its author', async () => {
  await expect
    .poll(async () => (await theo.call(record.opening, { params: { id: signalId } })).text)
    .not.toBeNull()
  expect((await rosa.call(record.opening, { params: { id: signalId } })).text).not.toBeNull()
  await decideAs('ada')
  expect((await rosa.call(record.opening, { params: { id: signalId } })).text).toBeNull()
  expect((await theo.call(record.opening, { params: { id: signalId } })).text).not.toBeNull()
})

test('dismissed reports change nothing, and the reporter gets the reason', async () => {
  const before = (await mailTo('theo')).length
  const alerted = (await alertsOf(theo)).length
  await decideAs('ada', DISMISS)
  expect(await seen(theo)).toMatchObject({ content: TEXT })
  const mail = (await mailTo('rosa')).at(-1)
  expect(mail?.subject).toBe('We reviewed your report')
  expect(mail?.text).toContain('It is an opinion.')
  expect(await mailTo('theo')).toHaveLength(before)
  expect(await alertsOf(theo)).toHaveLength(alerted)
  expect((await alertsOf(rosa))[0]?.title).toBe('A moderator reviewed your report')
  // The same object can be reported again, in a new case.
  await rosa.call(reports.send, { body: { subjectKind: 'signal', subjectId: signalId, reason: 'spam' } })
  const open = await server.deps.db
    .selectFrom('cases')
    .select(['id', 'state'])
    .where('subjectId', '=', signalId)
    .execute()
  expect(open.map(({ state }) => state).toSorted()).toEqual(['closed', 'open'])
})

test.each([
  ['theo', 'own_case'],
  ['rosa', 'own_case'],
  ['paya', 'own_case'],
  ['omar', 'not_moderator'],
  ['ada', 'done'],
] as const)(
  'who decides about theo’s signal that rosa reported and paya pays for: %s gets %s',
  async (name, code) => {
    expect(await codeOf(decideAs(name))).toBe(code)
  },
)

test('of two moderators who decide at once one succeeds, and the other gets an error', async () => {
  const codes = await Promise.all([codeOf(decideAs('ada')), codeOf(decideAs('aki', DISMISS))])
  expect(codes.toSorted()).toEqual(['case_decided', 'done'])
})

test.each([{ facts: ' ' }, { ground: null }, { reference: null }, { reference: ' ' }])(
  'nothing is hidden without complete reasons: %o',
  async (missing) => {
    expect(await codeOf(decideAs('ada', { ...HIDE, ...missing }))).toBe('reasons_missing')
    expect(await seen(theo)).toMatchObject({ content: TEXT })
  },
)

test('a reporter gets one email and one alert, even if the job runs again', async () => {
  await decideAs('ada')
  const told = (await mailTo('rosa')).length
  const alerted = (await alertsOf(rosa)).length
  await tellReporters(server.deps, caseId)
  await tellReporters(server.deps, caseId)
  expect(await mailTo('rosa')).toHaveLength(told)
  expect(await alertsOf(rosa)).toHaveLength(alerted)
})

test('each act is in the audit log with its actor, its author and the case', async () => {
  await decideAs('ada')
  const rows = await server.deps.db
    .selectFrom('auditLog')
    .select(['event', 'actor', 'actorId', 'userId'])
    .where('target', '=', caseId)
    .execute()
  expect(rows).toEqual([
    { event: 'case.hidden', actor: 'user', actorId: people.ada.id, userId: people.theo.id },
  ])
})

const appealText = { text: 'I quoted somebody else, to warn of them.' }
const send = (by: Browser, id: string) => by.call(reports.appeal, { params: { id }, body: appealText })

test('an author appeals once, another moderator answers, and a reversed decision shows the text again', async () => {
  const id = await decideAs('ada')
  expect(await refusal(send(rosa, id))).toMatchObject({ code: 'decision_not_found' })
  expect(await send(theo, id)).toMatchObject({ appeal: { text: appealText.text, outcome: null } })
  expect(await refusal(send(theo, id))).toMatchObject({ status: 409, code: 'appeal_sent' })
  const answer = { outcome: 'reversed', answer: 'You are right.' } as const
  expect(await codeOf(answerAppeal(server.deps, hider, people.ada.id, caseId, answer))).toBe('own_decision')
  expect(await codeOf(answerAppeal(server.deps, hider, people.theo.id, caseId, answer))).toBe('own_case')
  await answerAppeal(server.deps, hider, people.aki.id, caseId, answer)
  expect(await codeOf(answerAppeal(server.deps, hider, people.aki.id, caseId, answer))).toBe(
    'appeal_not_found',
  )
  expect(await seen(rosa)).toMatchObject({ content: TEXT })
  const [decision] = await theo.call(reports.decisions, { query: {} })
  expect(decision).toMatchObject({ id, appeal: { outcome: 'reversed', answer: 'You are right.' } })
  expect((await mailTo('theo')).at(-1)?.subject).toBe('Your appeal succeeded')
  expect((await alertsOf(theo))[0]).toMatchObject({ title: 'Your appeal succeeded', href: `/appeal/${id}` })
  expect((await alertsOf(rosa))[0]?.title).toBe('We changed our decision about your report')
})

test('an appeal after its deadline is refused with a message', async () => {
  const id = await decideAs('ada')
  clock.pass(183.1)
  expect(await refusal(send(await server.signIn('theo'), id))).toMatchObject({
    code: 'appeal_ended',
    message: 'The time to appeal this decision is over',
  })
})
