// Over https every cookie is Secure and bound to the host by its name.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const clock = settableClock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock, settings: { PUBLIC_URL: 'https://signalpost.example' } })
  await buildPeople(server.deps, { ada: member(), bob: member() })
})
afterAll(() => server.stop())

const STEP_MS = 30_000
const BODY = { username: 'ada', password: 'signalpost' }
const login = (username: string) =>
  server.visitor().send('POST', '/api/login', { username, password: 'signalpost' })
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })

test('the session and the known device have the prefix, the attributes and the path that it requires', async () => {
  const lines = (await login('bob')).headers.getSetCookie()
  expect(lines.map((line) => line.split('=')[0]).toSorted()).toEqual([
    '__Host-signalpost_device',
    '__Host-signalpost_session',
  ])
  for (const line of lines) expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('so has the cookie between a password and its code', async () => {
  const ada = await server.signIn('ada')
  const { secret } = await ada.call(factors.setUpAuthenticator)
  await ada.call(factors.confirmAuthenticator, { body: { code: codeOf(secret) } })
  clock.pass(STEP_MS)
  const [line, ...others] = (await login('ada')).headers.getSetCookie()
  expect(line).toMatch(
    /^__Host-signalpost_sign_in=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(others).toEqual([])
  const browser = server.visitor()
  expect(await refusal(browser.call(auth.login, { body: BODY }))).toMatchObject({
    code: 'second_factor_required',
  })
  await browser.call(factors.loginWithCode, { body: { code: codeOf(secret) } })
  expect(await browser.call(auth.currentUser)).toMatchObject({ username: 'ada' })
})
