// Pictures that a moderator removed: copies are refused, and what looks like them waits for a decision.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pictureHash } from '#server/adapters/profile-picture.ts'
import { answerAppeal } from '#server/features/safety/appeal.ts'
import { decide } from '#server/features/safety/decide.ts'
import { openCase } from '#server/features/safety/open-case.ts'
import { decisionActs } from '#server/staff.ts'
import { reports } from '#shared/contracts/reports.ts'
import { uploads } from '#shared/contracts/uploads.ts'
import { users } from '#shared/contracts/users.ts'
import {
  type Setup,
  setUpCreatorAndSubscriber,
  startServerOnTestClock,
} from '#test/features/billing/creator-and-subscriber.ts'
import { emails } from '#test/emails.ts'
import { refusal } from '#test/refusal.ts'
import type { TestServer } from '#test/server.ts'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'

let server: TestServer
const moderator = member({ role: 'moderator' })
let ada: Person
let jonas: Person
beforeAll(async () => {
  server = await startServerOnTestClock()
  ;({ ada, jonas } = await buildPeople(server.deps, { ada: moderator, jonas: moderator }))
})
afterAll(() => server.stop())

let { nina, ben } = {} as Setup
beforeEach(async () => void ({ nina, ben } = await setUpCreatorAndSubscriber(server)))

const REASONS = {
  facts: 'Another person’s photo.',
  ground: 'rule',
  reference: 'Rule 5: Be yourself',
} as const
let caseId = ''
/** Removes a profile's picture; returns the decision's id. */
async function hideProfileOf(person: Person): Promise<string> {
  const { deps } = server
  caseId = await openCase(deps, ada.id, person.id, 'impersonation')
  return await decide(deps, decisionActs(deps), ada.id, caseId, { ...REASONS, measure: 'hide' })
}
async function reverse(decisionId: string): Promise<void> {
  const { deps } = server
  await nina.browser.call(reports.appeal, { params: { id: decisionId }, body: { text: 'It is my own.' } })
  const answer = { outcome: 'reversed', answer: 'You are right.' } as const
  await answerAppeal(deps, decisionActs(deps), jonas.id, caseId, answer)
}
/** ada, who has used her second factor. */
async function moderating() {
  const browser = await server.signIn('ada')
  const { db, clock } = server.deps
  await db.updateTable('sessions').set({ factorAt: clock.now() }).where('userId', '=', ada.id).execute()
  return browser
}
const seen = () => ben.browser.call(users.byId, { params: { id: nina.id } })

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

/** The same picture with enough of its blocks inverted that it is similar, but not a copy. */
async function nearTo(grays: Buffer): Promise<Buffer> {
  const hash = await pictureHash(await drawn(grays))
  const changed = Buffer.from(grays)
  for (const [place, gray] of grays.entries()) {
    changed[place] = 255 - gray
    const picture = await drawn(changed)
    const bits = bitsBetween(hash, await pictureHash(picture))
    if (bits >= 8 && bits <= 11) return picture
    if (bits > 11) changed[place] = gray
  }
  throw new Error('No similar picture was found')
}

test('a picture that looks like a removed one waits for a moderator, who shows it or keeps it out', async () => {
  const grays = createHash('sha512').update(`near ${nina.username}`).digest()
  await upload(nina, await drawn(grays))
  await hideProfileOf(nina)
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
    await server.jobsDone()
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
    'We rejected your new picture on Signalpost',
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
  await hideProfileOf(nina)
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
  const pixels = await drawn(grays)
  await upload(nina, pixels)
  const decisionId = await hideProfileOf(nina)
  expect((await seen()).profileImageUrl).toBeNull()
  expect(await refusal(upload(ben, pixels, 'jpeg'))).toMatchObject({ status: 409, code: 'picture_removed' })
  await reverse(decisionId)
  expect((await seen()).profileImageUrl).not.toBeNull()
  await upload(ben, pixels, 'jpeg')
})

test('nobody but moderators can open a removed picture by its address, until an appeal brings it back', async () => {
  const { objectPath } = await upload(nina, await drawn(createHash('sha512').update(nina.id).digest()))
  const statuses = async () => {
    await server.jobsDone()
    const all = [server.visitor(), ben.browser, nina.browser, await moderating()]
    return await Promise.all(all.map(async (browser) => (await browser.fetch(objectPath ?? '')).status))
  }
  expect(await statuses()).toEqual([200, 200, 200, 200])
  const decisionId = await hideProfileOf(nina)
  expect(await statuses()).toEqual([404, 404, 404, 200])
  await reverse(decisionId)
  expect(await statuses()).toEqual([200, 200, 200, 200])
})

test('a reported picture that its owner replaces stays with the case, and its copies are refused', async () => {
  const reported = await drawn(createHash('sha512').update(`reported ${nina.username}`).digest())
  const { objectPath } = await upload(nina, reported)
  const { deps } = server
  const openedId = await openCase(deps, ada.id, nina.id, 'intimate_pictures')
  await upload(nina, await drawn(createHash('sha512').update(`after ${nina.username}`).digest()))
  await server.jobsDone()
  expect((await server.visitor().fetch(objectPath ?? '')).status).toBe(404)
  expect((await (await moderating()).fetch(objectPath ?? '')).status).toBe(200)
  await decide(deps, decisionActs(deps), ada.id, openedId, { ...REASONS, measure: 'hide' })
  expect(await refusal(upload(ben, reported, 'jpeg'))).toMatchObject({ code: 'picture_removed' })
})
