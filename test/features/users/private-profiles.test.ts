// Private profiles: for everyone but the owner and paying subscribers, responses are the same as for an unknown person.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparable } from '#test/refusal.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const NOBODY = { id: '11111111-1111-4111-8111-111111111111', username: 'nobody_here' }
let server: TestServer
let pat: Person
let open: Person
let fan: Person
const browsers: Record<string, Browser> = {}

beforeAll(async () => {
  server = await startServer()
  const people = await buildPeople(server.deps, {
    pat: creator({
      isPublic: false,
      displayName: 'Quiet',
      follows: ['open'],
      signals: ['Psst', { content: 'Paid', isPremium: true }],
    }),
    open: creator({ signals: ['Hello'] }),
    stranger: member(),
    fan: member({ follows: ['pat', 'open'] }),
    lapsed: member({ subscribesTo: [{ creator: 'pat', status: 'canceled' }] }),
    late: member({ subscribesTo: [{ creator: 'pat', status: 'past_due', periodStartedDaysAgo: 8 }] }),
    payer: member({ subscribesTo: ['pat'] }),
    owing: member({ subscribesTo: [{ creator: 'pat', status: 'past_due', periodStartedDaysAgo: 6 }] }),
  })
  ;({ pat, open, fan } = people)
  for (const name of Object.keys(people)) browsers[name] = await server.signIn(name)
})
afterAll(() => server.stop())

const ask = async (who: string, method: string, path: string, body?: unknown) => {
  const browser = browsers[who] ?? server.visitor()
  const response = await browser.fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return await comparable(response)
}

const CALLS: [
  string,
  string,
  (person: { id: string; username: string }) => string,
  ((id: string) => unknown)?,
][] = [
  ['reading by name', 'GET', ({ username }) => `/api/users/${username}`],
  ['reading by name in capitals', 'GET', ({ username }) => `/api/users/${username.toUpperCase()}`],
  ['reading by id', 'GET', ({ id }) => `/api/users/id/${id}`],
  ['their signals', 'GET', ({ id }) => `/api/signals/user/${id}`],
  ['their signals, one a page', 'GET', ({ id }) => `/api/signals/user/${id}?limit=1`],
  ['whether one follows them', 'GET', ({ id }) => `/api/follows/status/${id}`],
  ['who follows them', 'GET', ({ id }) => `/api/follows/followers/${id}`],
  ['whom they follow', 'GET', ({ id }) => `/api/follows/following/${id}?limit=1`],
  ['whether one subscribes to them', 'GET', ({ id }) => `/api/subscriptions/status/${id}`],
  ['following', 'POST', () => '/api/follows', (id) => ({ followingId: id })],
  ['searching by name', 'GET', ({ username }) => `/api/users?query=${username}`],
]

describe.each(['stranger', 'fan', 'lapsed', 'late'])('To a %s a private profile doesn’t exist', (who) => {
  // @spec-6.19
  test.each(CALLS)('%s', async (_what, method, path, body) => {
    const hidden = await ask(who, method, path(pat), body?.(pat.id))
    expect(hidden).toEqual(await ask(who, method, path(NOBODY), body?.(NOBODY.id)))
    expect(hidden.text).not.toContain(pat.id)
  })

  // @spec-6.19
  test.each([
    '/api/users',
    '/api/users?query=Quiet',
    '/api/signals/feed',
    '/api/signals/feed?scope=everyone',
    '/api/follows/suggestions',
    // Pat follows Open, and the fan follows Pat.
    () => `/api/follows/followers/${open.id}`,
    () => `/api/follows/following/${fan.id}`,
  ])('in %s', async (path) => {
    const { status, text } = await ask(who, 'GET', typeof path === 'string' ? path : path())
    expect(status).toBe(200)
    for (const trace of [pat.id, 'Quiet', 'Psst', 'Paid']) expect(text).not.toContain(trace)
  })
})

describe.each(['payer', 'owing', 'pat'])('To %s, who pays or is the owner,', (who) => {
  // @spec-6.19
  test('the profile is found by name and id', async () => {
    for (const path of ['/api/users/pat', `/api/users/id/${pat.id}`])
      expect(await ask(who, 'GET', path)).toMatchObject({
        status: 200,
        text: expect.stringContaining('"Quiet"') as unknown,
      })
  })

  test.each(['/api/signals/feed', '/api/signals/feed?scope=everyone', () => `/api/signals/user/${pat.id}`])(
    'its signals are in %s',
    async (path) => {
      const { text } = await ask(who, 'GET', typeof path === 'string' ? path : path())
      for (const content of ['"Psst"', '"Paid"']) expect(text).toContain(content)
    },
  )

  test('the person is listed among others’ followers and the people they follow', async () => {
    for (const path of [`/api/follows/followers/${open.id}`, `/api/follows/following/${fan.id}`])
      expect((await ask(who, 'GET', path)).text).toContain('"Quiet"')
  })

  test('the list of people still doesn’t contain it', async () => {
    expect((await ask(who, 'GET', '/api/users')).text).not.toContain(pat.id)
  })
})

test('a paying subscriber may follow, and unfollowing has the same response for hidden and unknown people', async () => {
  expect((await ask('payer', 'POST', '/api/follows', { followingId: pat.id })).text).toBe(
    '{"isFollowing":true}',
  )
  expect((await ask('payer', 'GET', `/api/follows/status/${pat.id}`)).text).toBe('{"isFollowing":true}')
  const hidden = await ask('fan', 'DELETE', `/api/follows/${pat.id}`)
  expect(hidden).toEqual(await ask('fan', 'DELETE', `/api/follows/${NOBODY.id}`))
  expect(hidden.text).toBe('{"isFollowing":false}')
})

test('a profile that turns private is hidden from followers at once, and shown again once it is public', async () => {
  const opener = browsers['open'] as Browser
  const feed = async () => (await ask('fan', 'GET', '/api/signals/feed')).text
  expect(await feed()).toContain('"Hello"')
  await opener.send('PUT', '/api/profile', { isPublic: false })
  expect(await feed()).toBe('[]')
  expect((await ask('fan', 'GET', '/api/users/open')).status).toBe(404)
  await opener.send('PUT', '/api/profile', { isPublic: true })
  expect(await feed()).toContain('"Hello"')
})
