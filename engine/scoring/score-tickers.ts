// Scores all signals about some tickers, and derives what follows from the new scores. Pure.
import { BENCHMARK } from '#engine/market/prices.ts'
import { type Correction, type KnownScore, type Restatement, restatedOf } from './compare-scores.ts'
import { type Prices, scorePosition, type Score, unpriced } from './score-position.ts'

export type OfTicker<Row> = Row & { ticker: string }

/**
 * `signals`: of all authors who are due, in the order of their posts. `prices`: null if the market doesn't know the
 * ticker.
 */
export type TickerToScore = { ticker: string; signals: readonly KnownScore[]; prices: Prices | null }

export type TickerScores = {
  scores: readonly OfTicker<Score>[]
  restated: readonly OfTicker<Restatement>[]
  /** The ids of sealed signals whose position in the ticker has ended. */
  ended: readonly string[]
}

/** `corrections`: of these tickers and the benchmark. `isSample`: whether the prices are sample data. */
export function scoreTickers(
  tickers: readonly TickerToScore[],
  corrections: readonly Correction[],
  isSample: boolean,
): TickerScores {
  const scores: OfTicker<Score>[] = []
  const restated: OfTicker<Restatement>[] = []
  const ended: string[] = []
  for (const { ticker, signals, prices } of tickers) {
    const ofTicker = <Row>(rows: readonly Row[]): OfTicker<Row>[] => rows.map((row) => ({ ...row, ticker }))
    if (!prices) {
      scores.push(...ofTicker(unpriced(signals)))
      continue
    }
    const books = Map.groupBy(signals, ({ author, isSealed }) => `${author} ${isSealed}`)
    const scored = [...books.values()].flatMap((own) => scorePosition(own, prices))
    scores.push(...ofTicker(scored))
    ended.push(...endedOf(signals, scored))
    const known = corrections.filter(({ symbol }) => symbol === ticker || symbol === BENCHMARK)
    restated.push(...ofTicker(restatedOf(signals, { scores: scored, prices, isSample, known })))
  }
  return { scores, restated, ended }
}

/** The sealed signals whose position has ended, including those that added to it or closed it. */
function endedOf(signals: readonly KnownScore[], scores: readonly Score[]): string[] {
  const byId = new Map(scores.map((score) => [score.signalId, score]))
  return signals.flatMap(({ signalId, mayEnd }) => {
    const score = byId.get(signalId)
    const opener = score?.status === 'linked' ? byId.get(score.ofSignalId ?? '') : score
    return mayEnd && opener?.status === 'closed' ? [signalId] : []
  })
}
