// Reading people by name, by id and in a searchable list, as others see them and as they see themselves.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#shared/contracts/users.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'Ada' | 'bob' | 'cleo' | 'x_y' | 'xxy', Person>
let bob: Browser
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    Ada: creator({
      priceCents: 1200,
      displayName: 'Ada King Noel',
      bio: 'Engines',
      joinedDaysAgo: 1,
      email: 'ada@secret.example',
    }),
    bob: member({ follows: ['Ada'], displayName: null, joinedDaysAgo: 2 }),
    cleo: member({ follows: ['Ada', 'bob'], displayName: '100% Cleo', joinedDaysAgo: 3 }),
    x_y: member({ joinedDaysAgo: 4 }),
    xxy: member({ joinedDaysAgo: 5 }),
  })
  bob = await server.signIn('bob')
})
afterAll(() => server.stop())

const USER = [
  'bio',
  'createdAt',
  'displayName',
  'firstName',
  'followersCount',
  'followingCount',
  'id',
  'isCreator',
  'lastName',
  'performance',
  'performanceDoubts',
  'performanceFlowsAssumed',
  'performanceLinkedSince',
  'performanceLinkedUntil',
  'performanceMoneyWeighted',
  'performanceSource',
  'profileImageUrl',
  'subscriptionPrice',
  'subscriptionPriceInCents',
  'suspension',
  'username',
]
const keysOf = (body: unknown) => Object.keys(body as object).toSorted()

// @spec-3.13 @spec-3.18 @spec-3.19 @spec-3.20 @spec-7.12
test.each(['Ada', 'ada', 'ADA'])('the username %s finds Ada, in any letter case', async (name) => {
  const { status, body } = await bob.send('GET', `/api/users/${name}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: people.Ada.id,
    username: 'Ada',
    displayName: 'Ada King Noel',
    firstName: 'Ada',
    lastName: 'King Noel',
    bio: 'Engines',
    isCreator: true,
    subscriptionPrice: 1200,
    subscriptionPriceInCents: 1200,
    followersCount: 2,
    followingCount: 0,
    performance: '+0.0%',
    performanceSource: 'none',
    performanceLinkedSince: null,
    performanceLinkedUntil: null,
    performanceMoneyWeighted: null,
    performanceFlowsAssumed: false,
    performanceDoubts: [],
  })
})

// @spec-3.21 @spec-7.13
test('a person looks the same by name, by id and in the list, without private fields', async () => {
  const byName = await bob.fetch('/api/users/ada')
  const text = await byName.text()
  expect(await (await bob.fetch(`/api/users/id/${people.Ada.id}`)).text()).toBe(text)
  expect(await (await bob.fetch('/api/users?query=ada')).text()).toBe(`[${text}]`)
  expect(keysOf(JSON.parse(text))).toEqual(USER)
  for (const secret of ['secret.example', 'argon2', 'acct_', 'cus_', 'sub_', 'price_', 'prod_'])
    expect(text).not.toContain(secret)
})

// @spec-3.21
test('your own private fields are only in the response for the current user', async () => {
  const own = await bob.send('GET', '/api/user')
  expect(keysOf(own.body)).toEqual(
    [
      ...USER,
      'alerts',
      'deletedAt',
      'email',
      'hasPrice',
      'isEmailVerified',
      'isPublic',
      'joinedFromPage',
      'role',
      'showsRecordToVisitors',
      'stripeOnboardingCompleted',
    ].toSorted(),
  )
  expect(own.body).toMatchObject({
    displayName: null,
    firstName: null,
    lastName: null,
    followersCount: 1,
    followingCount: 1,
  })
  expect(keysOf((await bob.send('GET', '/api/users/bob')).body)).toEqual(USER)
})

test.each([
  'nobody_here',
  'id',
  '__proto__',
  'constructor',
  'a%00b',
  '%F0%9F%9A%80',
  'ada%20',
  'a'.repeat(31),
  'a'.repeat(290),
])('the username %s is not found', async (name) => {
  const { status, body } = await bob.send('GET', `/api/users/${name}`)
  expect([status, body]).toMatchObject([404, { code: 'user_not_found', message: 'User not found' }])
})

test('an unknown id is not found, and an invalid id is refused', async () => {
  const unknown = await bob.send('GET', '/api/users/id/00000000-0000-4000-8000-000000000000')
  expect([unknown.status, unknown.body]).toMatchObject([
    404,
    { code: 'user_not_found', message: 'User not found' },
  ])
  const bad = await bob.send('GET', '/api/users/id/1')
  expect([bad.status, bad.body]).toMatchObject([400, { code: 'invalid', message: 'Not a valid id' }])
})

describe('The list of people', () => {
  const names = async (query: Record<string, string>) =>
    (await bob.callPage(users.list, { query })).items.map(({ username }) => username)

  // @spec-7.11
  test('contains everybody, newest first', async () => {
    expect(await names({})).toEqual(['Ada', 'bob', 'cleo', 'x_y', 'xxy'])
  })

  test.each([
    ['ADA', ['Ada']],
    [' noel ', ['Ada']],
    ['ing', ['Ada']],
    ['x_y', ['x_y']],
    ['0%', []],
    ['100%', ['cleo']],
    // One or two characters: the start of a word.
    ['n', ['Ada']],
    ['Cl', ['cleo']],
    ['y', ['x_y']],
    ['o', []],
    ['%', []],
    ['\\', []],
    ['secret', []],
  ])('searched for "%s" contains %j', async (query, found) => {
    expect(await names({ query })).toEqual(found)
  })

  test('starts with the person who has exactly that name, before newer ones; not with a private person', async () => {
    await buildPeople(server.deps, {
      zoe: member({ joinedDaysAgo: 9 }),
      zoe_new: member({ joinedDaysAgo: 8 }),
      hidden: member({ isPublic: false, joinedDaysAgo: 7 }),
    })
    expect(await names({ query: 'ZOE' })).toEqual(['zoe', 'zoe_new'])
    expect(await names({ query: 'zoe', limit: '1' })).toEqual(['zoe', 'zoe_new'])
    expect(await names({ query: 'hidden' })).toEqual([])
    await server.deps.db.deleteFrom('users').where('username', 'in', ['zoe', 'zoe_new', 'hidden']).execute()
  })

  // @spec-7.11
  test('is read page by page along its Link header, which keeps the query', async () => {
    let path: string | undefined = '/api/users?query=x&limit=1'
    const pages: string[][] = []
    while (path !== undefined) {
      const response: Response = await bob.fetch(path)
      pages.push(((await response.json()) as { username: string }[]).map(({ username }) => username))
      path = /^<(\/api\/users\?query=x&limit=1&cursor=[\w.-]+)>; rel="next"$/.exec(
        response.headers.get('link') ?? '',
      )?.[1]
    }
    expect(pages).toEqual([['x_y'], ['xxy']])
  })

  test('keeps a question mark of the query in the Link header', async () => {
    const response = await bob.fetch('/api/users?limit=2&x=?&query=')
    expect(response.headers.get('link')).toMatch(/^<\/api\/users\?limit=2&x=%3F&query=&cursor=/)
  })

  test.each(['limit=0', 'limit=101', 'limit=1.5', 'limit=ten', 'limit=', 'limit=1e400', 'limit=5&limit=6'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await bob.send('GET', `/api/users?${query}`)
      expect([status, body]).toMatchObject([
        400,
        { code: 'invalid', message: 'limit must be a whole number from 1 to 100' },
      ])
    },
  )
})
