// What a suspended person and one who may not sell can do, on every copy of the server, and what their subscribers pay.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { notify } from '#server/db/notify.ts'
import { answerAppeal } from '#server/features/safety/appeal.ts'
import { decide, type NewDecision } from '#server/features/safety/decide.ts'
import { openCase } from '#server/features/safety/open-case.ts'
import { decisionActs } from '#server/staff.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { auth } from '#shared/contracts/auth.ts'
import { billing } from '#shared/contracts/billing.ts'
import { notices } from '#shared/contracts/notices.ts'
import { reports } from '#shared/contracts/reports.ts'
import { signals } from '#shared/contracts/signals.ts'
import { uploads } from '#shared/contracts/uploads.ts'
import { users } from '#shared/contracts/users.ts'
import type { Request } from '#shared/endpoint.ts'
import {
  setUpCreatorAndSubscriber,
  type Setup,
  startServerOnTestClock,
} from '#test/features/billing/creator-and-subscriber.ts'
import { runScheduled, subscribeTo } from '#test/features/billing/billing-steps.ts'
import { emails } from '#test/emails.ts'
import { openLive, SOON } from '#test/live-page.ts'
import { refusal } from '#test/refusal.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'

let server: TestServer
const moderator = member({ role: 'moderator' })
let ada: Person
let jonas: Person
beforeAll(async () => {
  server = await startServerOnTestClock()
  server.deps.changes.subscribe({
    onNotification: ({ userIds }) => void heard.push(...userIds),
    onConnected: () => undefined,
  })
  ;({ ada, jonas } = await buildPeople(server.deps, { ada: moderator, jonas: moderator }))
})
afterAll(() => server.stop())

let { nina, ben, own, pass } = {} as Setup
beforeEach(async () => void ({ nina, ben, own, pass } = await setUpCreatorAndSubscriber(server)))

const REASONS = {
  facts: 'Six promises in a week.',
  ground: 'rule',
  reference: 'Rule 3: No promised returns',
} as const
let caseId = ''
async function decideAbout(person: Person, decision: Pick<NewDecision, 'measure' | 'days'>): Promise<string> {
  const { deps } = server
  caseId = await openCase(deps, ada.id, person.id, 'sure_return')
  const id = await decide(deps, decisionActs(deps), ada.id, caseId, { ...REASONS, ...decision })
  await done()
  return id
}
const WAIT = { timeout: WAIT_TIMEOUT_MS }
/** The people whom the server was notified about. */
const heard: string[] = []
/**
 * A decision enqueues a job for each subscription, which enqueues an email once Stripe has answered. The server goes by
 * a cached session until it is notified of the change.
 */
async function done(): Promise<void> {
  for (let step = 0; step < 2; step += 1) {
    await server.jobsDone()
    await server.settled()
  }
  const last = randomUUID()
  await notify(server.deps.db, [last], 'account')
  await vi.waitFor(() => expect(heard).toContain(last), WAIT)
}
const pausedFrom = async () => (await own()).pausedFrom
const post = () => nina.browser.call(signals.post, { body: { content: 'Buy', signalType: 'buy' } })
const seen = () => ben.browser.call(users.byId, { params: { id: nina.id } })
async function reverse(decisionId: string): Promise<void> {
  const { deps } = server
  await nina.browser.call(reports.appeal, { params: { id: decisionId }, body: { text: 'They were quotes.' } })
  const answer = { outcome: 'reversed', answer: 'You are right.' } as const
  await answerAppeal(deps, decisionActs(deps), jonas.id, caseId, answer)
  await done()
}

test('a suspended person can’t post on any copy, their open page is notified, and an appeal ends it', async () => {
  // The copy has the same clock and mailbox, because it runs jobs, too.
  const { clock, config } = server.deps
  const copy = await startServer({ database: server.database, clock, config: { dataDir: config.dataDir } })
  onTestFinished(() => copy.stop())
  const elsewhere = copy.visitor((await server.signIn(nina.username)).cookies)
  expect((await elsewhere.call(auth.currentUser))?.suspension).toBeNull()
  await post()
  const page = await openLive(elsewhere)
  const decisionId = await decideAbout(nina, { measure: 'suspend', days: 7 })
  await vi.waitFor(() => expect(page.events).toContain('account'), SOON)
  expect(await refusal(post())).toMatchObject({ status: 403, code: 'suspended' })
  const body = { content: 'Buy', signalType: 'buy' as const }
  expect(await refusal(elsewhere.call(signals.post, { body }))).toMatchObject({ code: 'suspended' })
  expect(await seen()).toMatchObject({ suspension: { reference: REASONS.reference } })
  // An earlier receipt may be sent after this email.
  const mail = (await emails(server.deps, nina.email)).find(
    ({ subject }) => subject === 'Your account is suspended on Signalpost',
  )
  const [alert] = await nina.browser.call(alerts.list, { query: {} })
  expect(alert).toMatchObject({ kind: 'moderation', facts: { moderation: 'suspended', decisionId } })
  for (const part of [
    'Six promises in a week.',
    'A moderator, without a report.',
    'until',
    'name, bio or picture',
  ])
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(part)
  await reverse(decisionId)
  await post()
  expect((await seen()).suspension).toBeNull()
  page.close()
})

