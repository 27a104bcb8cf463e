// Wrong passwords by strangers: they wait longer and longer, and never keep the owner out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { signInDelayMs } from '#server/features/auth/rules.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { FAILED_SIGN_INS } from '#shared/limits.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { LIMITED, newAddress, signIn, wrongTimes } from './sign-in-steps.ts'

const { points } = FAILED_SIGN_INS
const MINUTE_MS = 60_000

/** It stands still between calls of `pass`: on a busy machine, these tries take longer than the first delays. */
let nowMs = Date.now()
const clock = {
  ...systemClock,
  now: () => new Date(nowMs),
  pass: (milliseconds: number) => void (nowMs += milliseconds),
}
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock, settings: LIMITED })
  const names = ['ada', 'bob', 'cleo', 'dan', 'emil', 'fay', 'gus', 'hal', 'ivy', 'jo_', 'kim']
  await buildPeople(server.deps, Object.fromEntries(names.map((name) => [name, member()])))
})
afterAll(() => server.stop())

test('after 25 wrong passwords a stranger waits, and then the right password works', async () => {
  expect(new Set(await wrongTimes(server, 'ada', points))).toEqual(new Set([401]))
  const from = newAddress()
  const refused = await signIn(server, 'ada', 'signalpost', { from })
  expect([refused.status, refused.retryAfter, JSON.parse(refused.text)]).toMatchObject([
    429,
    2,
    {
      code: 'sign_in_delayed',
      message:
        'Too many wrong passwords for this username. Try again in 2 seconds. If the account is yours, look for our email with a sign-in link.',
    },
  ])
  clock.pass(1900)
  expect((await signIn(server, 'ada', 'signalpost', { from })).status).toBe(429)
  clock.pass(100)
  expect((await signIn(server, 'ada', 'signalpost', { from })).status).toBe(200)
})

test('however many strangers try in between, each address gets its turn', async () => {
  await wrongTimes(server, 'bob', points)
  const from = newAddress()
  const { retryAfter } = await signIn(server, 'bob', 'signalpost', { from })
  const others = Array.from({ length: 60 }, newAddress)
  for (const _again of [1, 2])
    for (const other of others)
      expect((await signIn(server, 'bob', 'wrong', { from: other })).status).toBe(429)
  clock.pass(retryAfter * 1000)
  expect((await signIn(server, 'bob', 'signalpost', { from })).status).toBe(200)
})

test('the delay grows with each wrong password, up to 15 minutes, and then lets one try through', async () => {
  await wrongTimes(server, 'cleo', points)
  const delays: number[] = []
  for (let failures = points; failures < points + 50; failures++) {
    // A new one each time, because each address has its own limit.
    const from = newAddress()
    const { status, retryAfter } = await signIn(server, 'cleo', 'wrong', { from })
    expect([status, retryAfter]).toEqual([429, Math.ceil(signInDelayMs(failures) / 1000)])
    delays.push(retryAfter)
    // Within the hour of the first wrong password, the count continues.
    if (delays.reduce((sum, delay) => sum + delay) > 3000) break
    clock.pass(retryAfter * 1000)
    expect((await signIn(server, 'cleo', 'wrong', { from })).status).toBe(401)
  }
  expect(delays.toSorted((a, b) => a - b)).toEqual(delays)
  expect(delays.at(-1)).toBeGreaterThan(300)
})

test.each([
  [points - 1, 0],
  [points, 2],
  [points + 5, 4],
  [points + 10, 8],
  [points + 44, 892],
  [points + 45, 900],
  [points + 1_000_000, 900],
])('after %i wrong passwords the delay is %i seconds', (failures, seconds) => {
  expect(Math.ceil(signInDelayMs(failures) / 1000)).toBe(seconds)
})

test('an unknown username gets the same answers', async () => {
  const answersFor = async (username: string) => {
    const answers = []
    const from = newAddress()
    for (let n = 0; n < points + 2; n++) {
      const { status, text, headers } = await signIn(server, username, 'wrong', n < points ? {} : { from })
      const { date: _date, 'x-request-id': requestId = '', ...others } = Object.fromEntries(headers)
      answers.push({ status, text: text.replace(requestId, 'its own'), others })
    }
    return answers
  }
  const known = await answersFor('dan')
  expect(known.map(({ status }) => status).slice(-3)).toEqual([401, 429, 429])
  expect(await answersFor('nobody_has_it')).toEqual(known)
})

test('only 25 of many simultaneous tries are checked', async () => {
  const answers = await Promise.all(Array.from({ length: points + 5 }, () => signIn(server, 'emil', 'wrong')))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(points)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('only one of many simultaneous tries from one address gets the turn', async () => {
  await wrongTimes(server, 'fay', points)
  const from = newAddress()
  const { retryAfter } = await signIn(server, 'fay', 'wrong', { from })
  clock.pass(retryAfter * 1000)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => signIn(server, 'fay', 'wrong', { from })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([401, ...Array<number>(9).fill(429)])
})

test('a wait doesn’t grow by ten minutes when the clock is set back by ten minutes', async () => {
  await wrongTimes(server, 'kim', points)
  const from = newAddress()
  await signIn(server, 'kim', 'signalpost', { from })
  clock.pass(-10 * MINUTE_MS)
  const { status, retryAfter } = await signIn(server, 'kim', 'signalpost', { from })
  expect([status, retryAfter]).toEqual([429, 2])
  clock.pass(retryAfter * 1000)
  expect((await signIn(server, 'kim', 'signalpost', { from })).status).toBe(200)
})

test('an hour after the first wrong password the count starts again', async () => {
  await wrongTimes(server, 'gus', points)
  expect((await signIn(server, 'gus')).status).toBe(429)
  clock.pass(60 * MINUTE_MS)
  expect((await signIn(server, 'gus', 'wrong')).status).toBe(401)
  expect((await signIn(server, 'gus')).status).toBe(200)
})

test('the right password clears the wrong ones', async () => {
  await wrongTimes(server, 'hal', points - 1)
  expect((await signIn(server, 'hal')).status).toBe(200)
  expect(new Set(await wrongTimes(server, 'hal', points))).toEqual(new Set([401]))
})

test('expired counts and waits are deleted', async () => {
  await wrongTimes(server, 'ivy', points)
  expect((await signIn(server, 'ivy')).status).toBe(429)
  const rows = async () => {
    const { rows: found } = await server.deps.pool.query<{ n: number }>(
      'select (select count(*) from failed_sign_ins)::int + (select count(*) from sign_in_waits)::int as n',
    )
    return found[0]?.n
  }
  await sweep(server.deps)
  expect(await rows()).toBeGreaterThan(0)
  clock.pass(61 * MINUTE_MS)
  await sweep(server.deps)
  expect(await rows()).toBe(0)
})
