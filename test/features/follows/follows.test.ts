// Following people: the counts, the status, and that repeated calls change nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { follow as recordFollow } from '#server/features/follows/follow.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'ada' | 'bob' | 'cleo' | 'dan', Person>
let bob: Browser
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator(),
    bob: member(),
    cleo: member({ follows: ['dan'] }),
    dan: member(),
  })
  bob = await server.signIn('bob')
})
beforeEach(() => server.deps.pool.query('delete from follows where follower_id = $1', [people.bob.id]))
afterAll(() => server.stop())

const follow = (followingId: unknown) => bob.send('POST', '/api/follows', { followingId })
const unfollow = (id: string) => bob.send('DELETE', `/api/follows/${id}`)
const isFollowing = async (id: string) => (await bob.send('GET', `/api/follows/status/${id}`)).body
const counts = async (username: string) => {
  const { followersCount, followingCount } = (await bob.send('GET', `/api/users/${username}`)).body as Record<
    string,
    number
  >
  return [followersCount, followingCount]
}

// @spec-6.5 @spec-7.17 @spec-7.18 @spec-7.19
test('following twice counts once, and so does unfollowing twice', async () => {
  expect([await counts('ada'), await counts('bob'), await isFollowing(people.ada.id)]).toEqual([
    [0, 0],
    [0, 0],
    { isFollowing: false },
  ])
  for (const _time of [1, 2]) {
    expect(await follow(people.ada.id)).toMatchObject({ status: 201, body: { isFollowing: true } })
    expect([await counts('ada'), await counts('bob'), await isFollowing(people.ada.id)]).toEqual([
      [1, 0],
      [0, 1],
      { isFollowing: true },
    ])
  }
  for (const _time of [1, 2]) {
    expect(await unfollow(people.ada.id)).toMatchObject({ status: 200, body: { isFollowing: false } })
    expect([await counts('ada'), await counts('bob'), await isFollowing(people.ada.id)]).toEqual([
      [0, 0],
      [0, 0],
      { isFollowing: false },
    ])
  }
})

test('ten concurrent calls create one follow', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => follow(people.ada.id)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await counts('ada')).toEqual([1, 0])
})

test('the stored counts match the follows after concurrent follows, unfollows and deleted accounts', async () => {
  const { pool } = server.deps
  const crowd = await buildPeople(
    server.deps,
    Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`fan_${n}`, member()])),
  )
  const fans = Object.values(crowd).map(({ id }) => id)
  const stars = [people.ada.id, people.dan.id, people.cleo.id]
  await Promise.all(
    // Each in a different order.
    fans.map((fan, n) =>
      pool.query(
        `insert into follows (id, follower_id, following_id, created_at)
         select gen_random_uuid(), $1, star, now() from unnest($2::uuid[]) star`,
        [fan, n % 2 === 0 ? stars : stars.toReversed()],
      ),
    ),
  )
  await Promise.all([
    ...fans.slice(0, 10).map((fan) => pool.query('delete from follows where follower_id = $1', [fan])),
    ...fans.slice(10, 20).map((fan) => pool.query('delete from users where id = $1', [fan])),
  ])
  expect([await counts('ada'), await counts('dan')]).toEqual([
    [10, 0],
    [11, 0],
  ])
  const { rows } = await pool.query(
    `select user_id from follower_counts c
      where followers <> (select count(*) from follows f where f.following_id = c.user_id)`,
  )
  expect(rows).toEqual([])
  await pool.query('delete from users where id = any($1)', [fans])
})

test.each([
  ['as it is', (id: string) => id],
  ['in capitals', (id: string) => id.toUpperCase()],
])('people can’t follow themselves, with the id written %s', async (_how, write) => {
  const { status, body } = await follow(write(people.bob.id))
  expect([status, body]).toMatchObject([400, { code: 'self_follow', message: 'You can’t follow yourself' }])
  expect(await counts('bob')).toEqual([0, 0])
})

test('an id in capital letters is the same person', async () => {
  expect((await follow(people.ada.id.toUpperCase())).status).toBe(201)
  expect(await isFollowing(people.ada.id.toUpperCase())).toEqual({ isFollowing: true })
  expect((await unfollow(people.ada.id.toUpperCase())).status).toBe(200)
  expect(await counts('ada')).toEqual([0, 0])
})

test('an unknown person can’t be followed', async () => {
  const { status, body } = await follow('00000000-0000-4000-8000-000000000000')
  expect([status, body]).toMatchObject([404, { code: 'user_not_found', message: 'User not found' }])
  for (const id of ['ada', '', null, 7, { id: people.ada.id }])
    expect(await follow(id)).toMatchObject({ status: 400, body: { code: 'invalid' } })
})

test("unfollowing doesn't affect other people's follows", async () => {
  await unfollow(people.dan.id)
  expect(await counts('dan')).toEqual([1, 0])
})

test('a follow by an account that is being deleted gets a 401', async () => {
  const gone = '00000000-0000-4000-8000-000000000000'
  await expect(recordFollow(server.deps, gone, people.ada.id)).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await counts('ada')).toEqual([0, 0])
})
