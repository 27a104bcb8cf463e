// Creating an account: its fields, with the specification's messages, and taken names.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hashing, STRENGTH } from '#server/features/auth/passwords.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { CONSENT } from '#test/browser.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const register = (body: unknown) => server.visitor().send('POST', '/api/register', body)
const named = (username: string) => ({
  ...CONSENT,
  email: `${username}@example.com`,
  username,
  password: 'qzvkxw',
})
const accounts = async (condition: string, ...values: unknown[]) =>
  (await server.deps.pool.query<Record<string, unknown>>(`select * from users where ${condition}`, values))
    .rows

// @spec-1.11 @spec-3.1 @spec-3.8 @spec-3.11 @spec-3.13 @spec-3.16 @spec-6.3 @spec-7.8
test('Ada registers and is signed in with the account she sees', async () => {
  const browser = server.visitor()
  const { status, body } = await browser.send('POST', '/api/register', {
    ...named('Ada'),
    displayName: ' Ada  King Noel ',
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    username: 'Ada',
    alerts: { unseen: 0 },
    email: 'Ada@example.com',
    isEmailVerified: false,
    displayName: 'Ada  King Noel',
    firstName: 'Ada',
    lastName: 'King Noel',
    bio: null,
    profileImageUrl: null,
    isCreator: false,
    isPublic: true,
    role: null,
    suspension: null,
    showsRecordToVisitors: null,
    joinedFromPage: 0,
    deletedAt: null,
    stripeOnboardingCompleted: false,
    hasPrice: false,
    subscriptionPrice: 500,
    subscriptionPriceInCents: 500,
    followersCount: 0,
    followingCount: 0,
    performance: '+0.0%',
    performanceSource: 'none',
    performanceLinkedSince: null,
    performanceLinkedUntil: null,
    performanceMoneyWeighted: null,
    performanceFlowsAssumed: false,
    performanceDoubts: [],
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
  })
  expect((await browser.send('GET', '/api/user')).body).toEqual(body)
})

describe('Registering with invalid input is refused with the specification’s message:', () => {
  test.each([
    ['an invalid email address', { email: 'ada' }, 'Invalid email address'], // @spec-5.4
    ['an email address with a space', { email: 'a da@example.com' }, 'Invalid email address'],
    [
      'an email address of 255 characters',
      { email: `${'a'.repeat(243)}@example.com` },
      'Invalid email address',
    ],
    // @spec-5.5 @spec-9.9
    ['a password of 5 characters', { password: '12345' }, 'Password must be at least 6 characters'],
    ['no password', { password: undefined }, 'Password is required'],
    ['no username', { username: undefined }, 'Username is required'],
    ['a username of 2 characters', { username: 'ab' }, 'Username must be at least 3 characters'], // @spec-5.6
    ['a username of 31 characters', { username: 'a'.repeat(31) }, 'Username too long'], // @spec-5.7
    // @spec-5.9
    [
      'a username with a dash',
      { username: 'a-da' },
      'Username can only contain letters, numbers, and underscores',
    ],
    [
      'a username with an accent',
      { username: 'adá' },
      'Username can only contain letters, numbers, and underscores',
    ],
    [
      'a username with a line break at the end',
      { username: 'ada\n' },
      'Username can only contain letters, numbers, and underscores',
    ],
    [
      'a display name of 51 characters',
      { displayName: 'a'.repeat(51) },
      'Display name can have at most 50 characters',
    ],
  ])('%s', async (_what, change, message) => {
    const { status, body } = await register({ ...named('wrong_one'), ...change })
    expect([status, body]).toMatchObject([400, { code: 'invalid', message }])
    expect(await accounts("username = 'wrong_one' or email = 'wrong_one@example.com'")).toEqual([])
  })

  // @spec-3.4
  test.each(['__proto__', 'constructor', 'hasOwnProperty', 'API', 'Admin', 'settings', 'creator_subscribe'])(
    'the reserved name %s',
    async (username) => {
      const { status, body } = await register({ ...named('reserved'), username })
      expect([status, body]).toMatchObject([400, { code: 'invalid', message: 'Username isn’t available' }])
    },
  )
})

// @spec-5.8 @spec-9.8
test.each([
  ['3', 'bob', 'qzvkxw'],
  ['30', 'b'.repeat(30), 'quiet harbor lamp '.repeat(56).slice(0, 1000)],
])('a username of %s characters is accepted', async (_length, username, password) => {
  expect((await register({ ...named(username), password })).status).toBe(201)
})

// @spec-3.3
test('every character of a long password counts, and only its argon2id hash is stored', async () => {
  const { strength } = hashing
  onTestFinished(() => void (hashing.strength = strength))
  hashing.strength = STRENGTH
  const long = 'quiet harbor lamp '.repeat(12).slice(0, 200)
  await register({ ...named('longword'), password: long })
  const signIn = (password: string) =>
    server.visitor().send('POST', '/api/login', { username: 'longword', password })
  expect((await signIn(long.slice(0, 199))).status).toBe(401)
  expect((await signIn(long)).status).toBe(200)
  const [row] = await accounts("username = 'longword'")
  expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/)
})

// @spec-3.2 @spec-5.11
test('a taken username or email address is refused in any letter case, and the message names the field', async () => {
  await register({ ...named('Carol') })
  const name = await register({ ...named('cAROL'), email: 'other@example.com' })
  expect([name.status, name.body]).toMatchObject([
    409,
    { code: 'username_taken', message: 'Username is already taken' },
  ])
  const address = await register({ ...named('caroline'), email: ' CAROL@example.COM' })
  expect([address.status, address.body]).toMatchObject([
    409,
    { code: 'email_taken', message: 'Email is already registered' },
  ])
  expect(await accounts("lower(username) like 'carol%'")).toHaveLength(1)
})

// @spec-3.2
test('if people register with the same email address at the same time, one of them gets it', async () => {
  const answers = await Promise.all(
    ['flo', 'fay', 'fee', 'fox'].map((name) => register({ ...named(name), email: 'F@example.com' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect(await accounts("lower(email) = 'f@example.com'")).toHaveLength(1)
})

test('if two people register the same username at the same time, one of them gets it', async () => {
  const answers = await Promise.all([
    register(named('dora')),
    register({ ...named('DORA'), email: 'd@example.com' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

// @spec-3.63
test('extra fields in the registration, such as isCreator, have no effect', async () => {
  const extra = {
    id: '00000000-0000-4000-8000-000000000000',
    isCreator: true,
    isPublic: false,
    stripeAccountId: 'acct_1',
  }
  const { status, body } = await register({ ...named('eve_sly'), ...extra, stripeOnboardingCompleted: true })
  expect(status).toBe(201)
  expect(body).toMatchObject({ isCreator: false, isPublic: true, stripeOnboardingCompleted: false })
  const [row] = await accounts("username = 'eve_sly'")
  expect(row).toMatchObject({ is_creator: false, is_public: true, stripe_account_id: null })
  expect(row?.id).not.toBe(extra.id)
})
