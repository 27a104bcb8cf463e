// Deleting one's account: hidden at once, kept by signing in, removed after 14 days.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { dataExports } from '#shared/contracts/data-exports.ts'
import { deletion } from '#shared/contracts/deletion.ts'
import { follows } from '#shared/contracts/follows.ts'
import { signals } from '#shared/contracts/signals.ts'
import { users } from '#shared/contracts/users.ts'
import { daysClock } from '#test/features/billing/billing-steps.ts'
import { emails } from '#test/emails.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { formerAuthorOf, removeWhoeverIsDue, requestDeletion, sees } from './deletion-steps.ts'
import { CONSENT } from '#test/browser.ts'

const clock = daysClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock })))
afterAll(() => server.stop())

let count = 0
let ada: Person
let fan: Person
let here: Browser
let fanHere: Browser
let signalId: string
beforeEach(async () => {
  count += 1
  const names = [`ada_${count}`, `fan_${count}`] as const
  const people: Record<string, Person> = await buildPeople(server.deps, {
    [names[0]]: member({ signals: [{ content: 'My own words', tickers: ['ASML'] }] }),
    [names[1]]: member({ follows: [names[0]] }),
  })
  ada = people[names[0]] as Person
  fan = people[names[1]] as Person
  here = await server.signIn(ada.username)
  fanHere = await server.signIn(fan.username)
  const [first] = await here.call(signals.byUser, { params: { id: ada.id }, query: {} })
  signalId = first?.id ?? ''
})

const feedOfFan = () => fanHere.call(signals.feed, { query: { scope: 'everyone' } })
const isInFeed = async () => (await feedOfFan()).some(({ id }) => id === signalId)

test('from the first day nobody else sees the person, and all devices are signed out', async () => {
  const phone = await server.signIn(ada.username)
  expect([await sees(fanHere, ada.id), await isInFeed()]).toEqual([true, true])
  const before = clock.now().getTime()
  const { deletedAt } = await requestDeletion(here, ada.username.toUpperCase())
  expect(deletedAt.getTime() - before).toBeGreaterThanOrEqual(14 * 86_400_000)
  expect(deletedAt.getTime() - before).toBeLessThan(14 * 86_400_000 + 60_000)
  expect(await here.call(auth.currentUser)).toBeNull()
  expect(await phone.call(auth.currentUser)).toBeNull()
  expect([await sees(fanHere, ada.id), await isInFeed()]).toEqual([false, false])
  const found = await fanHere.call(users.list, { query: { query: ada.username } })
  expect(found.map(({ id }) => id)).not.toContain(ada.id)
  const followed = await fanHere.call(follows.following, { params: { id: fan.id }, query: {} })
  expect(followed).toEqual([])
  expect(await refusal(fanHere.call(signals.byId, { params: { id: signalId } }))).toMatchObject({
    code: 'signal_not_found',
  })
})

test('an email says when the account is deleted, and how to keep it', async () => {
  await requestDeletion(here, ada.username)
  await server.jobsDone()
  const [email, ...more] = await emails(server.deps, ada.email)
  expect(more).toEqual([])
  expect(email?.subject).toMatch(/^Your account will be deleted on \w+ \d+, \d{4}$/)
  expect(email?.text).toContain('press “Keep my account”')
})

test('a deletion request with a wrong username is refused', async () => {
  const body = { username: 'somebody' }
  expect(await refusal(here.call(deletion.request, { body }))).toMatchObject({ code: 'wrong_username' })
  expect(await here.call(auth.currentUser)).toMatchObject({ username: ada.username, deletedAt: null })
  expect(await sees(fanHere, ada.id)).toBe(true)
})

test('after signing in, the person may only keep the account, copy the data and sign out', async () => {
  const { deletedAt } = await requestDeletion(here, ada.username)
  const back = await server.signIn(ada.username)
  expect(await back.call(auth.currentUser)).toMatchObject({ deletedAt: deletedAt.toISOString() })
  const attempts = [
    () => back.call(signals.feed, { query: {} }),
    () => back.call(users.updateProfile, { body: { bio: 'Still here' } }),
    () => back.call(follows.follow, { body: { followingId: fan.id } }),
    () => requestDeletion(back, ada.username),
  ]
  for (const attempt of attempts)
    expect(await refusal(attempt())).toMatchObject({ status: 403, code: 'account_leaving' })
  expect((await back.send('POST', '/api/portfolio/imports', {})).body).toMatchObject({
    code: 'account_leaving',
  })
  expect(await back.call(dataExports.latest)).toMatchObject({ state: 'none' })
  expect(await back.call(auth.logout)).toEqual({ message: 'Logged out' })
})

