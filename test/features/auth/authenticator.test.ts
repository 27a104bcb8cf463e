// The authenticator app and recovery codes: setting up, the second step of signing in, and turning off.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { issueToken } from '#server/features/auth/account-tokens.ts'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import { RATE_LIMITS, SECOND_STEP_MINUTES } from '#shared/limits.ts'
import { emails } from '#test/emails.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { softwareAuthenticator } from './software-authenticator.ts'

const STEP_MS = 30_000

const clock = settableClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock })))
afterAll(() => server.stop())

let count = 0
let ada: Person
let here: Browser
beforeEach(async () => {
  const name = `ada_${(count += 1)}`
  ada = (await buildPeople(server.deps, { [name]: member() }))[name] as Person
  here = await server.signIn(name)
})

/** The app's code this many steps from now. */
const codeAt = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor((clock.now().getTime() + steps * STEP_MS) / 1000) })

/** Turns the app on and waits until its next code. */
async function turnOn(browser = here) {
  const { secret, uri } = await browser.call(factors.setUpAuthenticator)
  const { recoveryCodes } = await browser.call(factors.confirmAuthenticator, {
    body: { code: codeAt(secret) },
  })
  clock.pass(STEP_MS)
  return { secret, uri, recoveryCodes }
}
/** A browser that has entered the right password. */
async function begun(username = ada.username, at = server): Promise<Browser> {
  const browser = at.visitor()
  expect(
    await refusal(browser.call(auth.login, { body: { username, password: 'signalpost' } })),
  ).toMatchObject({ status: 403, code: 'second_factor_required' })
  return browser
}
const enter = (browser: Browser, code: string) => browser.call(factors.loginWithCode, { body: { code } })
const WRONG = { status: 403, code: 'wrong_code' }

test('the right password asks for a code, and the code signs in', async () => {
  const { secret, uri } = await turnOn()
  expect(uri).toBe(`otpauth://totp/Signalpost:${ada.username}?secret=${secret}&issuer=Signalpost`)
  const browser = await begun()
  expect(await browser.call(auth.currentUser)).toBeNull()
  expect(await enter(browser, codeAt(secret))).toMatchObject({ username: ada.username })
  expect(await browser.call(auth.currentUser)).toMatchObject({ username: ada.username })
})

test('without the password, a code is worth nothing', async () => {
  const { secret } = await turnOn()
  expect(await refusal(enter(server.visitor(), codeAt(secret)))).toMatchObject({
    status: 403,
    code: 'sign_in_expired',
  })
  const wrong = server.visitor()
  const body = { username: ada.username, password: 'wrong' }
  expect(await refusal(wrong.call(auth.login, { body }))).toMatchObject({ code: 'wrong_credentials' })
  expect(await refusal(enter(wrong, codeAt(secret)))).toMatchObject({ code: 'sign_in_expired' })
})

test('a code works once, also in another browser and at the same time', async () => {
  const { secret } = await turnOn()
  const browsers = [await begun(), await begun(), await begun()]
  const code = codeAt(secret)
  const results = await Promise.allSettled(browsers.map((browser) => enter(browser, code)))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await refusal(enter(await begun(), code))).toMatchObject(WRONG)
  // An earlier code doesn’t work either.
  expect(await refusal(enter(await begun(), codeAt(secret, -1)))).toMatchObject(WRONG)
  clock.pass(STEP_MS)
  await enter(await begun(), codeAt(secret))
})

test.each([
  ['a step early', 1, true],
  ['a step late', -1, true],
  ['two steps early', 2, false],
  ['two steps late', -2, false],
])('a code %s', async (_when, steps, isRight) => {
  const { secret } = await turnOn()
  clock.pass(3 * STEP_MS)
  const entering = enter(await begun(), codeAt(secret, steps))
  if (isRight) await entering
  else expect(await refusal(entering)).toMatchObject(WRONG)
})

