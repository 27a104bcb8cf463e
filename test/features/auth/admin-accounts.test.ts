// The operator's commands for one account: each can be repeated, says so, and prints JSON if asked to.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import { FAILED_SIGN_INS } from '#shared/limits.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { emails } from '#test/emails.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { LIMITED, signIn, wrongTimes } from './sign-in-steps.ts'

const NEW_PASSWORD = 'quiet harbor lamp'

let database: FreshDatabase
let server: TestServer
beforeAll(async () => {
  database = await freshDatabase()
  server = await startServer({ database, settings: LIMITED })
  await buildPeople(server.deps, { Ada: member(), bob: member() })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

/** Runs the command in its own process on the test's database. */
async function admin(...words: string[]): Promise<{ code: number; out: string; error: string }> {
  const script = join(import.meta.dirname, '../../../tools/scripts/admin.ts')
  const env = { ...process.env, DATABASE_URL: database.url, SESSION_SECRET: server.deps.config.sessionSecret }
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', script, ...words],
      {
        env,
      },
    )
    return { code: 0, out: stdout.trim(), error: stderr.trim() }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout.trim(), error: stderr.trim() }
  }
}

test('unlock ends the delays of an account, and can be repeated', { timeout: WAIT_TIMEOUT_MS }, async () => {
  await wrongTimes(server, 'ada', FAILED_SIGN_INS.points)
  expect((await signIn(server, 'ada')).status).toBe(429)
  const first = await admin('unlock', 'ADA', '--json')
  expect([first.code, JSON.parse(first.out)]).toEqual([0, { username: 'Ada', forgotten: 25 }])
  expect((await signIn(server, 'ada')).status).toBe(200)
  const again = await admin('unlock', 'Ada')
  expect(again).toEqual({
    code: 0,
    out: 'Ada can sign in from any device (wrong passwords: 0)',
    error: '',
  })
  expect(JSON.parse((await admin('unlock', 'Ada', '--json')).out)).toEqual({ username: 'Ada', forgotten: 0 })
})

test(
  'reset-password prints a new link each time; after one has set a password, none of them works',
  { timeout: WAIT_TIMEOUT_MS },
  async () => {
    await buildPeople(server.deps, { eve: member() })
    const first = await admin('reset-password', 'EVE', '--json')
    const { link, ...rest } = JSON.parse(first.out) as { link: string }
    expect([first.code, rest]).toEqual([0, { username: 'eve', minutes: 30 }])
    const again = await admin('reset-password', 'eve')
    expect([again.code, again.error]).toEqual([0, ''])
    expect(again.out).not.toBe(link)
    const tokenIn = (text: string) => new URL(text).hash.replace('#token=', '')
    const reset = (text: string) =>
      server.visitor().call(auth.resetPassword, { body: { token: tokenIn(text), password: NEW_PASSWORD } })
    await reset(again.out)
    await server.signIn('eve', NEW_PASSWORD)
    for (const used of [again.out, link])
      expect(await refusal(reset(used))).toMatchObject({ code: 'link_used' })
  },
)

test(
  'end-sessions signs a person out everywhere, and nobody else',
  { timeout: WAIT_TIMEOUT_MS },
  async () => {
    const [laptop, phone, other] = [
      await server.signIn('Ada'),
      await server.signIn('Ada'),
      await server.signIn('bob'),
    ]
    const isSignedIn = async (browser: typeof laptop) =>
      (await browser.send('GET', '/api/user')).body !== null
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, true])
    const { code, out } = await admin('end-sessions', 'ada', '--json')
    expect(code).toBe(0)
    // At least these two: earlier tests signed in as well.
    const { username, ended } = JSON.parse(out) as { username: string; ended: number }
    expect([username, ended >= 2]).toEqual(['Ada', true])
    // The running server is notified, so this doesn't wait for its cache.
    await expect.poll(() => isSignedIn(laptop), { timeout: WAIT_TIMEOUT_MS }).toBe(false)
    expect([await isSignedIn(phone), await isSignedIn(other)]).toEqual([false, true])
    expect(JSON.parse((await admin('end-sessions', 'ada', '--json')).out)).toEqual({
      username: 'Ada',
      ended: 0,
    })
    expect(await admin('end-sessions', 'ada')).toMatchObject({
      code: 0,
      out: 'Ada is signed out everywhere (sessions: 0)',
    })
  },
)

