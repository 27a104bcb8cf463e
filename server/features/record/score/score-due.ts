// Calculates the scores that are due, a few tickers at a time.
import { scoreTickers } from '#engine/scoring/score-tickers.ts'
import type { Deps } from '#server/deps.ts'
import { type Batch, readBatch, type ScoringTools } from './read-batch.ts'
import { type DueTicker, dueTickers, saveScores, type Scored, setWaiting } from './scores-store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/** Large enough that queries cost little, and small enough for little memory (measured). */
const TICKERS_MAX = 25
const AUTHORS_MAX = 5000
/** The number of batches that are looked up at once. */
const BATCHES = 32

/**
 * Calculates some due tickers, with all signals of the authors who are due. Returns the number of tickers. If one
 * fails, it throws after all of them.
 */
export async function scoreDue(deps: Needs, tools: ScoringTools): Promise<number> {
  const due = await dueTickers(deps.db, {
    tickersMax: BATCHES * TICKERS_MAX,
    authorsMax: BATCHES * AUTHORS_MAX,
  })
  const batches = batchesOf(due)
  const read = (place: number) => {
    const batch = batches[place]
    return batch ? readBatch(deps, batch, tools).catch(() => null) : null
  }
  const failures: unknown[] = []
  const reading = [read(0), read(1)]
  let [savingBefore, saving] = [Promise.resolve(), Promise.resolve()]
  for (const [place, batch] of batches.entries()) {
    const known = await reading.shift()
    // While one batch is calculated, the database reads the next two and saves the two before.
    reading.push(read(place + 2))
    let scored: Scored | null = null
    try {
      if (known) scored = scoreBatch(known, deps.market.isSample)
    } catch {
      // The tickers of a failed batch are scored one by one.
    }
    await savingBefore
    savingBefore = saving
    saving = saveOrScoreAlone(scored, batch)
  }
  await Promise.all([savingBefore, saving])
  if (failures.length > 0) throw failures[0]
  return due.length

  async function saveOrScoreAlone(scored: Scored | null, batch: readonly DueTicker[]): Promise<void> {
    try {
      const isSaved = scored !== null && (await save(deps, scored).catch(() => false))
      if (!isSaved) failures.push(...(await scoreAlone(deps, batch, tools)))
    } catch (error) {
      failures.push(error)
    }
  }
}

const scoreBatch = ({ tickers, due, corrections }: Batch, isSample: boolean): Scored => ({
  ...scoreTickers(tickers, corrections, isSample),
  done: due,
  isPosted: false,
})

function batchesOf(due: readonly DueTicker[]): DueTicker[][] {
  const batches: DueTicker[][] = []
  let authors = 0
  for (const one of due) {
    const last = batches.at(-1)
    if (!last || last.length >= TICKERS_MAX || authors + one.authors.length > AUTHORS_MAX) {
      batches.push([one])
      authors = 0
    } else last.push(one)
    authors += one.authors.length
  }
  return batches
}

/** Retries tickers one by one, so that only the broken ones fail. Returns the errors. */
async function scoreAlone(deps: Needs, batch: readonly DueTicker[], tools: ScoringTools): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const one of batch)
    try {
      await save(deps, scoreBatch(await readBatch(deps, [one], tools), deps.market.isSample))
    } catch (error) {
      // Retried after the next close.
      await setWaiting(deps.db, one.ticker, true)
      failures.push(error)
    }
  return failures
}

/** Saves a batch in one transaction. */
async function save({ db, clock, market: { isSample } }: Needs, scored: Scored): Promise<true> {
  await saveScores(db, scored, { now: clock.now(), isSample })
  return true
}
