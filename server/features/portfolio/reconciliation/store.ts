// Reads and writes the known balances of accounts, and counts the rows left out of their files.
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Position, Statement, StatementBalance } from '#engine/portfolio/activity.ts'
import type {
  KnownBalances,
  OpeningCash,
  OpeningPosition,
} from '#engine/portfolio/reconciliation/reconcile.ts'

/** The symbol of cash in `portfolio_openings`. An account has opening cash in one currency. */
const CASH = ''

type Balances = { statements: Statement[]; openings: OpeningPosition[]; cash: OpeningCash[] }

/** Keyed by account id. Accounts without a balance are left out. */
export async function balancesOf(db: Db, accountIds: readonly string[]): Promise<Map<string, Balances>> {
  const found = new Map<string, Balances>()
  if (accountIds.length === 0) return found
  const of = (id: string) => {
    const known = found.get(id) ?? { statements: [], openings: [], cash: [] }
    found.set(id, known)
    return known
  }
  const statements = await db
    .selectFrom('portfolioStatements')
    .select(['accountId', 'statement'])
    .where('accountId', 'in', accountIds)
    .orderBy('fromDay')
    .orderBy('toDay')
    .execute()
  for (const { accountId, statement } of statements) of(accountId).statements.push(statementOf(statement))
  const openings = await db
    .selectFrom('portfolioOpenings')
    .select(['accountId', 'symbol', 'companyName', 'quantity', 'price', 'currency'])
    .select((eb) => eb.cast<string>('day', 'text').as('dayText'))
    .where('accountId', 'in', accountIds)
    .orderBy('day')
    .orderBy('symbol')
    .execute()
  for (const { accountId, dayText: day, quantity: written, price, ...rest } of openings) {
    const quantity = new Decimal(written)
    const { openings: shares, cash } = of(accountId)
    if (rest.symbol === CASH) cash.push({ day, currency: rest.currency, amount: quantity })
    else shares.push({ ...rest, day, quantity, price: price === null ? null : new Decimal(price) })
  }
  return found
}

/** A statement replaces the stored one of the same days, except for what it doesn't report. */
export async function storeStatements(
  db: Db,
  accountId: string,
  statements: readonly Statement[],
): Promise<void> {
  const known = (await balancesOf(db, [accountId])).get(accountId)
  for (const statement of statements) {
    const same = known?.statements.find(({ from, to }) => from === statement.from && to === statement.to)
    const whole = JSON.stringify(same ? joined(same, statement) : statement)
    await sql`insert into portfolio_statements (account_id, from_day, to_day, statement)
      values (${accountId}, ${statement.from}::date, ${statement.to}::date, ${whole}::jsonb)
      on conflict (account_id, from_day, to_day) do update set statement = excluded.statement`.execute(db)
  }
}

/** Whether a statement contains anything that isn't stored yet. */
export function isNewStatement(known: KnownBalances, statement: Statement): boolean {
  const same = known.statements.find(({ from, to }) => from === statement.from && to === statement.to)
  return !same || asText(joined(same, statement)) !== asText(same)
}

/** The database doesn't keep the order of keys. */
const asText = (statement: Statement) => JSON.stringify(statementOf(JSON.parse(JSON.stringify(statement))))

function joined(known: Statement, { opening, closing, ...days }: Statement): Statement {
  const balance = (before: StatementBalance, now: StatementBalance): StatementBalance => ({
    positions: now.positions ?? before.positions,
    cash: now.cash ?? before.cash,
    netAssetValue: now.netAssetValue ?? before.netAssetValue,
  })
  return { ...days, opening: balance(known.opening, opening), closing: balance(known.closing, closing) }
}

/** Adding the same position again replaces it. */
export async function storeOpenings(
  db: Db,
  accountId: string,
  openings: readonly OpeningPosition[],
): Promise<void> {
  for (const { day, symbol, companyName, quantity, price, currency } of openings)
    await sql`insert into portfolio_openings (account_id, day, symbol, company_name, quantity, price, currency)
      values (${accountId}, ${day}::date, ${symbol}, ${companyName}, ${quantity.toFixed()}, ${price?.toFixed() ?? null},
        ${currency})
      on conflict (account_id, day, symbol) do update set quantity = excluded.quantity, price = excluded.price,
        currency = excluded.currency`.execute(db)
}

/** Adding cash of the same day again replaces it. */
export async function storeOpeningCash(
  db: Db,
  accountId: string,
  { day, currency, amount: quantity }: OpeningCash,
): Promise<void> {
  const cash = { day, symbol: CASH, companyName: null, quantity, price: null, currency }
  await storeOpenings(db, accountId, [cash])
}

/** The number of rows left out of these accounts' files. */
export async function leftOutOf(db: Db, accountIds: readonly string[]): Promise<number> {
  if (accountIds.length === 0) return 0
  const { rows } = await db
    .selectFrom('portfolioLeftOutRows')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('accountId', 'in', accountIds)
    .executeTakeFirstOrThrow()
  return rows
}

type Text<T> = {
  [K in keyof T]: T[K] extends Decimal ? string : T[K] extends Decimal | null ? string | null : T[K]
}
type AmountText = { currency: string; amount: string }
type BalanceText = {
  positions: Text<Position>[] | null
  cash: AmountText[] | null
  netAssetValue: AmountText | null
}

/** Parses a statement from JSON, in which numbers are text. */
export function statementOf(json: unknown): Statement {
  const { from, to, opening, closing } = json as { from: string; to: string } & Record<
    'opening' | 'closing',
    BalanceText
  >
  return { from, to, opening: balanceOf(opening), closing: balanceOf(closing) }
}

function balanceOf({ positions, cash, netAssetValue }: BalanceText): StatementBalance {
  const number = (text: string | null) => (text === null ? null : new Decimal(text))
  const amount = (one: AmountText) => ({ currency: one.currency, amount: new Decimal(one.amount) })
  return {
    positions:
      positions?.map(({ symbol, companyName, quantity, averageCost, price, currency }) => ({
        symbol,
        companyName,
        quantity: new Decimal(quantity),
        averageCost: number(averageCost),
        price: number(price),
        currency,
      })) ?? null,
    cash: cash?.map(amount) ?? null,
    netAssetValue: netAssetValue && amount(netAssetValue),
  }
}
