// Changing the email: confirmed at the new address, and announced at the old one. The way back is in revert-email.test.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { auth } from '#shared/contracts/auth.ts'
import { email } from '#shared/contracts/email.ts'
import { factors } from '#shared/contracts/factors.ts'
import { REAUTHENTICATION_MINUTES } from '#shared/limits.ts'
import { emails } from '#test/emails.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { emailLinks } from './email-links.ts'
import { CONSENT } from '#test/browser.ts'

const MINUTE_MS = 60_000
const ASKED = 'Someone asked to change your email'
const CHANGED = 'The email of your account was changed'

const clock = settableClock()
let server: TestServer
let links: ReturnType<typeof emailLinks>
beforeAll(async () => {
  server = await startServer({ clock })
  links = emailLinks(server)
})
afterAll(() => server.stop())

let count = 0
let ada: Person
let here: Browser
/** Two addresses that nobody has. */
let [newAddress, otherAddress] = ['', '']
beforeEach(async () => {
  const name = `ada_${(count += 1)}`
  ada = (await buildPeople(server.deps, { [name]: member() }))[name] as Person
  here = await server.signIn(name)
  newAddress = `${name}@new.example.com`
  otherAddress = `${name}@other.example.com`
})

const ask = (address: string, browser = here) => browser.call(email.change, { body: { email: address } })
const addressNow = async (browser = here) => (await browser.call(auth.currentUser))?.email
const changeTo = (address: string) => links.change(here, address)

test('the address changes once the link at the new one is used, and the old one is notified', async () => {
  expect(await ask(newAddress)).toEqual({
    message: `We’ve sent a link to ${newAddress}. It works for 24 hours.`,
  })
  expect(await links.subjects(newAddress)).toEqual(['Confirm your new email'])
  expect(await links.subjects(ada.email)).toEqual([ASKED])
  const { page, token } = await links.newest(newAddress)
  expect(page).toBe('/verify-email')
  const link = { action: 'change', username: ada.username, email: newAddress }
  expect(await links.check(token)).toEqual(link)
  expect(await addressNow()).toBe(ada.email)
  expect(await links.open(token)).toEqual(link)
  expect(await here.call(auth.currentUser)).toMatchObject({ email: newAddress, isEmailVerified: true })
  expect(await refusal(links.open(token))).toMatchObject({ code: 'link_used' })
  expect(await links.subjects(ada.email)).toEqual([ASKED, CHANGED])
  const told = (await emails(server.deps, ada.email)).at(-1)
  expect(told?.text).toContain(`New email: ${newAddress}`)
  expect(await here.call(alerts.list, { query: { filter: 'safety' } })).toMatchObject([
    { kind: 'security', facts: { security: 'email_changed' } },
  ])
})

describe('A change is refused', () => {
  test('for somebody who only found the browser open', async () => {
    clock.pass(REAUTHENTICATION_MINUTES * MINUTE_MS)
    expect(await refusal(ask(newAddress))).toMatchObject({ status: 403, code: 'reauthentication_required' })
    expect(await links.subjects(newAddress)).toEqual([])
    await here.call(factors.reauthenticate, { body: { password: 'signalpost' } })
    await ask(newAddress)
    expect(await links.subjects(newAddress)).toEqual(['Confirm your new email'])
  })

  test.each([
    ['an address without @', () => 'ada', 'invalid', 'Invalid email address'],
    [
      'the same address in capitals',
      () => ada.email.toUpperCase(),
      'same_email',
      'This is already your email',
    ],
  ])('to %s', async (_what, address, code, message) => {
    expect(await refusal(ask(address()))).toEqual({ status: 400, code, message })
  })

  test('to an address that is taken, both when it is requested and when it is confirmed', async () => {
    const taken = { status: 409, code: 'email_taken', message: 'Email is already registered' }
    const name = `ben_${count}`
    await ask(newAddress)
    const { token } = await links.newest(newAddress)
    await buildPeople(server.deps, { [name]: member({ email: newAddress, isEmailVerified: false }) })
    expect(await refusal(ask(newAddress.toUpperCase()))).toEqual(taken)
    expect(await refusal(links.open(token))).toEqual(taken)
    expect(await addressNow()).toBe(ada.email)
    expect(await links.subjects(ada.email)).toEqual([ASKED])
  })
})

