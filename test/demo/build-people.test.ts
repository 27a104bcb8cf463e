// Builds people by name, with their signals, follows and subscriptions.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { FIRST_PAGE } from '#server/db/page.ts'
import { checkPassword } from '#server/features/auth/passwords.ts'
import { timelinePage } from '#server/features/signals/timeline-page.ts'
import { viewerContext } from '#server/features/users/visibility.ts'
import { deliverSignals } from '#server/features/signals/deliver-signals.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'

const clock = systemClock
const config = readConfig({
  NODE_ENV: 'test',
  SESSION_SECRET: 'a secret of at least 32 characters, for tests',
})
let database: FreshDatabase
let deps: ReturnType<typeof openTestDatabase> & { clock: typeof clock; config: typeof config }

beforeAll(async () => {
  database = await freshDatabase()
  deps = { ...openTestDatabase(database.url, pino({ level: 'silent' }), 4), clock, config }
})
afterAll(async () => {
  await deps.close()
  await database.drop()
})

const feedOf = async (viewerId: string, limit = 100) =>
  timelinePage(deps.statements, {
    ...viewerContext(deps, viewerId),
    beforeAt: FIRST_PAGE.createdAt,
    beforeId: FIRST_PAGE.id,
    limit,
  })

describe('People by name', () => {
  it('builds people with the given options and plausible defaults', async () => {
    const { ada, bob } = await buildPeople(deps, {
      ada: creator({ priceCents: 800, signals: ['first', { content: 'older', hoursAgo: 50 }, 'second'] }),
      bob: member({ follows: ['ada'], password: 'another one' }),
      cleo: creator({ payouts: false }),
    })
    expect(ada).toEqual({ id: ada.id, username: 'ada', email: 'ada@example.com', password: 'signalpost' })
    const rows = await deps.db.selectFrom('users').selectAll().orderBy('username').execute()
    expect(rows).toMatchObject([
      {
        id: ada.id,
        displayName: 'Ada',
        isCreator: true,
        stripeOnboardingCompleted: true,
        subscriptionPriceInCents: 800,
      },
      { id: bob.id, isCreator: false, stripeAccountId: null, stripeCustomerId: null },
      { isCreator: true, stripeOnboardingCompleted: false, stripePriceId: null },
    ])
    expect(await checkPassword(rows[1]?.password, 'another one')).toBe(true)
    expect((await feedOf(bob.id)).map((row) => row.content)).toEqual(['second', 'first', 'older'])
  })

  it('writes the same timelines as the product', async () => {
    const dated = (content: string) => [
      { content, hoursAgo: 3 },
      { content: `${content} too`, hoursAgo: 3 },
    ]
    await buildPeople(deps, {
      dora: creator({ signals: dated('from dora') }),
      emil: creator({ signals: dated('from emil'), follows: ['dora', 'ada'] }),
      fay: member({
        subscribesTo: ['dora', { creator: 'emil', status: 'past_due', periodStartedDaysAgo: 20 }],
      }),
      gil: member({
        follows: ['dora'],
        subscribesTo: [{ creator: 'emil', status: 'past_due', periodStartedDaysAgo: 2 }],
      }),
    })
    const timelines = () =>
      deps.db.selectFrom('timelines').selectAll().orderBy('viewerId').orderBy('signalId').execute()
    const built = await timelines()
    await deps.db.deleteFrom('timelines').whereRef('viewerId', '<>', 'authorId').execute()
    await deps.pool.query('insert into deliveries (queued_at, signal_id) select created_at, id from signals')
    while ((await deliverSignals(deps)).signals > 0);
    expect(await timelines()).toEqual(built)
    const moments = new Set(built.map((row) => `${row.viewerId} ${row.createdAt.getTime()}`))
    expect(moments.size).toBe(built.length)
  })

  it('refuses unknown names and then creates nobody', async () => {
    await expect(buildPeople(deps, { hugo: member({ follows: ['nobody'] }) })).rejects.toThrow(
      'called "nobody"',
    )
    await expect(buildPeople(deps, { x: member() })).rejects.toThrow('"x" can\'t be a username')
    expect(await deps.db.selectFrom('users').select('id').where('username', '=', 'hugo').execute()).toEqual(
      [],
    )
  })
})
