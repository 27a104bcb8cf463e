// Two moderators for a permanent suspension, and another look for reporters whose report was left as it is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCase } from '#server/features/safety/open-case.ts'
import { answerAppeal } from '#server/features/safety/appeal.ts'
import { casesIn } from '#server/features/safety/case-store.ts'
import { confirmSuspension } from '#server/features/safety/confirm-suspension.ts'
import { decide } from '#server/features/safety/decide.ts'
import { answerLook } from '#server/features/safety/second-look.ts'
import { decisionActs } from '#server/staff.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { reports } from '#shared/contracts/reports.ts'
import { signals } from '#shared/contracts/signals.ts'
import { CONFIRMATION_DAYS } from '#shared/limits.ts'
import { alertText } from '#shared/rules/alert-text.ts'
import { emails } from '#test/emails.ts'
import { daysClock } from '#test/features/billing/billing-steps.ts'
import { refusal, resultOrCode } from '#test/refusal.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

const clock = daysClock()
let server: TestServer
let people: Record<'theo' | 'rosa' | 'omar' | 'ada' | 'aki', Person>
let [theo, rosa, omar] = [] as unknown as [Browser, Browser, Browser]
let signalId: string
let caseId: string
beforeAll(async () => {
  server = await startServer({ clock, sequencer: false })
  const { db } = server.deps
  people = await buildPeople(server.deps, {
    theo: creator({ signals: ['A bold claim'] }),
    rosa: member(),
    omar: member(),
    ada: member({ role: 'moderator' }),
    aki: member({ role: 'moderator' }),
  })
  ;[theo, rosa, omar] = [
    await server.signIn('theo'),
    await server.signIn('rosa'),
    await server.signIn('omar'),
  ]
  signalId = (await db.selectFrom('signals').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => server.stop())

const acts = decisionActs({ clock })
const RULE = { facts: 'Six promises in a week.', ground: 'rule', reference: 'No promised returns' } as const
const codeOf = (attempt: Promise<unknown>) => resultOrCode(attempt.then(() => 'done'))
const mailTo = async (name: keyof typeof people) => {
  await server.jobsDone()
  return await emails(server.deps, people[name].email)
}
const codeOfCall = async (attempt: () => Promise<unknown>) => {
  await server.settled()
  return await attempt().then(
    () => 'done',
    async (error: unknown) => (await refusal(Promise.reject(error as Error))).code,
  )
}
const post = () =>
  codeOfCall(() => theo.call(signals.post, { body: { content: 'Again', signalType: 'buy' } }))
const waiting = async () => (await casesIn(server.deps.db, 'open')).map(({ id, waitsFor }) => [id, waitsFor])

test('a permanent suspension holds for some days, and for good once a second moderator confirms it', async () => {
  caseId = await openCase(server.deps, people.ada.id, people.theo.id, 'sure_return')
  const decisionId = await decide(server.deps, acts, people.ada.id, caseId, {
    ...RULE,
    measure: 'suspend',
    days: null,
  })
  await server.settled()
  expect(await post()).toBe('suspended')
  const [decision] = await theo.call(reports.decisions, { query: {} })
  expect(decision?.endsAt?.getTime()).toBe(decision!.decidedAt.getTime() + CONFIRMATION_DAYS * 86_400_000)
  const first = (await mailTo('theo')).at(-1)
  expect(first?.text.replaceAll(/\s+/g, ' ')).toContain('and permanently if a second moderator confirms it')
  expect(await waiting()).toContainEqual([caseId, 'confirmation'])

  expect(await codeOf(confirmSuspension(server.deps, people.ada.id, caseId, true))).toBe('own_suspension')
  expect(await codeOf(confirmSuspension(server.deps, people.rosa.id, caseId, true))).toBe('not_moderator')
  const both = [true, false].map((agrees) =>
    codeOf(confirmSuspension(server.deps, people.aki.id, caseId, agrees)),
  )
  expect((await Promise.all(both)).toSorted()).toEqual(['confirmation_not_found', 'done'])
  await server.deps.db
    .updateTable('decisions')
    .set({ confirmation: 'waiting', endsAt: decision!.endsAt })
    .where('id', '=', decisionId)
    .execute()
  await confirmSuspension(server.deps, people.aki.id, caseId, true)
  clock.pass(CONFIRMATION_DAYS + 1)
  await server.settled()
  theo = await server.signIn('theo')
  expect(await post()).toBe('suspended')
  expect(await theo.call(reports.decisions, { query: {} })).toMatchObject([{ id: decisionId, endsAt: null }])
  const last = (await mailTo('theo')).at(-1)
  const said = last?.text.replaceAll(/\s+/g, ' ')
  expect(said).toContain('Everywhere, permanently')
  expect(said).toContain('A moderator, without a report.')
  // Confirming gives no more time to appeal.
  const until = /you can appeal until (\w+ \d+, \d+)/
  expect(until.exec(said ?? '')?.[1]).toBe(until.exec(first?.text.replaceAll(/\s+/g, ' ') ?? '')?.[1])
  expect(await waiting()).not.toContainEqual([caseId, 'confirmation'])
})

test('nobody can confirm what an appeal has taken back, and without a confirmation it ends by itself', async () => {
  await server.deps.db.deleteFrom('restrictions').execute()
  const suspend = async () => {
    caseId = await openCase(server.deps, people.ada.id, people.omar.id, 'spam')
    return await decide(server.deps, acts, people.ada.id, caseId, { ...RULE, measure: 'suspend', days: null })
  }
  const write = async () => {
    omar = await server.signIn('omar')
    const body = { subjectKind: 'signal', subjectId: signalId, reason: 'spam' } as const
    return await codeOfCall(() => omar.call(reports.send, { body }))
  }
  const first = await suspend()
  await omar.call(reports.appeal, { params: { id: first }, body: { text: 'No.' } })
  await answerAppeal(server.deps, acts, people.aki.id, caseId, { outcome: 'reversed', answer: 'Right.' })
  expect(await codeOf(confirmSuspension(server.deps, people.aki.id, caseId, true))).toBe(
    'confirmation_not_found',
  )

  const second = await suspend()
  clock.pass(CONFIRMATION_DAYS + 1)
  expect(await codeOf(confirmSuspension(server.deps, people.aki.id, caseId, true))).toBe('confirmation_late')
  await confirmSuspension(server.deps, people.aki.id, caseId, false)
  expect(await write()).toBe('done')
  const row = await server.deps.db
    .selectFrom('restrictions')
    .select('endsAt')
    .where('decisionId', '=', second)
    .executeTakeFirstOrThrow()
  expect(row.endsAt!.getTime()).toBeLessThan(clock.now().getTime())
})

describe('A report that was left as it is', () => {
  const REPORT = { subjectKind: 'signal', reason: 'sure_return', text: 'Look' } as const
  let reportId: string
  const dismissed = async () => {
    rosa = await server.signIn('rosa')
    reportId = (await rosa.call(reports.send, { body: { ...REPORT, subjectId: signalId } })).id
    const report = await server.deps.db
      .selectFrom('reports')
      .select('caseId')
      .where('id', '=', reportId)
      .executeTakeFirstOrThrow()
    caseId = report.caseId
    const opinion = { measure: 'dismiss', facts: 'An opinion.', ground: null, reference: null } as const
    const decisionId = await decide(server.deps, acts, people.ada.id, caseId, opinion)
    // The reporter's email about it comes before any other.
    await server.jobsDone()
    return decisionId
  }
  const ask = (by = rosa, text = 'It names a sure return.') =>
    by.call(reports.askForLook, { params: { id: reportId }, body: { text } })

  test('gets another look once, from another moderator, who leaves it again and says why', async () => {
    const decisionId = await dismissed()
    const [alert] = await rosa.call(alerts.list, { query: { filter: 'safety' } })
    expect(alertText(alert!)).toMatchObject({
      href: `/appeal/${decisionId}`,
      action: { label: 'Ask for another look' },
    })
    const mail = (await mailTo('rosa')).at(-1)
    expect(mail?.text).toContain(`/appeal/${decisionId}`)
    expect(await refusal(ask(theo))).toMatchObject({ code: 'report_not_found' })
    expect(await ask()).toMatchObject({ look: { outcome: null }, outcome: { measure: 'dismiss' } })
    expect(await refusal(ask())).toMatchObject({ code: 'look_sent' })
    expect(await waiting()).toContainEqual([caseId, 'look'])
    const answer = { outcome: 'kept', answer: 'It says “may”.' } as const
    expect(await codeOf(answerLook(server.deps, people.ada.id, caseId, answer))).toBe('own_decision')
    expect(await codeOf(answerLook(server.deps, people.aki.id, caseId, { ...answer, answer: ' ' }))).toBe(
      'reasons_missing',
    )
    await answerLook(server.deps, people.aki.id, caseId, answer)
    expect(await codeOf(answerLook(server.deps, people.aki.id, caseId, answer))).toBe('appeal_not_found')
    const told = (await mailTo('rosa')).at(-1)
    expect(told?.subject).toBe('We looked again at your report')
    expect(told?.text).toContain('It says “may”.')
    const [own] = await rosa.call(reports.own, { query: { limit: 1 } })
    expect(own).toMatchObject({ look: { outcome: 'kept', answer: 'It says “may”.' } })
  })

  test('gets a new case if the other moderator reopens it, and the reporter gets its decision', async () => {
    await dismissed()
    await ask()
    const next = await answerLook(server.deps, people.aki.id, caseId, {
      outcome: 'reopened',
      answer: 'Agreed.',
    })
    expect(next).not.toBe(caseId)
    expect(await waiting()).toContainEqual([next, null])
    // The first email is sent before the second is caused.
    await server.jobsDone()
    await decide(server.deps, acts, people.ada.id, next, { ...RULE, measure: 'hide' })
    const subjects = (await mailTo('rosa')).map(({ subject }) => subject)
    expect(subjects.slice(-2)).toEqual(['We’re reviewing your report again', 'We hid what you reported'])
  })

  test('gets no other look after the time to appeal', async () => {
    await dismissed()
    clock.pass(184)
    rosa = await server.signIn('rosa')
    expect(await refusal(ask())).toMatchObject({ code: 'look_ended' })
  })
})
