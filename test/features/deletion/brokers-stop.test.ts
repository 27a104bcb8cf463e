// While an account is being deleted, nothing is read from its brokers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { syncConnection } from '#server/features/portfolio/connections/sync-connection.ts'
import { deletion } from '#shared/contracts/deletion.ts'
import { daysClock } from '#test/features/billing/billing-steps.ts'
import { connectSample } from '#test/sample-broker.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { requestDeletion } from './deletion-steps.ts'

const clock = daysClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock })))
afterAll(() => server.stop())

test('a connection isn’t read until the account is kept', async () => {
  await buildPeople(server.deps, { ada: member() })
  const here = await server.signIn('ada')
  const { connections } = await connectSample(server, here)
  const id = connections[0]?.id ?? ''
  const readAt = async () => {
    clock.pass(0.1)
    await syncConnection(server.deps, id)
    const rows = server.deps.db.selectFrom('brokerConnections').select('syncedAt').where('id', '=', id)
    return (await rows.executeTakeFirstOrThrow()).syncedAt?.getTime() ?? 0
  }
  const before = await readAt()
  expect(await readAt()).toBeGreaterThan(before)
  await requestDeletion(here, 'ada')
  const last = await readAt()
  expect(await readAt()).toBe(last)
  await (await server.signIn('ada')).call(deletion.undo)
  expect(await readAt()).toBeGreaterThan(last)
})
