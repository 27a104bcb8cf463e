// Reads the growth of shares from the inputs of scores, each share once for all authors of a run.
import { BENCHMARK, SECOND_BENCHMARK } from '#engine/market/prices.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { type StoredInput, storedInputs } from '../score/stored-inputs.ts'
import type { Position } from '#engine/scoring/ranking/paper-portfolio.ts'
import { type Input, type ShareGrowth, shareGrowth } from '#engine/scoring/ranking/share-growth.ts'

type Database = Kysely<DB> | Transaction<DB>

const BENCHMARKS = [BENCHMARK, SECOND_BENCHMARK]
/** The number of shares read at once, so that their inputs take little memory. */
const BATCH = 50

/** Up to `asOf`, the last day of the benchmarks. */
export type KnownGrowth = ShareGrowth & { asOf: string }
/**
 * The growth of the benchmarks, and of these positions' shares from their entries on. Null while there are no
 * closes.
 */
export type GrowthReader = (
  db: Database,
  positions: readonly Pick<Position, 'ticker' | 'entryDay'>[],
) => Promise<KnownGrowth | null>

/**
 * Caches what it has read until there is a new close. Open another one after closes were corrected. `isSample`: sample
 * inputs are never mixed with real ones.
 */
export function openGrowthReader(isSample: boolean): GrowthReader {
  let kept: (KnownGrowth & { from: string }) | null = null
  async function open(db: Database, from: string, asOf: string) {
    const benchmark = await storedInputs(db, [BENCHMARK], { from, to: asOf, isSample })
    // SPY trades on every exchange day, so its days are the exchange's.
    return { asOf, from, ...shareGrowth(benchmark.map(({ day }) => day)) }
  }
  return async (db, positions) => {
    const asOf = await newestDay(db, isSample)
    if (asOf === null) return null
    const first = positions.reduce((day, { entryDay }) => (entryDay < day ? entryDay : day), asOf)
    // From the beginning of a year, so that few authors need an earlier day than those before them.
    const known =
      kept?.asOf === asOf && kept.from <= first ? kept : await open(db, `${first.slice(0, 4)}-01-01`, asOf)
    kept = known
    const symbols = new Set([...BENCHMARKS, ...positions.map(({ ticker }) => ticker)])
    const missing = [...symbols].filter((symbol) => !known.has(symbol))
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH)
      const range = { from: known.from, to: asOf, isSample }
      const inputs = Map.groupBy(await storedInputs(db, batch, range), ({ symbol }) => symbol)
      for (const symbol of batch) known.add(symbol, (inputs.get(symbol) ?? []).map(asFloats))
    }
    return known
  }
}

const asFloats = ({ day, close, dividend, ratio }: StoredInput): Input => ({
  day,
  close: close.toNumber(),
  dividend: dividend.toNumber(),
  ratio: ratio.toNumber(),
})

/** The newest day with inputs from the current market. */
export async function newestDay(db: Database, isSample: boolean): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from record_inputs
    where symbol = ${BENCHMARK} and (source = 'simulated') = ${isSample}`.execute(db)
  return rows[0]?.day ?? null
}
