// Signing out on one copy of the product also signs out on another copy on the same database.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'
import { atMost, WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { type Product, startProduct } from '#tools/drills/product.ts'

let database: FreshDatabase
let [here, there]: (Product | undefined)[] = []
beforeAll(async () => {
  database = await freshDatabase()
  const opened = openTestDatabase(database.url, pino({ level: 'silent' }), 2)
  const config = readConfig({ NODE_ENV: 'test' })
  await buildPeople({ ...opened, clock: systemClock, config }, { ada: creator({}), bob: member({}) })
  await opened.close()
  ;[here, there] = await Promise.all([startProduct(database.url), startProduct(database.url)])
}, WAIT_TIMEOUT_MS)
afterAll(async () => {
  await Promise.all([here?.end('SIGTERM'), there?.end('SIGTERM')])
  await database.drop()
})

test('after Bob signs out, another copy of the product soon refuses his cookie, even while he keeps using it', async () => {
  const cookie = (await here?.signIn('bob')) ?? ''
  const statusThere = async () => (await there?.ask('/api/signals/feed', cookie))?.status
  expect(await statusThere()).toBe(200)
  await here?.ask('/api/logout', cookie, {})
  expect((await here?.ask('/api/signals/feed', cookie))?.status).toBe(401)
  await vi.waitFor(async () => expect(await statusThere()).toBe(401), { timeout: atMost(1000), interval: 1 })
})
