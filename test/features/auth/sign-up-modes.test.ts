// Who may register in each sign-up mode, and invitations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invite } from '#server/features/auth/invite.ts'
import { emails } from '#test/emails.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { CONSENT } from '#test/browser.ts'

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
  ...CONSENT,
  email: `${username}@example.com`,
  username,
  password: 'a long enough secret',
})
const register = (server: TestServer, body: unknown) => server.visitor().send('POST', '/api/register', body)
const tokenFor = async (email: string) => {
  const link = new URL(await invite(inviting.deps, email, inviting.origin))
  expect([link.pathname, link.search]).toEqual(['/', '?auth=register'])
  return new URLSearchParams(link.hash.slice(1)).get('invitation') ?? ''
}
const check = (token: string) => inviting.visitor().send('POST', '/api/invitations/check', { token })
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
  expect([status, body]).toMatchObject([
    400,
    { code: 'invalid', message: 'Password must be at least 15 characters' },
  ])
  expect((await register(open, { ...person('bob'), password: 'quiet harbor la' })).status).toBe(201)
})

describe('In the mode invite,', () => {
  test('nobody can register without an invitation, or with a made-up one', async () => {
    expect(await register(inviting, person('ada'))).toMatchObject(refused)
    for (const invitation of ['', 'made-up', '__proto__', '\0']) {
      expect(await register(inviting, { ...person('ada'), invitation })).toMatchObject(refused)
      expect((await check(invitation)).body).toMatchObject({ code: 'invitation_not_found' })
    }
    expect((await inviting.deps.pool.query('select from users')).rowCount).toBe(0)
  })

  // @spec-2.42
  test('the invited person gets an email, and its link leads to their address', async () => {
    const token = await tokenFor('cleo@example.com')
    await inviting.jobsDone()
    const [email, ...more] = await emails(inviting.deps, 'cleo@example.com')
    expect(more).toEqual([])
    for (const form of [email?.text, email?.html])
      expect(form).toContain(`/?auth=register#invitation=${token}`)
    const { status, body } = await check(token)
    expect([status, body]).toEqual([200, { email: 'cleo@example.com' }])
    const { rows } = await inviting.deps.pool.query<{ row: string }>(
      'select i::text as row from invitations i union all select e::text from emails e',
    )
    for (const { row } of rows) expect(row).not.toContain(token)
  })

  test('an invitation works once, even if two people use it at the same time', async () => {
    const email = 'dan@example.com'
    const invitation = await tokenFor(email)
    const answers = await Promise.all(
      ['dan', 'dora'].map((name) => register(inviting, { ...person(name), email, invitation })),
    )
    // The second one finds the address taken or the invitation used.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 403 || status === 409)).toHaveLength(1)
    expect(await register(inviting, { ...person('dirk'), email, invitation })).toMatchObject(refused)
    expect((await check(invitation)).body).toMatchObject({
      code: 'link_used',
      message: 'This link has been used.',
    })
    expect((await inviting.deps.pool.query("select from users where username like 'd%'")).rowCount).toBe(1)
  })

  test('a refused registration doesn’t use up the invitation', async () => {
    const invitation = await tokenFor('eve@example.com')
    expect((await register(inviting, { ...person('eve'), invitation, username: 'e' })).status).toBe(400)
    expect((await register(inviting, { ...person('eve'), invitation })).status).toBe(201)
    const second = await tokenFor('eva@example.com')
    const taken = { ...person('eva'), username: 'EVE', invitation: second }
    expect((await register(inviting, taken)).status).toBe(409)
    expect((await register(inviting, { ...person('eva'), invitation: second })).status).toBe(201)
  })

  test('an invitation is only for the email it was sent to, in any letter case', async () => {
    const invitation = await tokenFor('Gus@Example.com')
    expect(await register(inviting, { ...person('mallory'), invitation })).toMatchObject({
      status: 403,
      body: {
        code: 'invitation_for_other_email',
        message: 'This invitation is for another email address',
      },
    })
    expect((await check(invitation)).body).toEqual({ email: 'Gus@Example.com' })
    expect((await register(inviting, { ...person('gus'), invitation })).status).toBe(201)
  })

  test('an invitation expires after 14 days', async () => {
    const invitation = await tokenFor('finn@example.com')
    clock.pass(14 * 86_400_000 - 60_000)
    expect((await check(invitation)).status).toBe(200)
    clock.pass(60_000)
    const late = await check(invitation)
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'link_expired', message: 'This link is too old. Ask for a new one.' },
    })
    expect(await register(inviting, { ...person('finn'), invitation })).toMatchObject(refused)
  })
})
