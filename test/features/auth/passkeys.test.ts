// Passkeys: adding, signing in, confirming one's identity, removing, and what is refused.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import {
  FAILED_SIGN_INS,
  PASSKEYS_MAX,
  REAUTHENTICATION_MINUTES,
  SECOND_STEP_MINUTES,
} from '#shared/limits.ts'
import { emails } from '#test/emails.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { LIMITED, post, signIn, wrongTimes } from './sign-in-steps.ts'
import { softwareAuthenticator } from './software-authenticator.ts'

const MINUTE_MS = 60_000

const clock = settableClock()
let server: TestServer
let device: ReturnType<typeof softwareAuthenticator>
beforeAll(async () => {
  server = await startServer({ clock })
  device = softwareAuthenticator(server)
})
afterAll(() => server.stop())

let count = 0
let ada: Person
let here: Browser
beforeEach(async () => {
  const name = `ada_${(count += 1)}`
  ada = (await buildPeople(server.deps, { [name]: member() }))[name] as Person
  here = await server.signIn(name)
})

async function addPasskey(browser = here, name = 'Laptop') {
  const { passkey, credential } = device.create(await browser.call(factors.newPasskeyOptions))
  await browser.call(factors.addPasskey, { body: { name, credential } })
  return passkey
}
const challenge = () => server.visitor().call(factors.passkeyOptions)
const signInWith = (assertion: ReturnType<typeof device.use>, browser = server.visitor()) =>
  browser.call(factors.loginWithPasskey, { body: assertion })

test('a passkey signs in by itself, and the owner sees when it was used', async () => {
  const passkey = await addPasskey()
  expect((await here.call(factors.overview)).passkeys).toEqual([
    { id: passkey.id.toString('base64url'), name: 'Laptop', createdAt: expect.any(Date), lastUsedAt: null },
  ])
  const phone = server.visitor()
  const user = await signInWith(device.use(passkey, await challenge()), phone)
  expect(user.username).toBe(ada.username)
  expect(await phone.call(auth.currentUser)).toMatchObject({ username: ada.username })
  const [listed] = (await here.call(factors.overview)).passkeys
  expect(listed?.lastUsedAt).toBeInstanceOf(Date)
})