test.each(['000000', '12345', '1234567', 'abcdef', '٣٤٥٦٧٨', '__proto__', '-'])(
  'the wrong code %s is refused',
  async (code) => {
    await turnOn()
    expect(await refusal(enter(await begun(), code))).toMatchObject(WRONG)
  },
)

test('each of the ten recovery codes signs in once, however it is typed', async () => {
  const { recoveryCodes } = await turnOn()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
  const [first = '', second = ''] = recoveryCodes
  await enter(await begun(), first)
  expect(await refusal(enter(await begun(), first))).toMatchObject(WRONG)
  const typed = ` ${second.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `
  await enter(await begun(), typed)
  expect((await here.call(factors.overview)).recoveryCodesLeft).toBe(8)
})

test('new recovery codes replace the earlier ones', async () => {
  const { recoveryCodes: old } = await turnOn()
  const { recoveryCodes } = await here.call(factors.newRecoveryCodes)
  expect(await refusal(enter(await begun(), old[0] ?? ''))).toMatchObject(WRONG)
  await enter(await begun(), recoveryCodes[0] ?? '')
})

test('one person’s codes don’t work for another', async () => {
  const { secret, recoveryCodes } = await turnOn()
  const name = `bob_${count}`
  await buildPeople(server.deps, { [name]: member() })
  await turnOn(await server.signIn(name))
  const browser = await begun(name)
  expect(await refusal(enter(browser, codeAt(secret)))).toMatchObject(WRONG)
  expect(await refusal(enter(browser, recoveryCodes[0] ?? ''))).toMatchObject(WRONG)
})

test('the second step has 10 minutes, and a new password voids it', async () => {
  const { secret, recoveryCodes } = await turnOn()
  const late = await begun()
  clock.pass(SECOND_STEP_MINUTES * 60_000)
  expect(await refusal(enter(late, codeAt(secret)))).toMatchObject({ code: 'sign_in_expired' })
  const before = await begun()
  const body = { currentPassword: 'signalpost', newPassword: 'quiet harbor lamp' }
  await here.call(auth.changePassword, { body })
  expect(await refusal(enter(before, recoveryCodes[0] ?? ''))).toMatchObject({ code: 'sign_in_expired' })
})

test('links from emails sign in only with a code, too', async () => {
  const { secret } = await turnOn()
  const tokenFor = async (purpose: 'reset_password' | 'sign_in') => {
    const issue = { userId: ada.id, purpose, minutes: 30 }
    const id = await server.deps.db.transaction().execute((trx) => issueToken(trx, server.deps, issue))
    return tokenOf(server.deps.config.sessionSecret, id)
  }
  const linked = server.visitor()
  expect(
    await refusal(linked.call(auth.loginWithLink, { body: { token: await tokenFor('sign_in') } })),
  ).toMatchObject({ code: 'second_factor_required' })
  await enter(linked, codeAt(secret))
  // The code alone confirms nothing afterwards.
  expect(await refusal(linked.call(factors.turnOffAuthenticator))).toMatchObject({
    code: 'reauthentication_required',
  })
  clock.pass(STEP_MS)
  const reset = server.visitor()
  const body = { token: await tokenFor('reset_password'), password: 'quiet harbor lamp' }
  expect(await refusal(reset.call(auth.resetPassword, { body }))).toMatchObject({
    code: 'second_factor_required',
  })
  expect(await reset.call(auth.currentUser)).toBeNull()
  expect(await enter(reset, codeAt(secret))).toMatchObject({ username: ada.username })
})

