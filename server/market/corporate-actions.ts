// Stores the renames, mergers and spin-offs that providers report, and reads them with the renames an administrator
// entered.
import { Decimal } from 'decimal.js'
import { sql, type Transaction } from 'kysely'
import type { CorporateAction } from '#engine/market/prices.ts'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'

/** Two reports this close together are about the same action, dated differently by two providers. */
const SAME_ACTION_DAYS = 10

/**
 * Resolves with the days of new, moved and corrected actions. If a single provider now dates one differently, it was
 * corrected. With two providers, either may have answered.
 */
export async function storeActions(
  trx: Transaction<DB>,
  actions: readonly CorporateAction[],
  source: string,
): Promise<string[]> {
  if (actions.length === 0) return []
  const fetched = sql`jsonb_to_recordset(${JSON.stringify(actions)}::jsonb)
    as fetched (kind text, symbol text, day date, "newSymbol" text, ratio numeric, cash numeric)`
  const isSame = sql`known.kind = fetched.kind and known.symbol = fetched.symbol
    and known.new_symbol is not distinct from fetched."newSymbol" and abs(known.day - fetched.day) <= ${SAME_ACTION_DAYS}::int`
  const moved = source.includes(',')
    ? { rows: [] }
    : await sql<{ day: string }>`delete from market_corporate_actions known using ${fetched}
        where ${isSame} and known.day <> fetched.day and known.source = ${source} returning known.day::text as day`.execute(
        trx,
      )
  const corrected = await sql<{ day: string }>`
    update market_corporate_actions known set ratio = fetched.ratio, cash = fetched.cash, source = ${source} from ${fetched}
      where ${isSame} and known.day = fetched.day
        and (known.ratio, known.cash) is distinct from (fetched.ratio, fetched.cash) returning known.day::text as day`.execute(
    trx,
  )
  const added = await sql<{ day: string }>`
    insert into market_corporate_actions (kind, symbol, day, new_symbol, ratio, cash, source)
      select kind, symbol, day, "newSymbol", ratio, cash, ${source} from ${fetched}
        where not exists (select from market_corporate_actions known where ${isSame})
      on conflict do nothing returning day::text as day`.execute(trx)
  return [...moved.rows, ...corrected.rows, ...added.rows].map(({ day }) => day)
}

/** The actions that involve one of the symbols, as the old or the new one, ascending by day. */
export async function actionsOf(db: Db, symbols: readonly string[]): Promise<CorporateAction[]> {
  const names = sql`${[...symbols]}::text[]`
  type Row = Omit<CorporateAction, 'ratio' | 'cash'> & { ratio: string | null; cash: string | null }
  const { rows } = await sql<Row>`
    select kind, day::text as day, symbol, new_symbol as "newSymbol", ratio, cash from market_corporate_actions
     where symbol = any(${names}) or new_symbol = any(${names})
    union
    select 'rename', day::text, old_symbol, new_symbol, 1, null from market_renames known
     where (old_symbol = any(${names}) or new_symbol = any(${names}))
       and not exists (select from market_corporate_actions other where other.kind = 'rename'
         and other.symbol = known.old_symbol and other.new_symbol = known.new_symbol)
     order by 2, 3, 4`.execute(db)
  const number = (text: string | null) => (text === null ? null : new Decimal(text))
  return rows.map(({ ratio, cash, ...row }) => ({ ...row, ratio: number(ratio), cash: number(cash) }))
}

/** The maximum number of lookup rounds, for chains such as a renamed share that was merged later. */
const ROUNDS_MAX = 5

/** Like `actionsOf`, plus the actions of the symbols that these lead to. */
export async function linkedActionsOf(db: Db, symbols: readonly string[]): Promise<CorporateAction[]> {
  let known = new Set(symbols)
  for (let round = 0; ; round += 1) {
    const actions = known.size === 0 ? [] : await actionsOf(db, [...known])
    const reached = new Set([
      ...known,
      ...actions.flatMap(({ symbol, newSymbol }) => [symbol, newSymbol ?? symbol]),
    ])
    if (reached.size === known.size || round >= ROUNDS_MAX) return actions
    known = reached
  }
}
