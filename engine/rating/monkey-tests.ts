// Estimates the role of luck: the probability that monkeys do as well as a record, and how many would be on the board.
import { createHash } from 'node:crypto'
import { LISTED_LOW, MONKEYS } from './method.ts'
import { beyondMonkeys, type Imitated, monkeyFigures, type MonkeyMarket, monkeyPools } from './monkeys.ts'
import type { Figures } from './regression.ts'

/** `seed`: the root of the month's last day, in base64. `universe`: all tickers in which anybody opened a position. */
export type MonkeyNeeds = MonkeyMarket & { seed: string; universe: readonly string[] }
/** `beaten`: how many of the monkeys had a lower t. `choice`: how many tickers there were to choose from. */
export type MonkeyTest = { p: number; beaten: number; choice: number }

/** The probability that monkeys do as well as a record; 1 for a record without figures. */
export function testWithMonkeys(
  record: Imitated & { figures: Pick<Figures, 't' | 'df'> | null },
  needs: MonkeyNeeds,
): MonkeyTest {
  const pools = monkeyPools(record, needs.universe, needs.market)
  const { figures } = record
  if (!figures) return { p: 1, beaten: 0, choice: pools.choice }
  const ts = Array.from(
    { length: MONKEYS.perCandidate },
    (_, monkey) => monkeyFigures(record, pools, { seed: needs.seed, monkey }, needs)?.t ?? 0,
  )
  const beaten = ts.filter((t) => t < figures.t).length
  return { p: beyondMonkeys(figures.t, figures.df, ts), beaten, choice: pools.choice }
}

/**
 * How many of 1,000 monkeys would be on the board. Each imitates one rated record, in the order of
 * SHA-256(seed|record), starting over if there are fewer records. 0 without rated records.
 */
export function listedMonkeys(rated: readonly Imitated[], needs: MonkeyNeeds): number {
  const { seed, universe, market } = needs
  const hashOf = (id: string) => createHash('sha256').update(`${seed}|${id}`).digest('hex')
  const order = rated
    .map((record) => ({ record, hash: hashOf(record.id) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, MONKEYS.onBoard)
  let listed = 0
  for (const [at, { record }] of order.entries()) {
    const pools = monkeyPools(record, universe, market)
    for (let monkey = 0; monkey * order.length + at < MONKEYS.onBoard; monkey += 1) {
      const figures = monkeyFigures(record, pools, { seed, monkey }, needs)
      if (figures && figures.lowYear >= LISTED_LOW) listed += 1
    }
  }
  return listed
}
