// What a suspended person and one who may not sell can do, on every copy of the server, and what their subscribers pay.
import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { notify } from '#server/db/notify.ts'
import { answerAppeal } from '#server/features/safety/appeal.ts'
import { decide, type NewDecision } from '#server/features/safety/decide.ts'
import { openCase } from '#server/features/safety/admin-case.ts'
import { pictureHash } from '#server/adapters/profile-picture.ts'
import { decisionActs } from '#server/staff.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { auth } from '#shared/contracts/auth.ts'
import { billing } from '#shared/contracts/billing.ts'
import { reports } from '#shared/contracts/reports.ts'
import { signals } from '#shared/contracts/signals.ts'
import { uploads } from '#shared/contracts/uploads.ts'
import { users } from '#shared/contracts/users.ts'
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
let ada: Person
let jonas: Person
beforeAll(async () => {
  server = await startServerOnTestClock()
  server.deps.changes.subscribe({
    onNotification: ({ userIds }) => void heard.push(...userIds),
    onConnected: () => undefined,
  })
  ;({ ada, jonas } = await buildPeople(server.deps, { ada: member(), jonas: member() }))
  const { db, clock } = server.deps
  for (const { id } of [ada, jonas])
    await db
      .insertInto('moderators')
      .values({ personId: id, role: 'moderator', createdAt: clock.now() })
      .execute()
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
/** Whom the server was notified about. */
const heard: string[] = []
/**
 * A decision enqueues a job for each subscription, which enqueues an email once Stripe has answered. The server allows what a
 * cached session says until it hears of the change.
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

test('a suspended person can’t post on any copy, their open page hears of it, and an appeal ends it', async () => {
  // With the same clock and mailbox, because it does jobs, too.
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
  // A receipt of before may be sent after it.
  const mail = (await emails(server.deps, nina.email)).find(
    ({ subject }) => subject === 'Your account is suspended on Signalpost',
  )
  const [alert] = await nina.browser.call(alerts.list, { query: {} })
  expect(alert).toMatchObject({ kind: 'moderation', facts: { moderation: 'suspended', decisionId } })
  for (const part of ['Six promises in a week.', 'A moderator, without a report.', 'until'])
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
  expect((await paused())[0]?.text).toContain('because of a decision of our moderators')
  await post()
  const other = await buildPeople(server.deps, { [`new_${nina.username}`]: member() })
  const newcomer = await server.signIn(Object.keys(other)[0] ?? '')
  expect(await refusal(newcomer.call(billing.create, { body: { creatorId: nina.id } }))).toMatchObject({
    code: 'creator_paused',
  })
  await reverse(decisionId)
  await expect.poll(pausedFrom, WAIT).toBeNull()
})

test('renewals resume when a suspension is over', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await decideAbout(nina, { measure: 'suspend', days: 7 })
  await expect.poll(pausedFrom, WAIT).not.toBeNull()
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

/** Uploads a picture and sets it. */
async function upload(by: Setup['nina'], pixels: Buffer, format: 'png' | 'jpeg' = 'png') {
  const body = await sharp(pixels).toFormat(format).toBuffer()
  const { uploadURL } = await by.browser.call(uploads.start, { body: {} })
  await fetch(uploadURL, { method: 'PUT', headers: { 'content-type': `image/${format}` }, body })
  return await by.browser.call(uploads.setPicture, { body: { profileImageURL: uploadURL } })
}

const drawn = (grays: Buffer) =>
  sharp(grays, { raw: { width: 8, height: 8, channels: 1 } })
    .resize(64, 64)
    .toColorspace('srgb')
    .png()
    .toBuffer()
const bitsBetween = (a: string | null, b: string | null) =>
  [...(a ?? '')].filter((bit, place) => bit !== b?.[place]).length

/** The same picture with so many of its blocks changed that it is near, but no copy. */
async function nearTo(grays: Buffer): Promise<Buffer> {
  const hash = await pictureHash(await drawn(grays))
  for (let changed = 1; changed < 64; changed += 1) {
    const picture = await drawn(
      Buffer.from(grays.map((gray, place) => (place < changed ? 255 - gray : gray))),
    )
    const bits = bitsBetween(hash, await pictureHash(picture))
    if (bits >= 8 && bits <= 11) return picture
  }
  throw new Error('No picture is near')
}

test('a picture that looks like a removed one waits for a moderator, who shows it or keeps it out', async () => {
  const grays = createHash('sha512').update(`near ${nina.username}`).digest()
  await upload(nina, await drawn(grays))
  await decideAbout(nina, { measure: 'hide' })
  // Another picture isn't held.
  const first = await upload(ben, await drawn(createHash('sha512').update(`other ${ben.username}`).digest()))
  expect(first).not.toHaveProperty('isHeld')
  const near = await nearTo(grays)
  const picture = async () =>
    (await nina.browser.call(users.byId, { params: { id: ben.id } })).profileImageUrl
  expect(await upload(ben, near)).toEqual({ objectPath: first.objectPath, isHeld: true })
  expect(await picture()).toBe(first.objectPath)

  const { db } = server.deps
  const open = async () =>
    await db
      .selectFrom('cases')
      .select(['id', 'snapshot'])
      .where('authorId', '=', ben.id)
      .where('subjectKind', '=', 'picture')
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
  const decideOn = async (id: string, measure: 'dismiss' | 'hide') => {
    const decision = { ...REASONS, measure, days: null }
    const decided = await decide(server.deps, decisionActs(server.deps), ada.id, id, decision)
    await done()
    return decided
  }
  const [shown] = [await open()]
  await decideOn(shown.id, 'dismiss')
  const { profileImageUrl: held } = shown.snapshot as { profileImageUrl: string }
  expect(await picture()).toBe(held)
  expect((await ben.browser.fetch(held)).status).toBe(200)

  expect(await upload(ben, near, 'jpeg')).toMatchObject({ isHeld: true })
  const kept = await open()
  const decisionId = await decideOn(kept.id, 'hide')
  expect(await picture()).toBe(held)
  expect((await emails(server.deps, ben.email)).at(-1)?.subject).toBe(
    'We don’t show your new picture on Signalpost',
  )
  expect(await refusal(upload(ben, near))).toMatchObject({ code: 'picture_removed' })
  // An appeal brings it back.
  await ben.browser.call(reports.appeal, { params: { id: decisionId }, body: { text: 'It is my own.' } })
  const answer = { outcome: 'reversed', answer: 'You are right.' } as const
  await answerAppeal(server.deps, decisionActs(server.deps), jonas.id, kept.id, answer)
  expect(await picture()).toBe((kept.snapshot as { profileImageUrl: string }).profileImageUrl)
})

test('a held picture that was replaced isn’t shown by a late decision', async () => {
  const grays = createHash('sha512').update(`late ${nina.username}`).digest()
  await upload(nina, await drawn(grays))
  await decideAbout(nina, { measure: 'hide' })
  await upload(ben, await nearTo(grays))
  const { id } = await server.deps.db
    .selectFrom('cases')
    .select('id')
    .where('authorId', '=', ben.id)
    .where('subjectKind', '=', 'picture')
    .executeTakeFirstOrThrow()
  const later = await upload(ben, await drawn(createHash('sha512').update(`later ${ben.username}`).digest()))
  await decide(server.deps, decisionActs(server.deps), ada.id, id, { ...REASONS, measure: 'dismiss' })
  const { profileImageUrl } = await nina.browser.call(users.byId, { params: { id: ben.id } })
  expect(profileImageUrl).toBe(later.objectPath)
})

test('a copy of a removed picture is refused at upload, until an appeal brings the picture back', async () => {
  // Another one for each try, because the last try's may still be refused.
  const grays = createHash('sha512').update(nina.username).digest()
  const blocks = sharp(grays, { raw: { width: 8, height: 8, channels: 1 } })
  const pixels = await blocks.resize(64, 64).toColorspace('srgb').png().toBuffer()
  const picture = async (by: Setup['nina'], format: 'png' | 'jpeg') => {
    const body = await sharp(pixels).toFormat(format).toBuffer()
    const { uploadURL } = await by.browser.call(uploads.start, { body: {} })
    await fetch(uploadURL, { method: 'PUT', headers: { 'content-type': `image/${format}` }, body })
    return await by.browser.call(uploads.setPicture, { body: { profileImageURL: uploadURL } })
  }
  await picture(nina, 'png')
  const decisionId = await decideAbout(nina, { measure: 'hide' })
  expect((await seen()).profileImageUrl).toBeNull()
  expect(await refusal(picture(ben, 'jpeg'))).toMatchObject({ status: 409, code: 'picture_removed' })
  await reverse(decisionId)
  expect((await seen()).profileImageUrl).not.toBeNull()
  await picture(ben, 'jpeg')
})
