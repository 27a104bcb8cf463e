// Access through a subscription: the SQL rule and the JavaScript rule give the same answer, to the millisecond.
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/open.ts'
import { graceEnd, isPaying } from '#server/features/billing/rules.ts'
import { givesAccess } from '#server/features/users/visibility.ts'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '#shared/rules/access.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'

let database: FreshDatabase
let db: Db
beforeAll(async () => {
  database = await freshDatabase()
  db = openTestDatabase(database.url, pino({ level: 'silent' }), 1).db
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const NOW = new Date('2026-11-22T10:00:00.000Z')
const GRACE_DAYS = 7
const WEEK_MS = GRACE_DAYS * 86_400_000
const startedAgo = (milliseconds: number) => new Date(NOW.getTime() - milliseconds)

type State = {
  status: SubscriptionStatus
  isDisputed: boolean
  currentPeriodStart: Date | null
  endsAt?: Date | null
  pausedFrom?: Date | null
}
/** The answers of the JavaScript rule and of the SQL function. */
async function answers(state: State, graceDays = GRACE_DAYS): Promise<[boolean, boolean]> {
  const { status, isDisputed, currentPeriodStart, endsAt = null, pausedFrom = null } = state
  const row = JSON.stringify({
    status,
    is_disputed: isDisputed,
    current_period_start: currentPeriodStart,
    ends_at: endsAt,
    paused_from: pausedFrom,
  })
  const { rows } = await sql<{ pays: boolean | null }>`
    select ${givesAccess('s', { now: NOW, graceDays })} as pays
      from jsonb_populate_record(null::subscriptions, ${row}::jsonb) s`.execute(db)
  return [isPaying(state, NOW, graceDays), rows[0]?.pays === true]
}

describe.each(SUBSCRIPTION_STATUSES)('A subscription that is %s', (status) => {
  const isOpen = ['active', 'trialing', 'past_due'].includes(status)

  test(`${isOpen ? 'gives' : 'gives no'} access the day after its period began`, async () => {
    const state = { status, isDisputed: false, currentPeriodStart: startedAgo(86_400_000) }
    expect(await answers(state)).toEqual([isOpen, isOpen])
  })

  test('gives access up to the moment it ends, even before the webhook about its end', async () => {
    const at = (ms: number) => new Date(NOW.getTime() + ms)
    const state = { status, isDisputed: false, currentPeriodStart: startedAgo(86_400_000) }
    for (const [endsAt, pays] of [
      [at(1), isOpen],
      [at(0), false],
    ] as const)
      expect(await answers({ ...state, endsAt })).toEqual([pays, pays])
  })

  test('gives access up to the end of the last paid period while renewals are paused', async () => {
    const at = (ms: number) => new Date(NOW.getTime() + ms)
    const state = { status, isDisputed: false, currentPeriodStart: startedAgo(86_400_000) }
    for (const [pausedFrom, pays] of [
      [at(1), isOpen],
      [at(0), false],
    ] as const)
      expect(await answers({ ...state, pausedFrom })).toEqual([pays, pays])
  })

  test('gives no access while one of its payments is disputed', async () => {
    const state = { status, isDisputed: true, currentPeriodStart: startedAgo(86_400_000) }
    expect(await answers(state)).toEqual([false, false])
  })
})

describe('The grace period of a past-due subscription', () => {
  test.each([
    ['a millisecond before its end', true, WEEK_MS - 1],
    ['at its end', false, WEEK_MS],
    ['a millisecond after its end', false, WEEK_MS + 1],
  ])('%s: gives access is %s', async (_when, pays, ago) => {
    const state: State = { status: 'past_due', isDisputed: false, currentPeriodStart: startedAgo(ago) }
    expect(await answers(state)).toEqual([pays, pays])
    expect(graceEnd(state, GRACE_DAYS)).toEqual(new Date(NOW.getTime() + WEEK_MS - ago))
  })

  test('of zero days gives no access, nor does a subscription without a period', async () => {
    const due = { status: 'past_due' as const, isDisputed: false }
    expect(await answers({ ...due, currentPeriodStart: NOW }, 0)).toEqual([false, false])
    expect(await answers({ ...due, currentPeriodStart: null })).toEqual([false, false])
  })

  test.each(['active', 'trialing'] as const)(
    'does not apply to a subscription that is %s',
    async (status) => {
      const state = { status, isDisputed: false, currentPeriodStart: startedAgo(5 * WEEK_MS) }
      expect(await answers(state, 0)).toEqual([true, true])
      expect(graceEnd(state, GRACE_DAYS)).toBeNull()
    },
  )
})
