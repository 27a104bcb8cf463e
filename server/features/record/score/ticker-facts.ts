// Facts for a signal's page besides each ticker's figures: the figures before a correction, the share's final value,
// and what the author's broker reports.
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import { finalValueOf, symbolsOf } from '#server/market/share-events.ts'
import type { SignalScore } from '#shared/contracts/scores.ts'
import { holdingFacts } from './holding-facts.ts'
import type { ScoredForViewer } from './outcome-store.ts'

type Facts = Pick<
  z.input<typeof SignalScore>['parts'][number],
  'restated' | 'finalValue' | 'isThin' | 'holding'
>

/** By ticker. Empty for a sealed trade. `showsPrices`: whether closes may be shown. */
export async function tickerFacts(
  db: Kysely<DB>,
  signal: ScoredForViewer,
  { showsPrices }: { showsPrices: boolean },
): Promise<ReadonlyMap<string, Facts>> {
  if (signal.isSealed) return new Map()
  const holdings = await holdingFacts(db, signal)
  const facts = new Map<string, Facts>()
  for (const { ticker, exitDay, exitReason, isThin, isSample, restated } of signal.scores) {
    const final = exitReason === 'stopped-trading' && !isSample ? await finalValueUnder(db, ticker) : null
    const holding = holdings.get(ticker)
    facts.set(ticker, {
      ...(holding && { holding }),
      ...(restated.length > 0 && { restated }),
      ...(final?.day === exitDay &&
        final !== null && {
          finalValue: { ...final, value: showsPrices ? final.value.toFixed() : null },
        }),
      ...(isThin && { isThin }),
    })
  }
  return facts
}

/** Looks up the final value under the share's newest symbol. */
const finalValueUnder = async (db: Kysely<DB>, ticker: string) =>
  await finalValueOf(db, (await symbolsOf(db, ticker)).at(-1)?.symbol ?? ticker)
