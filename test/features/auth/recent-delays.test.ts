// Which refusals are repeated from memory, and for how long.
import { expect, test } from 'vitest'
import { delayed } from '#server/features/auth/failed-sign-ins.ts'
import { openRecentDelays } from '#server/features/auth/recent-delays.ts'

const ada = { username: 'ada', address: '192.0.2.1' }
let nowMs = 0
const clock = { now: () => new Date(nowMs) }

async function refusedFor(delayMs: number) {
  const delays = openRecentDelays(clock)
  await expect(delays.remember(ada, () => Promise.reject(delayed(delayMs)))).rejects.toMatchObject({
    code: 'sign_in_delayed',
  })
  return () => delays.refuseAgain(ada)
}

test('a refusal is repeated for a second, with the remaining wait', async () => {
  const again = await refusedFor(5000)
  nowMs += 400
  expect(again).toThrow(expect.objectContaining({ code: 'sign_in_delayed', retryAfterSeconds: 4.6 }))
  nowMs += 600
  expect(again).not.toThrow()
})

test('a refusal is not repeated after the wait', async () => {
  const again = await refusedFor(300)
  nowMs += 299
  expect(again).toThrow('Try again in 1 second.')
  nowMs += 1
  expect(again).not.toThrow()
})

test('a refusal is not repeated once the clock was set back', async () => {
  const again = await refusedFor(5000)
  nowMs -= 600_000
  expect(again).not.toThrow()
})

test('another address, another username, and anything after a different error are not refused', async () => {
  const delays = openRecentDelays(clock)
  await expect(delays.remember(ada, () => Promise.reject(delayed(5000)))).rejects.toThrow('Too many')
  const bob = { ...ada, username: 'bob' }
  for (const other of [{ ...ada, address: '192.0.2.2' }, bob])
    expect(() => delays.refuseAgain(other)).not.toThrow()
  await expect(delays.remember(bob, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(() => delays.refuseAgain(bob)).not.toThrow()
  expect(await delays.remember(bob, async () => 25)).toBe(25)
})