test('the options name the site, ask for a face, finger or PIN, and exclude devices that have one', async () => {
  const passkey = await addPasskey()
  const options = await here.call(factors.newPasskeyOptions)
  expect(options).toMatchObject({
    rp: { id: new URL(server.origin).hostname, name: 'Signalpost' },
    user: { name: ada.username },
    attestation: 'none',
    excludeCredentials: [{ id: passkey.id.toString('base64url'), transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(await challenge()).toMatchObject({ rpId: options.rp.id, userVerification: 'required' })
})

test('emails tell when a passkey is added and removed, and a removed one no longer signs in', async () => {
  const passkey = await addPasskey()
  const id = passkey.id.toString('base64url')
  const other = await addPasskey()
  await here.call(factors.removePasskey, { params: { id } })
  expect(await refusal(signInWith(device.use(passkey, await challenge())))).toMatchObject({
    code: 'passkey_unknown',
  })
  await signInWith(device.use(other, await challenge()))
  await server.jobsDone()
  const texts = (await emails(server.deps, ada.email)).map(({ text }) => text)
  expect(texts).toHaveLength(3)
  expect(texts.filter((text) => text.includes('was added'))).toHaveLength(2)
  expect(texts.find((text) => text.includes('was removed'))).toContain('Passkey “Laptop”')
})

test('nobody removes another person’s passkey', async () => {
  const passkey = await addPasskey()
  const { bob } = await buildPeople(server.deps, { [`bob_${count}`]: member() }).then((people) => ({
    bob: people[`bob_${count}`] as Person,
  }))
  const other = await server.signIn(bob.username)
  const params = { id: passkey.id.toString('base64url') }
  expect(await refusal(other.call(factors.removePasskey, { params }))).toMatchObject({ code: 'not_found' })
  await signInWith(device.use(passkey, await challenge()))
})

test('an answer works once', async () => {
  const passkey = await addPasskey()
  const assertion = device.use(passkey, await challenge())
  await signInWith(assertion)
  expect(await refusal(signInWith(assertion))).toMatchObject({ status: 403, code: 'passkey_refused' })
})

test('only one of two answers to a challenge is accepted, even from passkeys without a counter', async () => {
  const passkey = await addPasskey()
  const options = await challenge()
  passkey.counter = -1
  await server.deps.db.updateTable('passkeys').set({ counter: 0 }).where('userId', '=', ada.id).execute()
  const answers = [0, 0].map(() => {
    passkey.counter = -1
    return device.use(passkey, options)
  })
  const results = await Promise.allSettled(answers.map((answer) => signInWith(answer)))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a copy whose count falls back is refused', async () => {
  const passkey = await addPasskey()
  await signInWith(device.use(passkey, await challenge()))
  passkey.counter = 0
  expect(await refusal(signInWith(device.use(passkey, await challenge())))).toMatchObject({
    code: 'passkey_refused',
  })
})

test.each([
  ['of another site', { origin: 'https://phishing.example' }],
  ['for another domain', { rpId: 'phishing.example' }],
  ['without face, finger or PIN', { isVerified: false }],
])('an answer %s is refused, and so is such a passkey', async (_which, options) => {
  const passkey = await addPasskey()
  expect(await refusal(signInWith(device.use(passkey, await challenge(), options)))).toMatchObject({
    code: 'passkey_refused',
  })
  const { credential } = device.create(await here.call(factors.newPasskeyOptions), options)
  expect(await refusal(here.call(factors.addPasskey, { body: { name: 'Phone', credential } }))).toMatchObject(
    { code: 'passkey_refused' },
  )
  expect((await here.call(factors.overview)).passkeys).toHaveLength(1)
})

test('an answer signed with another passkey’s key is refused', async () => {
  const [mine, others] = [await addPasskey(), await addPasskey()]
  const forged = { ...mine, key: others.key }
  expect(await refusal(signInWith(device.use(forged, await challenge())))).toMatchObject({
    code: 'passkey_refused',
  })
})

test.each([
  ['made up', async () => ({ challenge: Buffer.from('1.2.3').toString('base64url') })],
  ['for adding a passkey', async () => await here.call(factors.newPasskeyOptions)],
  [
    'too old',
    async () => {
      const options = await challenge()
      clock.pass(SECOND_STEP_MINUTES * MINUTE_MS)
      return options
    },
  ],
])('an answer to a challenge that is %s is refused', async (_which, make) => {
  const passkey = await addPasskey()
  expect(await refusal(signInWith(device.use(passkey, await make())))).toMatchObject({
    code: 'passkey_refused',
  })
})

test('a challenge for one person’s new passkey doesn’t work for another', async () => {
  const name = `eve_${count}`
  await buildPeople(server.deps, { [name]: member() })
  const eve = await server.signIn(name)
  const { credential } = device.create(await here.call(factors.newPasskeyOptions))
  expect(await refusal(eve.call(factors.addPasskey, { body: { name: 'Hers', credential } }))).toMatchObject({
    code: 'passkey_refused',
  })
})

test(`an account has at most ${PASSKEYS_MAX} passkeys`, async () => {
  for (let n = 0; n < PASSKEYS_MAX; n += 1) await addPasskey()
  expect(await refusal(here.call(factors.newPasskeyOptions))).toMatchObject({ code: 'passkeys_full' })
})

test('a passkey confirms its owner’s identity, and nobody else’s', async () => {
  const passkey = await addPasskey()
  const name = `eve_${count}`
  await buildPeople(server.deps, { [name]: member() })
  const eve = await server.signIn(name)
  clock.pass(REAUTHENTICATION_MINUTES * MINUTE_MS)
  expect(await refusal(here.call(factors.newPasskeyOptions))).toMatchObject({
    code: 'reauthentication_required',
  })
  const confirm = async (browser: Browser) =>
    browser.call(factors.reauthenticateWithPasskey, { body: device.use(passkey, await challenge()) })
  expect(await refusal(confirm(eve))).toMatchObject({ status: 403, code: 'passkey_refused' })
  expect(await refusal(eve.call(factors.newPasskeyOptions))).toMatchObject({
    code: 'reauthentication_required',
  })
  await confirm(here)
  await here.call(factors.newPasskeyOptions)
})

test('strangers’ wrong passwords don’t delay a passkey', async () => {
  const limited = await startServer({ settings: LIMITED })
  await buildPeople(limited.deps, { cleo: member() })
  const limitedDevice = softwareAuthenticator(limited)
  const cleo = await limited.signIn('cleo')
  const { passkey, credential } = limitedDevice.create(await cleo.call(factors.newPasskeyOptions))
  await cleo.call(factors.addPasskey, { body: { name: 'Laptop', credential } })
  await wrongTimes(limited, 'cleo', FAILED_SIGN_INS.points)
  expect((await signIn(limited, 'cleo')).status).toBe(429)
  const options = await limited.visitor().call(factors.passkeyOptions)
  const { status } = await post(limited, '/api/login/passkey', limitedDevice.use(passkey, options))
  expect(status).toBe(200)
  await limited.stop()
})
