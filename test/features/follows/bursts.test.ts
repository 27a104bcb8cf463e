// Many follows at once: each updates the same counter, and none is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { follows } from '#shared/contracts/follows.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

const FANS = 60
const fans = Array.from({ length: FANS }, (_, n) => `fan_${n}`)

let server: TestServer
let adaId: string
beforeAll(async () => {
  server = await startServer()
  const people = await buildPeople(server.deps, {
    ada: creator({ signals: ['One', 'Two'] }),
    ...Object.fromEntries(fans.map((fan) => [fan, member()])),
  })
  adaId = people.ada.id
})
afterAll(() => server.stop())

const followersOf = async (id: string) =>
  (
    await server.deps.db
      .selectFrom('followerCounts')
      .select('followers')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
  ).followers

test('sixty people follow Ada at once, and each gets an answer and is counted', async () => {
  const browsers: Browser[] = []
  // One after the other: sign-ins of one address wait in a short queue.
  for (const fan of fans) browsers.push(await server.signIn(fan))
  const body = { followingId: adaId }
  const answers = await Promise.all(browsers.map((browser) => browser.send('POST', '/api/follows', body)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await followersOf(adaId)).toBe(FANS)
  await server.jobsDone()
  for (const browser of [browsers[0], browsers.at(-1)])
    expect(await browser?.call(signals.feed, { query: {} })).toHaveLength(2)
})

test('one person follows and unfollows Ada in a burst, and the last call decides', async () => {
  const browser = await server.signIn('fan_0')
  const calls = Array.from({ length: 20 }, (_, n) =>
    n % 2 === 0
      ? browser.send('DELETE', `/api/follows/${adaId}`)
      : browser.send('POST', '/api/follows', { followingId: adaId }),
  )
  for (const { status } of await Promise.all(calls)) expect(status).toBeLessThan(300)
  await browser.call(follows.unfollow, { params: { id: adaId } })
  await server.jobsDone()
  expect(await followersOf(adaId)).toBe(FANS - 1)
  expect(await browser.call(signals.feed, { query: {} })).toEqual([])
})
