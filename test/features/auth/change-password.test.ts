// Changing the password, with the current one or a passkey.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import { emails, linkIn } from '#test/emails.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { softwareAuthenticator } from './software-authenticator.ts'

const NEW = 'quiet harbor lamp'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

let count = 0
let ben: Person
let here: Browser
beforeEach(async () => {
  const name = `ben_${(count += 1)}`
  ben = (await buildPeople(server.deps, { [name]: member() }))[name] as Person
  here = await server.signIn(name)
})
const change = (currentPassword: string, newPassword = NEW, browser = here) =>
  browser.call(auth.changePassword, { body: { currentPassword, newPassword } })

test('the new password counts, other devices are signed out, and an email says so', async () => {
  const phone = await server.signIn(ben.username)
  expect(await change('signalpost')).toEqual({ message: 'Password changed' })
  expect(await here.call(auth.currentUser)).toMatchObject({ username: ben.username })
  expect(await phone.call(auth.currentUser)).toBeNull()
  expect(await refusal(server.signIn(ben.username))).toMatchObject({ code: 'wrong_credentials' })
  await server.signIn(ben.username, NEW)
  await server.jobsDone()
  const [email, ...more] = await emails(server.deps, ben.email)
  expect(more).toEqual([])
  expect(email?.subject).toBe('Your password was changed')
  expect(email?.text).toContain(`Account: ${ben.username}`)
})

test('a copy of this browser’s cookie stops working, too, and the list still has its session', async () => {
  const copy = server.visitor(here.cookies)
  expect(await copy.call(auth.currentUser)).toMatchObject({ username: ben.username })
  const [before] = await here.call(auth.sessions)
  await change('signalpost')
  expect(await copy.call(auth.currentUser)).toBeNull()
  const [after, ...others] = await here.call(auth.sessions)
  expect(others).toEqual([])
  expect(after).toEqual({ ...before, id: after?.id })
  expect(after?.id).not.toBe(before?.id)
})

test('a wrong current password changes nothing', async () => {
  const phone = await server.signIn(ben.username)
  expect(await refusal(change('not mine'))).toEqual({
    status: 403,
    code: 'wrong_password',
    message: 'This isn’t your current password',
  })
  expect(await phone.call(auth.currentUser)).toMatchObject({ username: ben.username })
  await server.signIn(ben.username)
})

describe('A person who forgot the current password can change it with a passkey', () => {
  let device: ReturnType<typeof softwareAuthenticator>
  let passkey: ReturnType<typeof device.create>['passkey']
  beforeEach(async () => {
    device = softwareAuthenticator(server)
    const created = device.create(await here.call(factors.newPasskeyOptions))
    passkey = created.passkey
    await here.call(factors.addPasskey, { body: { name: 'Laptop', credential: created.credential } })
  })
  const changeWithPasskey = async (browser = here, newPassword = NEW) => {
    const answer = device.use(passkey, await browser.call(factors.passkeyOptions))
    return await browser.call(auth.changePasswordWithPasskey, { body: { newPassword, passkey: answer } })
  }

  test('and other devices are signed out, too', async () => {
    const phone = await server.signIn(ben.username)
    expect(await changeWithPasskey()).toEqual({ message: 'Password changed' })
    expect(await here.call(auth.currentUser)).toMatchObject({ username: ben.username })
    expect(await phone.call(auth.currentUser)).toBeNull()
    await server.signIn(ben.username, NEW)
  })

  test('of their own, not with another person’s', async () => {
    const name = `eve_${count}`
    await buildPeople(server.deps, { [name]: member() })
    const eve = await server.signIn(name)
    expect(await refusal(changeWithPasskey(eve))).toMatchObject({ status: 403, code: 'passkey_refused' })
    await server.signIn(name)
  })

  test('but not to a weak password', async () => {
    expect(await refusal(changeWithPasskey(here, 'iloveyou'))).toMatchObject({ code: 'weak_password' })
    await server.signIn(ben.username)
  })
})

test('a recent sign-in doesn’t replace the current password', async () => {
  expect(await here.send('PUT', '/api/password', { newPassword: NEW })).toMatchObject({
    status: 400,
    body: { message: 'Your current password is required' },
  })
})

test('if two changes come at the same time, one counts', async () => {
  const outcomes = await Promise.allSettled([
    change('signalpost'),
    change('signalpost', 'another harbor lamp'),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test.each([
  ['too short', 'qzvkx', 'invalid', 'Password must be at least 6 characters'],
  ['too common', 'iloveyou', 'weak_password', 'This password is too easy to guess. Choose another one.'],
])('a new password that is %s is refused', async (_what, newPassword, code, message) => {
  expect(await refusal(change('signalpost', newPassword))).toEqual({ status: 400, code, message })
  await server.signIn(ben.username)
})

test('a link sent earlier no longer sets a password afterwards', async () => {
  await server.visitor().call(auth.requestPasswordReset, { body: { login: ben.email } })
  await server.jobsDone()
  const [email] = await emails(server.deps, ben.email)
  if (!email) throw new Error('No email came')
  const token = linkIn(email).hash.replace('#token=', '')
  await change('signalpost')
  const reset = server
    .visitor()
    .call(auth.resetPassword, { body: { token, password: 'another harbor lamp' } })
  expect(await refusal(reset)).toMatchObject({ code: 'link_used' })
})

test('a person has 20 guesses of the current password an hour', async () => {
  const limited = await startServer({ settings: { RATE_LIMITS: 'on' } })
  await buildPeople(limited.deps, { cleo: member() })
  const browser = await limited.signIn('cleo')
  const body = { currentPassword: 'not mine', newPassword: NEW }
  const statuses: number[] = []
  for (let n = 0; n < 21; n += 1) statuses.push((await browser.send('PUT', '/api/password', body)).status)
  expect(statuses).toEqual([...Array<number>(20).fill(403), 429])
  await limited.stop()
})
