// A list of positions is valued at a known close: on weekends, on holidays, and before the market has closed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { positionsDay } from '#server/features/portfolio/import/position-rows.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'
import { textOf } from '#test/engine/broker-files/export-files.ts'
import { confirmPreview, previewFor } from './import-file.ts'

let now = new Date('2026-11-22T15:00:00Z')
let server: TestServer
let ada: Browser
beforeAll(async () => {
  server = await startServer({ clock: { ...systemClock, now: () => now } })
  await buildPeople(server.deps, { ada: creator() })
  ada = await server.signIn('ada')
})
afterAll(() => server.stop())

test.each([
  ['on a Sunday', null, '2026-11-22T15:00:00Z', '2026-11-20'],
  ['dated on a Saturday', '2026-11-21', '2026-11-22T15:00:00Z', '2026-11-20'],
  ['of an earlier day', '2026-11-18', '2026-11-22T15:00:00Z', '2026-11-18'],
  ['of a future day', '2026-12-01', '2026-11-22T15:00:00Z', '2026-11-20'],
  ['before the exchange has closed', null, '2026-11-20T15:00:00Z', '2026-11-19'],
  ['on Thanksgiving', '2026-11-26', '2026-11-27T12:00:00Z', '2026-11-25'],
])('a list %s is valued at a known close', (_when, asOf, at, day) => {
  expect(positionsDay(asOf, new Date(at))).toBe(day)
})

const LIST = textOf('fidelity-positions.csv')
const ON_SUNDAY = LIST.replace('Dec-04-2024', 'Nov-22-2026')

test('a list imported on a Sunday shows which close it uses, and is a portfolio at once', async () => {
  for (const list of [LIST.replace(/"Date downloaded.*"/, ''), ON_SUNDAY]) {
    expect(list).not.toBe(LIST)
    expect(await previewFor(ada, list)).toMatchObject({ asOf: '2026-11-20', firstDay: '2026-11-20' })
  }
  const { fault, picture, holdings } = await confirmPreview(server, ada, await previewFor(ada, ON_SUNDAY))
  expect(fault).toBeNull()
  expect(picture?.since).toBe('2026-11-20')
  expect(holdings.length).toBeGreaterThan(1)
  // Read again a week later, it is the same list.
  now = new Date('2026-11-29T15:00:00Z')
  expect(await previewFor(ada, ON_SUNDAY)).toMatchObject({ hasNews: false })
})

test('a list that names an earlier day is valued on that day', async () => {
  expect(await previewFor(ada, LIST.replace('Dec-04-2024', 'Nov-18-2026'))).toMatchObject({
    asOf: '2026-11-18',
  })
})
