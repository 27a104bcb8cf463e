// How many of 1,000 monkeys would be on the board.
import { createHash } from 'node:crypto'
import { universeOf } from './board.ts'
import { LISTED_LOW, MONKEYS } from './method.ts'
import { monkeyFigures, type MonkeyMarket, monkeyPools } from './monkeys.ts'
import type { RatedRecord } from './rate-records.ts'

/** The rated records with the smallest SHA-256 of seed and id, one monkey each, in turn if there are fewer. */
export function boardMonkeys(
  records: readonly RatedRecord[],
  { seed, ...market }: MonkeyMarket & { seed: string },
): { count: number; listed: number } {
  const hashOf = (id: string) => createHash('sha256').update(`${seed}|${id}`).digest('hex')
  const chosen = records
    .filter(({ missing, figures }) => missing.length === 0 && figures !== null)
    .map((record) => ({ record, hash: hashOf(record.id) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, MONKEYS.onBoard)
  if (chosen.length === 0) return { count: 0, listed: 0 }
  const universe = universeOf(records)
  let listed = 0
  for (const [at, { record }] of chosen.entries()) {
    const pools = monkeyPools(record, universe, market.market)
    for (let number = at; number < MONKEYS.onBoard; number += chosen.length) {
      const figures = monkeyFigures(
        record,
        pools,
        { seed, monkey: Math.floor(number / chosen.length) },
        market,
      )
      if (figures !== null && figures.lowYear >= LISTED_LOW) listed += 1
    }
  }
  return { count: MONKEYS.onBoard, listed }
}