test('a kept account is unchanged', async () => {
  await requestDeletion(here, ada.username)
  clock.pass(13)
  await removeWhoeverIsDue(server)
  const back = await server.signIn(ada.username)
  expect(await back.call(deletion.undo)).toMatchObject({ username: ada.username, deletedAt: null })
  expect(await back.call(signals.feed, { query: {} })).toHaveLength(1)
  fanHere = await server.signIn(fan.username)
  expect([await sees(fanHere, ada.id), await isInFeed()]).toEqual([true, true])
  await server.jobsDone()
  const subjects = (await emails(server.deps, ada.email)).map(({ subject }) => subject)
  expect(subjects).toContain('You keep your account')
  clock.pass(2)
  await removeWhoeverIsDue(server)
  await server.signIn(ada.username)
})

test('keeping an account that isn’t being deleted does nothing and sends no email', async () => {
  expect(await here.call(deletion.undo)).toMatchObject({ deletedAt: null })
  await server.jobsDone()
  expect(await emails(server.deps, ada.email)).toEqual([])
})

test('on the last day it is too late to keep the account, even before the job has run', async () => {
  await requestDeletion(here, ada.username)
  const back = await server.signIn(ada.username)
  clock.pass(14)
  expect(await refusal(back.call(deletion.undo))).toMatchObject({ status: 409, code: 'deletion_started' })
})

test('after 14 days the signal stays as a former member’s, without its text', async () => {
  await requestDeletion(here, ada.username)
  clock.pass(14.01)
  await removeWhoeverIsDue(server)
  expect(await refusal(server.signIn(ada.username))).toMatchObject({ code: 'wrong_credentials' })
  const former = await formerAuthorOf(server, signalId)
  expect(former).toMatchObject({
    displayName: 'Former member',
    isFormer: true,
    content: 'The text was deleted with its author’s account.',
    tickers: '["ASML"]',
  })
  expect(former.id).not.toBe(ada.id)
  fanHere = await server.signIn(fan.username)
  const shown = await fanHere.call(signals.byId, { params: { id: signalId } })
  expect(shown.author).toMatchObject({ displayName: 'Former member', username: former.username })
  expect(shown.content).toBe('The text was deleted with its author’s account.')
  expect(await refusal(server.signIn(former.username))).toMatchObject({ code: 'wrong_credentials' })
  const listed = await fanHere.call(users.list, { query: { query: 'Former' } })
  expect(listed).toEqual([])
  await removeWhoeverIsDue(server)
  expect(await formerAuthorOf(server, signalId)).toEqual(former)
})

test('a private person’s signals stay hidden', async () => {
  await here.call(users.updateProfile, { body: { isPublic: false } })
  await requestDeletion(here, ada.username)
  clock.pass(14.01)
  await removeWhoeverIsDue(server)
  fanHere = await server.signIn(fan.username)
  expect(await refusal(fanHere.call(signals.byId, { params: { id: signalId } }))).toMatchObject({
    code: 'signal_not_found',
  })
})

test('the email can be used again, and the username of a person without a record', async () => {
  for (const { browser, username } of [
    { browser: here, username: ada.username },
    { browser: fanHere, username: fan.username },
  ])
    await requestDeletion(browser, username)
  clock.pass(14.01)
  await removeWhoeverIsDue(server)
  const again = (username: string, email: string) =>
    server
      .visitor()
      .call(auth.register, { body: { ...CONSENT, username, email, password: 'quiet harbor lamp' } })
  expect(await again(fan.username, ada.email)).toMatchObject({ username: fan.username })
  // Others remember ada's record by this name.
  const taken = { status: 409, code: 'username_taken', message: 'Username is already taken' }
  for (const name of [ada.username, ada.username.toUpperCase()])
    expect(await refusal(again(name, `${name}@again.example`))).toMatchObject(taken)
  const other = await server.signIn(fan.username, 'quiet harbor lamp')
  const rename = other.call(users.updateProfile, { body: { username: ada.username } })
  expect(await refusal(rename)).toMatchObject(taken)
})

test('no cascade reaches a signal: a person with signals can’t simply be deleted', async () => {
  const gone = server.deps.db.deleteFrom('users').where('id', '=', ada.id).execute()
  await expect(gone).rejects.toThrow('signals_user_id_fkey')
})

test('a signal of somebody who stays can’t be moved to a former member', async () => {
  await requestDeletion(here, ada.username)
  clock.pass(14.01)
  await removeWhoeverIsDue(server)
  const former = await formerAuthorOf(server, signalId)
  const [other] = Object.values(
    await buildPeople(server.deps, { [`eve_${count}`]: member({ signals: ['Mine'] }) }),
  )
  const change = (content: string) =>
    server.deps.db
      .updateTable('signals')
      .set({ userId: former.id, content })
      .where('userId', '=', other?.id ?? '')
      .execute()
  await expect(change(former.content)).rejects.toThrow('a signal is a record and cannot be changed')
})