test('export-user starts one copy a day, however often it runs', { timeout: WAIT_TIMEOUT_MS }, async () => {
  const first = await admin('export-user', 'bob', '--json')
  expect(first.code).toBe(0)
  await server.jobsDone()
  const again = JSON.parse((await admin('export-user', 'bob', '--json')).out) as { id: string }
  expect(again).toMatchObject({ username: 'bob', isNew: false, state: 'ready' })
  expect(JSON.parse(first.out)).toMatchObject({ id: again.id, isNew: true })
  expect(await admin('export-user', 'bob')).toEqual({
    code: 0,
    out: expect.stringMatching(/^bob already has today’s copy \(requested \S+Z, ready\)$/) as unknown,
    error: '',
  })
  const [email, ...more] = await emails(server.deps, 'bob@example.com')
  expect([email?.subject, more]).toEqual(['The copy of your data is ready', []])
})

test(
  'delete-user starts a deletion once, with the same date each time',
  { timeout: WAIT_TIMEOUT_MS },
  async () => {
    await buildPeople(server.deps, { dan: member() })
    const browser = await server.signIn('dan')
    const first = await admin('delete-user', 'DAN', '--json')
    const { deletedAt, isNew } = JSON.parse(first.out) as { deletedAt: string; isNew: boolean }
    expect(isNew).toBe(true)
    expect(new Date(deletedAt).getTime()).toBeGreaterThan(Date.now() + 13.9 * 86_400_000)
    expect(await admin('delete-user', 'dan')).toEqual({
      code: 0,
      out: `dan was already hidden and will be deleted on ${deletedAt}`,
      error: '',
    })
    expect(JSON.parse((await admin('delete-user', 'dan', '--json')).out)).toEqual({
      username: 'dan',
      isNew: false,
      deletedAt,
    })
    await expect.poll(async () => (await browser.send('GET', '/api/user')).body).toBeNull()
    await server.jobsDone()
    expect(await emails(server.deps, 'dan@example.com')).toHaveLength(1)
  },
)

test('remove-factors lets the password sign in alone', { timeout: WAIT_TIMEOUT_MS }, async () => {
  const bob = await server.signIn('bob')
  const { secret } = await bob.call(factors.setUpAuthenticator)
  const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) })
  await bob.call(factors.confirmAuthenticator, { body: { code } })
  expect((await signIn(server, 'bob')).status).toBe(403)
  const first = await admin('remove-factors', 'bob', '--json')
  expect([first.code, JSON.parse(first.out)]).toEqual([
    0,
    { username: 'bob', removed: ['Authenticator app'] },
  ])
  expect((await signIn(server, 'bob')).status).toBe(200)
  expect(await admin('remove-factors', 'bob')).toMatchObject({
    code: 0,
    out: 'bob signs in with the password alone (removed: nothing)',
  })
})

test.each([
  ['export-user', 'nobody_here'],
  ['delete-user', 'nobody_here'],
  ['unlock', 'nobody_here'],
  ['reset-password', 'nobody_here'],
  ['end-sessions', 'nobody_here'],
  ['remove-factors', 'nobody_here'],
])(
  '%s of an unknown username says so and ends with 1',
  { timeout: WAIT_TIMEOUT_MS },
  async (command, name) => {
    expect(await admin(command, name, '--json')).toEqual({
      code: 1,
      out: '',
      error: `There is no account with the username ${name}.`,
    })
  },
)

test('a missing name, or an unknown option, prints the usage', { timeout: WAIT_TIMEOUT_MS }, async () => {
  for (const words of [
    ['unlock'],
    ['unlock', '--json'],
    ['end-sessions', 'ada', '--all'],
    ['remove-factors'],
  ]) {
    const { code, error } = await admin(...words)
    expect([code, error]).toEqual([1, expect.stringContaining('npm run admin -- unlock <user> [--json]')])
  }
})