describe('The old address is notified of a request, and its link', () => {
  test('stops the change, signs out everywhere and leads to a new password', async () => {
    await ask(newAddress)
    const change = await links.newest(newAddress)
    const { page, token } = await links.newest(ada.email)
    expect(page).toBe('/revert-email')
    const link = { action: 'stop', username: ada.username, email: ada.email, endsAccess: true }
    expect(await links.check(token)).toEqual(link)
    const { passwordToken = '', ...opened } = await links.open(token)
    expect(opened).toEqual(link)
    expect(await refusal(links.open(change.token))).toMatchObject({ code: 'link_used' })
    expect(await here.call(auth.currentUser)).toBeNull()
    expect(await refusal(server.signIn(ada.username))).toMatchObject({ code: 'wrong_credentials' })
    const body = { token: passwordToken, password: 'quiet harbor lamp' }
    expect(await server.visitor().call(auth.resetPassword, { body })).toMatchObject({ email: ada.email })
    expect(await refusal(links.open(token))).toMatchObject({ code: 'link_used' })
  })

  test('only stops the change if the address was never verified, because it may be a stranger’s', async () => {
    const name = `gus_${count}`
    await buildPeople(server.deps, { [name]: member({ isEmailVerified: false }) })
    const gus = await server.signIn(name)
    await ask(newAddress, gus)
    const change = await links.newest(newAddress)
    const { token } = await links.newest(`${name}@example.com`)
    expect(await links.open(token)).toEqual({
      action: 'stop',
      username: name,
      email: `${name}@example.com`,
    })
    expect(await refusal(links.open(change.token))).toMatchObject({ code: 'link_used' })
    expect(await gus.call(auth.currentUser)).toMatchObject({ isEmailVerified: false })
  })

  test('stops all changes of the same minute, and doesn’t reveal whether the new address is known', async () => {
    const strict = await startServer({ clock, settings: { REQUIRE_VERIFIED_EMAIL: 'on' } })
    const strictLinks = emailLinks(strict)
    const { eve } = await buildPeople(strict.deps, { eve: member(), ben: member() })
    const browser = await strict.signIn('eve')
    await ask('ben@example.com', browser)
    expect(await strictLinks.subjects(eve.email)).toEqual([ASKED])
    await ask(newAddress, browser)
    const { token } = await strictLinks.newest(newAddress)
    expect(await strictLinks.subjects(eve.email)).toEqual([ASKED])
    await strictLinks.open((await strictLinks.newest(eve.email)).token)
    expect(await refusal(strictLinks.open(token))).toMatchObject({ code: 'link_used' })
    await strict.stop()
  })
})

test('if two people want an address at the same time, one gets it', async () => {
  const name = `ben_${count}`
  await buildPeople(server.deps, { [name]: member() })
  const ben = await server.signIn(name)
  await ask(newAddress)
  const { token } = await links.newest(newAddress)
  await ask(newAddress, ben)
  const { token: bens } = await links.newest(newAddress)
  expect(bens).not.toBe(token)
  const register = server.visitor().call(auth.register, {
    body: { ...CONSENT, username: `eve_${count}`, email: newAddress, password: 'quiet harbor lamp' },
  })
  const outcomes = await Promise.allSettled([links.open(token), links.open(bens), register])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { rows } = await server.deps.pool.query('select 1 from users where email = $1', [newAddress])
  expect(rows).toHaveLength(1)
})

test('a mistyped address loses its link when another one is entered', async () => {
  await ask(otherAddress)
  const mistyped = await links.newest(otherAddress)
  await ask(newAddress)
  const { token } = await links.newest(newAddress)
  expect(await refusal(links.open(mistyped.token))).toMatchObject({ code: 'link_used' })
  await links.open(token)
  expect(await addressNow()).toBe(newAddress)
})

test('a lost link can be requested again after 60 seconds, not before', async () => {
  for (const [passes, sent] of [
    [0, 1],
    [MINUTE_MS - 10_000, 1],
    [10_000, 2],
  ] as const) {
    clock.pass(passes)
    await ask(newAddress)
    expect(await links.subjects(newAddress)).toHaveLength(sent)
  }
})

test('links that were sent to the old address before stop working', async () => {
  await server.visitor().call(auth.requestPasswordReset, { body: { login: ada.username } })
  const { token } = await links.newest(ada.email)
  await changeTo(newAddress)
  expect(await refusal(server.visitor().call(auth.checkPasswordReset, { body: { token } }))).toMatchObject({
    code: 'link_used',
  })
})

test('a person can request 20 links an hour', async () => {
  const limited = await startServer({ settings: { RATE_LIMITS: 'on' } })
  await buildPeople(limited.deps, { cleo: member() })
  const browser = await limited.signIn('cleo')
  const body = { email: 'new@example.com' }
  const statuses: number[] = []
  for (let n = 0; n < 21; n += 1) statuses.push((await browser.send('PUT', '/api/email', body)).status)
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  await limited.stop()
})