test('a person who abuses reports can’t report for a while, and can do everything else', async () => {
  const report = { subjectKind: 'profile', subjectId: ben.id, reason: 'spam' } as const
  await nina.browser.call(reports.send, { body: report })
  await decideAbout(nina, { measure: 'stop_reporting', days: 7 })
  expect(await refusal(nina.browser.call(reports.send, { body: report }))).toMatchObject({
    status: 403,
    code: 'reporting_stopped',
  })
  await post()
  expect((await seen()).suspension).toBeNull()
  await pass(7.1)
  await nina.browser.call(reports.send, { body: report })
})

test('a suspension ends by itself', async () => {
  await decideAbout(nina, { measure: 'suspend', days: 7 })
  await pass(6.9)
  expect(await refusal(post())).toMatchObject({ code: 'suspended' })
  await pass(0.2)
  await post()
  expect((await seen()).suspension).toBeNull()
})

test('renewals of a creator who may not sell pause, nobody new subscribes, and they resume', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  const decisionId = await decideAbout(nina, { measure: 'stop_selling', days: null })
  await expect.poll(pausedFrom, WAIT).not.toBeNull()
  const paused = async () =>
    (await emails(server.deps, ben.email)).filter(({ subject }) => subject.includes('is paused'))
  await expect.poll(paused, WAIT).toHaveLength(1)
  expect((await paused())[0]?.text).toContain('because of a decision by our moderators')
  await post()
  const other = await buildPeople(server.deps, { [`new_${nina.username}`]: member() })
  const newcomer = await server.signIn(Object.keys(other)[0] ?? '')
  expect(await refusal(newcomer.call(billing.create, { body: { creatorId: nina.id } }))).toMatchObject({
    code: 'creator_paused',
  })
  await reverse(decisionId)
  await expect.poll(pausedFrom, WAIT).toBeNull()
})

const suspended = async () => {
  const { withSubscribers, withoutSubscribers } = await server.visitor().call(notices.transparency)
  return [withSubscribers.suspended, withoutSubscribers.suspended]
}

test('renewals resume when a suspension is over', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  const [before = 0, without] = await suspended()
  await decideAbout(nina, { measure: 'suspend', days: 7 })
  await expect.poll(pausedFrom, WAIT).not.toBeNull()
  expect(await suspended()).toEqual([before + 1, without])
  // The figures say whether she had subscribers then, not whether they stayed.
  const { db } = server.deps
  await db.updateTable('subscriptions').set({ status: 'canceled' }).where('creatorId', '=', nina.id).execute()
  expect(await suspended()).toEqual([before + 1, without])
  await db.updateTable('subscriptions').set({ status: 'active' }).where('creatorId', '=', nina.id).execute()
  await pass(7.1)
  await runScheduled(server, 'enqueue_pauses')
  await expect.poll(pausedFrom, WAIT).toBeNull()
})

test('hiding a profile removes name, picture and bio, and an appeal brings back what wasn’t replaced', async () => {
  await nina.browser.call(users.updateProfile, {
    body: { displayName: 'Warren B.', bio: 'The one from Omaha' },
  })
  const decisionId = await decideAbout(nina, { measure: 'hide' })
  expect(await seen()).toMatchObject({ displayName: null, bio: null })
  await nina.browser.call(users.updateProfile, { body: { bio: 'Not from Omaha' } })
  await reverse(decisionId)
  expect(await seen()).toMatchObject({ displayName: 'Warren B.', bio: 'Not from Omaha' })
})

test('a suspended person can’t show a new name, bio or picture, and can remove them', async () => {
  const change = (body: Request<typeof users.updateProfile>['body']) =>
    nina.browser.call(users.updateProfile, { body })
  await change({ displayName: 'Nina N.', bio: 'Six wins in a row' })
  const decisionId = await decideAbout(nina, { measure: 'suspend', days: 7 })
  const tries = [
    change({ displayName: 'Sure Nina' }),
    change({ bio: 'Guaranteed' }),
    change({ username: `sure_${nina.username}` }),
    change({ profileImageUrl: 'https://pictures.example/me.png' }),
    nina.browser.call(uploads.start, { body: { contentType: 'image/png', size: 10 } }),
    nina.browser.call(uploads.setPicture, { body: { profileImageURL: '/objects/uploads/me' } }),
  ]
  for (const refused of await Promise.all(tries.map(refusal)))
    expect(refused).toMatchObject({ status: 403, code: 'profile_suspended' })
  // The form always sends all fields.
  await change({ displayName: 'Nina N.', bio: 'Six wins in a row', isPublic: true })
  await change({ bio: null })
  expect(await seen()).toMatchObject({ displayName: 'Nina N.', bio: null })
  await reverse(decisionId)
  await change({ bio: 'Back again' })
})
