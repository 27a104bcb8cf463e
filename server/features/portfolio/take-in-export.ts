// Reads a broker's file as it arrives and keeps what was understood, apart from everything that counts, until it is confirmed.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { ExportRefused } from '#server/outside/broker/file/refusals.ts'
import { type ExportRead, readExport } from '#server/outside/broker/file/read-export.ts'
import type { Activity, Position } from '#server/outside/broker/port.ts'
import type { Preview } from '#shared/contracts/portfolio.ts'
import { Problem } from '#shared/problems.ts'
import { activitiesOf } from './activities.ts'
import { readBook } from './positions.ts'

type Needs = Pick<Deps, 'db' | 'clock'>
export type Told = Preview

const FAULTS_SHOWN = 100
const ROWS_AT_ONCE = 1000

/** Throws `bad_export` with the reason when the file as a whole can't be read. Aborting leaves nothing behind. */
export async function takeInExport(
  deps: Needs,
  userId: string,
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Told> {
  const { db, clock } = deps
  const today = clock.now().toISOString().slice(0, 10)
  const read = await readExport(stream, { today, signal }).catch((error: unknown) => {
    throw error instanceof ExportRefused ? new Problem('bad_export', { message: error.message }) : error
  })
  const activities =
    read.kind === 'positions'
      ? read.positions.map((position) => asTransfer(position, today))
      : read.activities
  const before = await knownOf(deps, userId, read)
  const news = activities.filter(({ id }) => !before.ids.has(id))
  const faults = [...read.faults, ...bookFaults([...before.activities, ...news], today)]
  const id = clock.newId()
  const preview: Told = {
    id,
    broker: read.broker,
    label: read.accountLabel ?? null,
    currency: read.currency,
    rows: read.rows,
    activities: activities.length,
    known: activities.length - news.length,
    firstDay: edge(activities, -1),
    lastDay: edge(activities, 1),
    kinds: countsOf(activities),
    symbols: [...new Set(activities.flatMap(({ symbol }) => symbol ?? []))].toSorted(),
    faults: faults.slice(0, FAULTS_SHOWN).map(({ line, reason }) => ({ line, reason })),
    faultCount: faults.length,
  }
  signal.throwIfAborted()
  await db
    .insertInto('portfolioImports')
    .values({ id, userId, preview: JSON.stringify(preview), createdAt: clock.now() })
    .execute()
  if (faults.length === 0)
    for (let from = 0; from < news.length; from += ROWS_AT_ONCE) {
      signal.throwIfAborted()
      const rows = news.slice(from, from + ROWS_AT_ONCE).map((activity) => JSON.stringify(activity))
      await sql`insert into portfolio_import_rows (import_id, activity)
        select ${id}, row from unnest(${rows}::jsonb[]) row`.execute(db)
    }
  return preview
}

/** What the same account already has. */
async function knownOf({ db }: Needs, userId: string, { broker, accountLabel }: ExportRead) {
  const accounts = await db
    .selectFrom('portfolioAccounts')
    .selectAll()
    .where('userId', '=', userId)
    .where('source', '=', 'file')
    .where('broker', '=', broker)
    .where((eb) => eb(eb.fn.coalesce('label', eb.val('')), '=', accountLabel ?? ''))
    .execute()
  const activities = [...(await activitiesOf(db, accounts)).values()].flat()
  return { activities, ids: new Set(activities.map(({ id }) => id)) }
}

/** Rows that are each fine and can't all have happened, such as a sale of what was never bought. */
function bookFaults(activities: Activity[], today: string): { line: number | null; reason: string }[] {
  const { faults } = readBook(activities, { today })
  return faults.map(({ line, day, message }) => ({
    line,
    reason: line === null ? `${day}: ${message}` : message,
  }))
}

/** What is held by the broker's word came in, as far as anybody here knows, on the day of the file. */
function asTransfer(
  { symbol, companyName, quantity, averageCost, price, currency }: Position,
  day: string,
): Activity {
  const zero = quantity.minus(quantity)
  return {
    id: `position ${symbol} ${currency}`,
    type: 'transfer',
    day,
    symbol,
    companyName,
    quantity,
    price: averageCost ?? price,
    cash: zero,
    fee: zero,
    ratio: null,
    currency,
    line: null,
  }
}

function edge(activities: Activity[], sign: 1 | -1): string | null {
  let found: string | null = null
  for (const { day } of activities) if (found === null || (sign > 0 ? day > found : day < found)) found = day
  return found
}

function countsOf(activities: Activity[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { type } of activities) counts[type] = (counts[type] ?? 0) + 1
  return counts
}
