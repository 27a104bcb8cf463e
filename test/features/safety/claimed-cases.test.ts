// Moderators claim cases, so that others see who works on them, and read the history of a case.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { OPERATOR } from '#server/audit/origin.ts'
import { removeModerator } from '#server/features/safety/moderators.ts'
import { adminCases } from '#shared/contracts/admin-cases.ts'
import { reports } from '#shared/contracts/reports.ts'
import { CLAIM_MINUTES } from '#shared/limits.ts'
import { refusal } from '#test/refusal.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { caseCommand, casesCommand } from '#tools/scripts/admin-cases.ts'
import { claimCommand, openCaseCommand, releaseCommand } from '#tools/scripts/admin-claims.ts'

const clock = settableClock()
let server: TestServer
let people: Record<'theo' | 'rosa' | 'ada' | 'edda', Person>
let [theo, rosa, ada, edda] = [] as unknown as [Browser, Browser, Browser, Browser]
let signalId: string
beforeAll(async () => {
  server = await startServer({ clock, sequencer: false })
  people = await buildPeople(server.deps, {
    theo: creator({ signals: ['Guaranteed to triple'] }),
    rosa: member(),
    ada: member({ role: 'moderator' }),
    edda: member({ role: 'moderator' }),
  })
  ;[theo, rosa, ada, edda] = [
    await server.signIn('theo'),
    await server.signIn('rosa'),
    await server.signIn('ada'),
    await server.signIn('edda'),
  ]
  await server.deps.db.updateTable('sessions').set({ factorAt: clock.now() }).execute()
  const signal = await server.deps.db.selectFrom('signals').select('id').executeTakeFirstOrThrow()
  signalId = signal.id
})
afterAll(() => server.stop())

let id: string
beforeEach(async () => {
  await rosa.call(reports.send, { body: { subjectKind: 'signal', subjectId: signalId, reason: 'spam' } })
  id = (await listed(ada, 'open'))[0]?.id ?? ''
})

const listed = (by: Browser, state: 'open' | 'mine') => by.call(adminCases.cases, { query: { state } })
const claim = (by: Browser, takesOver = false) =>
  by.call(adminCases.claim, { params: { id }, body: { takesOver } })
const read = (by: Browser) => by.call(adminCases.case, { params: { id } })
const DISMISS = { measure: 'dismiss', reason: 'It is an opinion.' } as const
const HIDE = { measure: 'hide', reason: 'It promises a return.', reference: 'Rule 3' } as const
const decide = (by: Browser, body: typeof DISMISS | typeof HIDE = DISMISS) =>
  by.call(adminCases.decide, { params: { id }, body })
const passMinutes = (minutes: number) => clock.pass(minutes * 60_000)

test('a moderator claims a case for an hour, the others see who, and take it over only explicitly', async () => {
  expect(await listed(ada, 'mine')).toEqual([])
  const { claim: own } = await claim(ada)
  expect(own).toMatchObject({ by: 'ada', isYours: true })
  expect(own!.until.getTime() - clock.now().getTime()).toBeCloseTo(CLAIM_MINUTES * 60_000, -4)
  expect(await listed(ada, 'mine')).toMatchObject([{ id }])
  expect(await listed(edda, 'mine')).toEqual([])
  expect(await listed(edda, 'open')).toMatchObject([{ id, claim: { by: 'ada', isYours: false } }])
  expect(await refusal(claim(edda))).toMatchObject({ status: 409, code: 'case_claimed' })
  expect((await claim(edda, true)).claim).toMatchObject({ by: 'edda', isYours: true })
  expect(await listed(ada, 'mine')).toEqual([])
  // A moderator can't release another moderator's claim.
  const release = (by: Browser) => by.call(adminCases.release, { params: { id } })
  expect((await release(ada)).claim).toMatchObject({ by: 'edda' })
  expect((await release(edda)).claim).toBeNull()
  await decide(ada)
})

test('a claim expires, and ends with the moderator’s role or when any moderator decides the case', async () => {
  await claim(ada)
  passMinutes(CLAIM_MINUTES + 1)
  expect((await read(edda)).claim).toBeNull()
  expect((await claim(edda)).claim).toMatchObject({ by: 'edda' })
  const { db } = server.deps
  await db.transaction().execute((trx) => removeModerator(trx, people.edda.id))
  expect((await read(ada)).claim).toBeNull()
  const role = { personId: people.edda.id, role: 'moderator', createdAt: clock.now() } as const
  await db.insertInto('moderators').values(role).execute()
  await claim(edda)
  expect((await decide(ada)).claim).toBeNull()
  expect(await refusal(claim(edda))).toMatchObject({ status: 409, code: 'case_decided' })
})

