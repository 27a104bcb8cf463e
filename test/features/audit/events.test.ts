// Each event of the audit log: who did what, to whose account, from which network, in which request.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { ACCOUNT_EVENTS } from '#server/audit/events.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { eventCases } from './event-cases.ts'
import type { Stage } from './stage.ts'

const clock = settableClock()
let server: TestServer
let cases: ReturnType<typeof eventCases>
beforeAll(async () => {
  server = await startServer({ clock })
  cases = eventCases(server, clock)
})
afterAll(() => server.stop())

let count = 0
async function newStage(): Promise<Stage> {
  const name = `ada_${(count += 1)}`
  const people: Record<string, Person> = await buildPeople(server.deps, { [name]: member() })
  return { person: people[name] as Person, here: await server.signIn(name) }
}

describe('The audit log has', () => {
  test.each(ACCOUNT_EVENTS)('%s', async (event) => {
    const { person, here } = await newStage()
    const {
      userId = person.id,
      actor = 'user',
      quantity = null,
      target = null,
    } = (await cases[event]({ person, here })) ?? {}
    const rows = await server.deps.db
      .selectFrom('auditLog')
      .selectAll()
      .where('event', '=', event)
      .where('userId', userId === null ? 'is' : '=', userId)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .execute()
    const isInside = actor === 'system'
    expect(rows).toEqual([
      {
        id: expect.any(String) as unknown,
        createdAt: expect.any(Date) as unknown,
        event,
        actor,
        actorId: actor === 'user' ? userId : null,
        userId,
        target,
        quantity,
        reason: null,
        network: isInside ? null : '127.0.0.0/24',
        requestId: isInside ? null : (expect.stringMatching(/^[\da-f-]{36}$/) as unknown),
      },
    ])
  })
})

test('no entry has a name, an email address or a text', async () => {
  const { rows } = await server.deps.pool.query<{ row: string }>('select t::text as row from audit_log t')
  expect(rows.length).toBeGreaterThan(100)
  for (const { row } of rows) expect(row).not.toMatch(/ada_|@|example|signalpost|harbor|Laptop/i)
})
