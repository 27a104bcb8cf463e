// Who may register in each sign-up mode, and invitations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invite } from '#server/features/auth/invite.ts'
import { emails } from '#test/emails.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const clock = settableClock()
let open: TestServer
let inviting: TestServer
beforeAll(async () => {
  open = await startServer({ settings: { PASSWORD_MIN_LENGTH: '15' } })
  inviting = await startServer({ clock, settings: { SIGNUP_MODE: 'invite' } })
})
afterAll(async () => {
  await open.stop()
  await inviting.stop()
})

const person = (username: string) => ({
  email: `${username}@example.com`,
  username,
  password: 'a long enough secret',
})
const register = (server: TestServer, body: unknown) => server.visitor().send('POST', '/api/register', body)
const tokenFor = async (email: string) => {
  const link = new URL(await invite(inviting.deps, email, inviting.origin))
  expect([link.pathname, link.searchParams.get('auth')]).toEqual(['/', 'register'])
  return link.searchParams.get('invitation') ?? ''
}
const refused = {
  status: 403,
  body: { code: 'invitation_required', message: 'You need a valid invitation to register' },
}

test('in the default mode, waitlist, anyone can register without an invitation', async () => {
  expect((await register(open, person('ada'))).status).toBe(201)
  expect((await open.visitor().send('GET', '/api/config')).body).toMatchObject({ signupMode: 'waitlist' })
})

// @spec-5.5
test('the minimum length of passwords is a setting', async () => {
  const { status, body } = await register(open, { ...person('bob'), password: 'a'.repeat(14) })
  expect([status, body]).toEqual([
    400,
    { code: 'invalid', message: 'Password must be at least 15 characters' },
  ])
  expect((await register(open, { ...person('bob'), password: 'quiet harbor la' })).status).toBe(201)
})

describe('In the mode invite,', () => {
  test('nobody can register without an invitation, or with a made-up one', async () => {
    expect(await register(inviting, person('ada'))).toMatchObject(refused)
    for (const invitation of ['', 'made-up', '__proto__', '\0'])
      expect(await register(inviting, { ...person('ada'), invitation })).toMatchObject(refused)
    expect((await inviting.deps.pool.query('select from users')).rowCount).toBe(0)
  })

  // @spec-2.42
  test('the invited person gets an email, and its link leads to their address', async () => {
    const token = await tokenFor('cleo@example.com')
    await inviting.jobsDone()
    const [email, ...more] = await emails(inviting.deps, 'cleo@example.com')
    expect(more).toEqual([])
    for (const form of [email?.text, email?.html])
      expect(form).toContain(`&invitation=${token}`.replace('&', form === email?.html ? '&amp;' : '&'))
    const { status, body } = await inviting.visitor().send('GET', `/api/invitations/${token}`)
    expect([status, body]).toEqual([200, { email: 'cleo@example.com' }])
    const { rows } = await inviting.deps.pool.query<{ row: string }>(
      'select i::text as row from invitations i union all select e::text from emails e',
    )
    for (const { row } of rows) expect(row).not.toContain(token)
  })

  test('an invitation works once, even if two people use it at the same time', async () => {
    const invitation = await tokenFor('dan@example.com')
    const answers = await Promise.all(
      ['dan', 'dora'].map((name) => register(inviting, { ...person(name), invitation })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403])
    expect(await register(inviting, { ...person('dirk'), invitation })).toMatchObject(refused)
    expect((await inviting.visitor().send('GET', `/api/invitations/${invitation}`)).status).toBe(404)
    expect((await inviting.deps.pool.query("select from users where username like 'd%'")).rowCount).toBe(1)
  })

  test('a refused registration doesn’t use up the invitation', async () => {
    const invitation = await tokenFor('eve@example.com')
    expect((await register(inviting, { ...person('eve'), invitation, username: 'e' })).status).toBe(400)
    expect((await register(inviting, { ...person('eve'), invitation })).status).toBe(201)
    const second = await tokenFor('eva@example.com')
    expect((await register(inviting, { ...person('EVE'), invitation: second })).status).toBe(409)
    expect((await register(inviting, { ...person('eva'), invitation: second })).status).toBe(201)
  })

  test('an invitation expires after 14 days', async () => {
    const invitation = await tokenFor('finn@example.com')
    clock.pass(14 * 86_400_000 - 60_000)
    expect((await inviting.visitor().send('GET', `/api/invitations/${invitation}`)).status).toBe(200)
    clock.pass(60_000)
    const late = await inviting.visitor().send('GET', `/api/invitations/${invitation}`)
    expect(late).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } })
    expect(await register(inviting, { ...person('finn'), invitation })).toMatchObject(refused)
  })
})