test('nobody claims a case about themselves, or an appeal against their own decision', async () => {
  id = (await ada.call(adminCases.openCase, { params: { id: people.edda.id }, body: { reason: 'spam' } })).id
  expect(await refusal(claim(edda))).toMatchObject({ code: 'own_case' })
  await decide(ada)
  id = (await listed(ada, 'open'))[0]?.id ?? ''
  const { decision } = await decide(ada, HIDE)
  await theo.call(reports.appeal, { params: { id: decision!.id }, body: { text: 'It is a quote.' } })
  expect(await refusal(claim(ada))).toMatchObject({ code: 'own_decision' })
  expect((await claim(edda)).claim).toMatchObject({ by: 'edda' })
  const answer = { outcome: 'reversed', answer: 'You are right.' } as const
  const answered = await edda.call(adminCases.answer, { params: { id: decision!.id }, body: answer })
  expect(answered.claim).toBeNull()
})

test('the history shows who reported, claimed, decided, appealed and answered, and earlier decisions', async () => {
  passMinutes(1)
  await claim(ada)
  passMinutes(1)
  await claim(edda, true)
  passMinutes(1)
  const { decision } = await decide(ada, HIDE)
  passMinutes(1)
  await theo.call(reports.appeal, { params: { id: decision!.id }, body: { text: 'It is a quote.' } })
  passMinutes(1)
  const answer = { outcome: 'kept', answer: 'It stays.' } as const
  await edda.call(adminCases.answer, { params: { id: decision!.id }, body: answer })
  const { history } = await read(ada)
  const lines = history.map(({ what, by, measure }) => [what, by, ...(measure ? [measure] : [])].join(' '))
  expect(lines.slice(0, 6)).toEqual([
    'appeal_kept edda',
    'appealed theo',
    'decided ada hide',
    'taken_over edda',
    'claimed ada',
    'first_report rosa',
  ])
  expect(history.slice(6)).toMatchObject([
    { what: 'earlier', by: 'ada', measure: 'hide', facts: 'It promises a return.' },
  ])
  expect(history[6]?.caseId).not.toBe(id)
})

test('a moderator opens a case from a link, and the history names them', async () => {
  await decide(ada)
  const open = (by: Browser, url: string) =>
    by.call(adminCases.openCaseAt, { body: { url, reason: 'undisclosed_promotion' } })
  expect(await refusal(open(ada, '/@nobody_here'))).toMatchObject({ code: 'notice_link', status: 400 })
  expect(await refusal(open(ada, '/@ada'))).toMatchObject({ code: 'own_case' })
  const opened = await open(ada, `https://elsewhere.example/signal/${signalId}`)
  expect(opened).toMatchObject({
    subjectKind: 'signal',
    reports: 0,
    history: [{ what: 'opened', by: 'ada' }, { what: 'earlier' }, { what: 'earlier' }],
  })
  expect((await open(edda, `/s/${signalId}`)).id).toBe(opened.id)
})

test('the commands claim, list, release and open cases as a moderator', async () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const tools = { ...server.deps, by: OPERATOR, record: async () => {} }
  const last = () => JSON.parse(String(printed.mock.lastCall?.[0])) as unknown
  await claimCommand(tools, [id, '--by', 'ada', '--json'])
  expect(last()).toMatchObject({ id, claimedBy: 'ada' })
  await expect(claimCommand(tools, [id, '--by', 'edda'])).rejects.toThrow(
    'Another moderator holds this case.',
  )
  await claimCommand(tools, [id, '--by', 'edda', '--take-over'])
  expect(printed.mock.lastCall?.[0]).toMatch(/^edda holds [\da-f-]+ until 20/)
  await casesCommand(tools, ['--claimed-by', 'edda', '--json'])
  expect(last()).toMatchObject({ id, claimedBy: 'edda' })
  await releaseCommand(tools, [id, '--by', 'edda', '--json'])
  expect(last()).toEqual({ id, claimedBy: null })
  await caseCommand(tools, [id, '--json'])
  const { history } = last() as { history: { what: string; by: string }[] }
  expect(history.find(({ what }) => what === 'released')).toMatchObject({ by: 'edda' })
  await openCaseCommand(tools, [`/s/${signalId}`, '--by', 'ada', '--reason', 'spam', '--json'])
  expect(last()).toMatchObject({ id })
  await expect(openCaseCommand(tools, ['rosa', '--by', 'ada', '--reason', 'bad'])).rejects.toThrow(
    'Reasons: ',
  )
  await openCaseCommand(tools, ['rosa', '--by', 'ada', '--reason', 'spam', '--json'])
  expect(last()).toMatchObject({ reason: 'spam' })
  printed.mockRestore()
})
