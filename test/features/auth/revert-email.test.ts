// The way back after a change of email: open for seven days, to the previous address, no matter who made the change.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { deletion } from '#shared/contracts/deletion.ts'
import { email } from '#shared/contracts/email.ts'
import { factors } from '#shared/contracts/factors.ts'
import { emails } from '#test/emails.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { emailLinks } from './email-links.ts'
import { softwareAuthenticator } from './software-authenticator.ts'
import { CONSENT } from '#test/browser.ts'

const DAY_MS = 86_400_000
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
/** Opens the way back and sets a new password with the link that it leads to. */
async function takeBack(token: string): Promise<{ email: string; owner: Browser }> {
  const { passwordToken = '', email: address } = await links.open(token)
  const owner = server.visitor()
  const body = { token: passwordToken, password: 'quiet harbor lamp' }
  await owner.call(auth.resetPassword, { body })
  return { email: address, owner }
}

test('the way back restores the address, ends all sessions and invalidates links to a new password', async () => {
  const elsewhere = await server.signIn(ada.username)
  await changeTo(newAddress)
  await elsewhere.call(auth.requestPasswordReset, { body: { login: newAddress } })
  const { token: reset } = await links.newest(newAddress)
  await ask(otherAddress)
  const { token: change } = await links.newest(otherAddress)
  const { page, token } = await links.newest(ada.email)
  expect(page).toBe('/revert-email')
  const link = { action: 'revert', username: ada.username, email: ada.email, endsAccess: true }
  expect(await links.check(token)).toEqual(link)
  const { passwordToken = '', ...opened } = await links.open(token)
  expect(opened).toEqual(link)
  for (const browser of [here, elsewhere]) expect(await browser.call(auth.currentUser)).toBeNull()
  const check = server.visitor().call(auth.checkPasswordReset, { body: { token: reset } })
  expect(await refusal(check)).toMatchObject({ code: 'link_used' })
  expect(await refusal(links.open(change))).toMatchObject({ code: 'link_used' })
  expect(await refusal(links.open(token))).toMatchObject({ code: 'link_used' })
  // The person who changed the address knows the password.
  expect(await refusal(server.signIn(ada.username))).toMatchObject({ code: 'wrong_credentials' })
  const again = server.visitor()
  await again.call(auth.resetPassword, { body: { token: passwordToken, password: 'quiet harbor lamp' } })
  expect(await again.call(auth.currentUser)).toMatchObject({ email: ada.email, isEmailVerified: true })
})

test('the way back removes what would keep the owner out: factors that were added since, and not those from before', async () => {
  const device = softwareAuthenticator(server)
  const addPasskey = async (name: string) => {
    const { credential } = device.create(await here.call(factors.newPasskeyOptions))
    await here.call(factors.addPasskey, { body: { name, credential } })
  }
  await addPasskey('Mine')
  clock.pass(1000)
  await changeTo(newAddress)
  const { token } = await links.newest(ada.email)
  clock.pass(1000)
  await addPasskey('A thief’s')
  const { secret } = await here.call(factors.setUpAuthenticator)
  const code = generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
  await here.call(factors.confirmAuthenticator, { body: { code } })
  // Not even a deletion keeps the owner out.
  await here.call(deletion.request, { body: { username: ada.username } })
  const { owner } = await takeBack(token)
  await owner.call(deletion.undo)
  const { authenticatorSince, passkeys, recoveryCodesLeft } = await owner.call(factors.overview)
  expect([authenticatorSince, recoveryCodesLeft]).toEqual([null, 0])
  expect(passkeys.map(({ name }) => name)).toEqual(['Mine'])
  await server.jobsDone()
  const removed = (await emails(server.deps, ada.email)).filter(({ text }) => text.includes('was removed'))
  expect(removed).toHaveLength(2)
})

test('the way back is open for seven days', async () => {
  await changeTo(newAddress)
  const { token } = await links.newest(ada.email)
  clock.pass(7 * DAY_MS - 10_000)
  expect(await links.check(token)).toMatchObject({ email: ada.email })
  clock.pass(10_000)
  expect(await refusal(links.open(token))).toMatchObject({ code: 'link_expired' })
  expect(await links.subjects(ada.email)).toEqual([ASKED, CHANGED])
})

test('the way back stays open for the first address if the address is changed twice', async () => {
  await changeTo(newAddress)
  const first = await links.newest(ada.email)
  await changeTo(otherAddress)
  const second = await links.newest(newAddress)
  expect(await links.open(second.token)).toMatchObject({ email: newAddress })
  const { owner } = await takeBack(first.token)
  expect(await addressNow(owner)).toBe(ada.email)
})

test('the way back to the first address closes the later one', async () => {
  await changeTo(newAddress)
  const first = await links.newest(ada.email)
  clock.pass(1000)
  here = await server.signIn(ada.username)
  await changeTo(otherAddress)
  const second = await links.newest(newAddress)
  const { owner } = await takeBack(first.token)
  expect(await refusal(links.open(second.token))).toMatchObject({ code: 'link_used' })
  expect(await addressNow(owner)).toBe(ada.email)
})

test('the way back keeps the old address from others, and not from its owner', async () => {
  await changeTo(newAddress)
  const register = () =>
    server.visitor().call(auth.register, {
      body: { ...CONSENT, username: `eve_${count}`, email: ada.email, password: 'quiet harbor lamp' },
    })
  expect(await refusal(register())).toMatchObject({ code: 'email_taken' })
  await changeTo(ada.email)
  expect(await addressNow()).toBe(ada.email)
  await changeTo(otherAddress)
  clock.pass(7 * DAY_MS)
  await register()
})

test('the way back isn’t offered to an address that nobody verified, which may be a stranger’s', async () => {
  const name = `gus_${count}`
  await buildPeople(server.deps, { [name]: member({ isEmailVerified: false }) })
  here = await server.signIn(name)
  await changeTo(newAddress)
  expect(await links.subjects(`${name}@example.com`)).toEqual([ASKED, CHANGED])
  const told = (await emails(server.deps, `${name}@example.com`)).at(-1)
  expect(told?.text).not.toContain(newAddress)
  expect(told?.text).not.toContain('revert-email')
})
