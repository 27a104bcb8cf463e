// Reads and writes a person's accounts and their activities.
import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Activity } from '#engine/portfolio/activity.ts'

export const accountsOf = (db: Db, userId: string) =>
  db
    .selectFrom('portfolioAccounts')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
export type AccountRow = Awaited<ReturnType<typeof accountsOf>>[number]

export const rowsOf = (db: Db) =>
  db
    .selectFrom('portfolioActivities')
    .selectAll()
    .select((eb) => eb.cast<string>('day', 'text').as('dayText'))

/**
 * Fees, quantities and zeros repeat, so numbers this short are shared by all activities (at most about ten thousand).
 */
const SHORT = 4
const short = new Map<string, Decimal>()

function kept(text: string): Decimal {
  const known = short.get(text)
  if (known) return known
  // A copy doesn't keep the capacity left over from parsing, which is most of a decimal's memory (measured).
  const number = new Decimal(new Decimal(text))
  if (text.length <= SHORT) short.set(text, number)
  return number
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

export const asActivity = (row: Row): Activity => ({
  id: row.id,
  type: row.type,
  day: row.dayText,
  symbol: row.symbol,
  companyName: row.companyName,
  quantity: kept(row.quantity),
  ...(row.isShort && { isShort: true }),
  price: row.price === null ? null : kept(row.price),
  ...(row.ownerCost !== null && { ownerCost: kept(row.ownerCost) }),
  cash: kept(row.cash),
  fee: kept(row.fee),
  ratio: row.ratio === null ? null : kept(row.ratio),
  currency: row.currency,
  line: null,
})

/** Keyed by account id. */
export async function activitiesOf(db: Db, accounts: AccountRow[]): Promise<Map<string, Activity[]>> {
  const found = new Map<string, Activity[]>()
  const share = sharedTexts()
  for (const { id } of accounts) {
    const activities: Activity[] = []
    for await (const day of daysOfAccount(db, id)) for (const one of day) activities.push(share(one))
    if (activities.length > 0) found.set(id, activities)
  }
  return found
}

/** Shares one string among all activities with the same type, day, symbol, name or currency. */
function sharedTexts(): (activity: Activity) => Activity {
  const known = new Map<string | null, string>()
  const one = <T extends string | null>(text: T): T => {
    if (text !== null && !known.has(text)) known.set(text, text)
    return (known.get(text) ?? text) as T
  }
  return (activity) => {
    activity.type = one(activity.type)
    activity.day = one(activity.day)
    activity.symbol = one(activity.symbol)
    activity.companyName = one(activity.companyName)
    activity.currency = one(activity.currency)
    return activity
  }
}

const ROWS_READ_AT_ONCE = 5000

/** Reads an account's activities day by day, ascending, with at most a few thousand rows in memory. */
export async function* daysOfAccount(db: Db, accountId: string): AsyncGenerator<Activity[]> {
  let open: Activity[] = []
  let [day, id] = ['0001-01-01', '']
  for (;;) {
    const rows = await rowsOf(db)
      .where('accountId', '=', accountId)
      .where(sql<boolean>`(day, id) > (${day}::date, ${id})`)
      .orderBy('day')
      .orderBy('id')
      .limit(ROWS_READ_AT_ONCE)
      .execute()
    for (const activity of rows.map(asActivity)) {
      if (open[0] && open[0].day !== activity.day) {
        yield open
        open = []
      }
      open.push(activity)
      ;({ day, id } = activity)
    }
    if (rows.length < ROWS_READ_AT_ONCE) break
  }
  if (open.length > 0) yield open
}

/** Which of these ids the account already has. */
export async function idsKnownTo(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from portfolio_activities
    where account_id = ${accountId} and id = any(${ids}::text[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const ROWS_AT_ONCE = 1000

/** Adds activities to an account. An activity whose id exists stays as it is. */
export async function storeActivities(
  db: Db,
  accountId: string,
  activities: readonly Activity[],
): Promise<void> {
  for (let from = 0; from < activities.length; from += ROWS_AT_ONCE) {
    const rows = activities.slice(from, from + ROWS_AT_ONCE).map((activity) => JSON.stringify(activity))
    await insertActivities(db, accountId, sql`unnest(${rows}::jsonb[]) as rows (a)`)
  }
}

/** `rows`: what to select from, with one JSON activity in each `a`. `given`: its source, as a `with` clause. */
export async function insertActivities(
  db: Db,
  accountId: string,
  rows: RawBuilder<unknown>,
  given: RawBuilder<unknown> = sql``,
): Promise<void> {
  await sql`${given} insert into portfolio_activities
      (account_id, id, type, day, symbol, company_name, quantity, is_short, price, owner_cost, cash, fee, ratio,
       currency)
    select ${accountId}, a->>'id', a->>'type', (a->>'day')::date, a->>'symbol', a->>'companyName',
           (a->>'quantity')::numeric, coalesce((a->>'isShort')::boolean, false), (a->>'price')::numeric,
           (a->>'ownerCost')::numeric, (a->>'cash')::numeric, (a->>'fee')::numeric, (a->>'ratio')::numeric, a->>'currency'
      from ${rows}
    on conflict do nothing`.execute(db)
}