test('a passkey also works as the second step, but only its owner’s', async () => {
  const { secret } = await turnOn()
  const device = softwareAuthenticator(server)
  const { passkey, credential } = device.create(await here.call(factors.newPasskeyOptions))
  await here.call(factors.addPasskey, { body: { name: 'Laptop', credential } })
  const browser = await begun()
  const options = await browser.call(factors.passkeyOptions)
  const forged = device.create(options).passkey
  const use = (key: typeof passkey) =>
    browser.call(factors.loginWithPasskey, { body: device.use(key, options) })
  expect(await refusal(use({ ...forged, id: passkey.id }))).toMatchObject({ code: 'passkey_refused' })
  expect(await browser.call(auth.currentUser)).toBeNull()
  expect(await use(passkey)).toMatchObject({ username: ada.username })
  // The sign-in that was begun with the password is over.
  expect(await refusal(enter(browser, codeAt(secret)))).toMatchObject({ code: 'sign_in_expired' })
})

test('the app counts only after a correct code confirms it', async () => {
  const { secret } = await here.call(factors.setUpAuthenticator)
  const confirm = (code: string) => here.call(factors.confirmAuthenticator, { body: { code } })
  expect(await refusal(confirm('000000'))).toMatchObject(WRONG)
  await server.signIn(ada.username)
  expect(await here.call(factors.overview)).toMatchObject({ authenticatorSince: null, recoveryCodesLeft: 0 })
  // Starting again makes the first secret worthless.
  const again = await here.call(factors.setUpAuthenticator)
  expect(await refusal(confirm(codeAt(secret)))).toMatchObject(WRONG)
  await confirm(codeAt(again.secret))
  expect(await refusal(here.call(factors.setUpAuthenticator))).toMatchObject({ code: 'authenticator_on' })
  expect(await refusal(confirm(codeAt(again.secret, 1)))).toMatchObject({ code: 'authenticator_on' })
})

test('after turning it off, the password alone signs in, and emails have announced both changes', async () => {
  await turnOn()
  await here.call(factors.turnOffAuthenticator)
  await server.signIn(ada.username)
  expect(await here.call(factors.overview)).toMatchObject({ authenticatorSince: null, recoveryCodesLeft: 0 })
  for (const call of [factors.turnOffAuthenticator, factors.newRecoveryCodes])
    expect(await refusal(here.call(call))).toMatchObject({ status: 409, code: 'authenticator_off' })
  await server.jobsDone()
  const texts = (await emails(server.deps, ada.email)).map(({ text }) => text).toSorted()
  expect(texts).toEqual([expect.stringContaining('was added'), expect.stringContaining('was removed')])
  for (const text of texts) expect(text).toContain('Authenticator app')
})

test('the database has neither the secret nor the recovery codes in plain text', async () => {
  const { secret, recoveryCodes } = await turnOn()
  const { rows } = await server.deps.pool.query<{ row: string }>(
    `select t::text || encode(t.secret, 'escape') as row from totp_factors t where user_id = $1
     union all select r::text from recovery_codes r where user_id = $1`,
    [ada.id],
  )
  expect(rows).toHaveLength(11)
  for (const { row } of rows)
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(row).not.toContain(hidden)
})

test('a person can try 20 codes an hour; a stranger with the password can’t use up those of the owner’s known device', async () => {
  const limited = await startServer({ clock, settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' } })
  await buildPeople(limited.deps, { cleo: member() })
  const cleo = await limited.signIn('cleo')
  const { secret } = await turnOn(cleo)
  const attacker = await begun('cleo', limited)
  const statuses: number[] = []
  for (let n = 0; n <= RATE_LIMITS.secondFactor.points; n += 1)
    statuses.push((await attacker.send('POST', '/api/login/code', { code: '000000' })).status)
  expect(statuses).toEqual([...Array<number>(20).fill(403), 429])
  expect(await refusal(enter(await begun('cleo', limited), codeAt(secret)))).toMatchObject({ status: 429 })
  await cleo.call(auth.logout)
  const body = { username: 'cleo', password: 'signalpost' }
  expect(await refusal(cleo.call(auth.login, { body }))).toMatchObject({ code: 'second_factor_required' })
  await enter(cleo, codeAt(secret))
  await limited.stop()
})
