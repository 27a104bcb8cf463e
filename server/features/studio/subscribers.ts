// A creator's subscribers: a page of them, and all of them as lines of a CSV file.
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { type CursorPosition, FIRST_PAGE } from '#server/db/page.ts'
import { spreadsheetLine } from '#server/features/data-exports/rules.ts'
import { peopleFor } from '#server/features/users/store.ts'
import { authorView } from '#server/features/users/views.ts'
import type { Subscriber, SubscriberFilter, SubscriberState } from '#shared/contracts/studio.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { livesOf } from './lives.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
type Wanted = { show: SubscriberFilter; search: string }
export type LifeRow = CursorPosition & {
  subscriberId: string
  startedAt: Date
  priceInCents: number
  state: SubscriberState
  endsAt: Date | null
  overAt: Date | null
  paidInCents: number
  refundedInCents: number
}

/** Newest first; up to `limit` + 1 rows. Only names that the creator may see are searched. */
export async function subscribersPage(
  deps: Needs,
  creatorId: string,
  { show, search }: Wanted,
  after: CursorPosition,
  limit: number,
): Promise<LifeRow[]> {
  const { db, clock, config } = deps
  const given = { creatorId, now: clock.now(), graceDays: config.pastDueGraceDays }
  const isAfter = sql`(s.created_at, s.id) < (${after.createdAt}, ${after.id}::uuid)`
  const only =
    search === '' ? isAfter : sql`${isAfter} and s.subscriber_id in ${named(deps, creatorId, search)}`
  const states: Record<SubscriberFilter, RawBuilder<unknown>> = {
    all: sql`true`,
    current: sql`state <> 'ended'`,
    ended: sql`state = 'ended'`,
  }
  const { rows } = await sql<LifeRow>`
    select id, created_at, subscriber_id, started_at, price_in_cents, state, ends_at, over_at, paid_in_cents, refunded_in_cents
      from ${livesOf(given, only)} l where ${states[show]}
     order by created_at desc, id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** The ids of visible people whose names contain this text, ignoring case. */
const named = (deps: Needs, viewerId: string, search: string) =>
  peopleFor(deps, viewerId)
    .clearSelect()
    .select('u.id')
    .where('u.isFormer', '=', false)
    .where((eb) => {
      const has = (name: 'u.username' | 'u.displayName') =>
        sql<boolean>`position(lower(${search.replace(/^@/, '')}) in lower(${eb.ref(name)})) > 0`
      return eb.or([has('u.username'), has('u.displayName')])
    })

/** Adds the people whom the creator may see. */
export async function subscriberViews(
  deps: Needs,
  creatorId: string,
  rows: readonly LifeRow[],
): Promise<z.input<typeof Subscriber>[]> {
  const ids = [...new Set(rows.map(({ subscriberId }) => subscriberId))]
  if (ids.length === 0) return []
  const people = await peopleFor(deps, creatorId)
    .clearSelect()
    .select(['u.id', 'u.username', 'u.displayName', 'u.profileImageUrl', 'u.isCreator'])
    .select('u.subscriptionPriceInCents')
    .where('u.id', 'in', ids)
    .where('u.isFormer', '=', false)
    .execute()
  const former = await deps.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('isFormer', '=', true)
    .execute()
  const known = new Map(people.map((person) => [person.id, authorView(person)]))
  const gone = new Set(former.map(({ id }) => id))
  return rows.map((row) => ({
    id: row.id,
    person: known.get(row.subscriberId) ?? null,
    isFormer: gone.has(row.subscriberId),
    since: row.startedAt.toISOString(),
    priceInCents: row.priceInCents,
    state: row.state,
    endsAt: (row.overAt ?? row.endsAt)?.toISOString() ?? null,
    paidInCents: row.paidInCents - row.refundedInCents,
    refundedInCents: row.refundedInCents,
  }))
}

const HEADS = ['Name', 'Username', 'Since (UTC)', 'Price a month (USD)', 'Status', 'Ends or ended (UTC)']
const MONEY_HEADS = ['Paid less refunds (USD)', 'Refunded (USD)']
const ROWS_AT_ONCE = 500

/** Reads the subscribers page by page while the file is sent. */
export async function* subscribersCsv(deps: Needs, creatorId: string): AsyncGenerator<string> {
  // The byte order mark, which makes spreadsheets read the file as UTF-8.
  yield `\uFEFF${spreadsheetLine([...HEADS, ...MONEY_HEADS])}`
  for (let after = FIRST_PAGE; ;) {
    const rows = await subscribersPage(deps, creatorId, { show: 'all', search: '' }, after, ROWS_AT_ONCE)
    const shown = rows.slice(0, ROWS_AT_ONCE)
    const views = await subscriberViews(deps, creatorId, shown)
    yield views.map(csvOf).join('')
    const last = shown.at(-1)
    if (rows.length <= ROWS_AT_ONCE || !last) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}

const STATE_TEXT: Record<SubscriberState, string> = {
  renewing: 'Active',
  ending: 'Canceled, still paid',
  due: 'Past due',
  paused: 'Paused',
  refunded: 'Refunded',
  ended: 'Ended',
}

function csvOf(row: z.input<typeof Subscriber>): string {
  const { person, isFormer, since, priceInCents, state, endsAt, paidInCents, refundedInCents } = row
  return spreadsheetLine([
    person ? (person.displayName ?? person.username) : isFormer ? 'Former member' : 'A private member',
    person?.username,
    utcDay(new Date(since)),
    dollars(priceInCents),
    STATE_TEXT[state],
    endsAt && utcDay(new Date(endsAt)),
    dollars(paidInCents),
    dollars(refundedInCents),
  ])
}

/** Formats an amount as in 1234.50, which every spreadsheet reads as a number. */
const dollars = (cents: number): string => (cents / 100).toFixed(2)
