// Chooses the real record on the landing page: a rated record of a person who shows it to visitors, with a losing trade
// among the last ones.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { personByName } from '#server/features/users/store.ts'
import { userView } from '#server/features/users/views.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import type { LandingRecord } from '#shared/visitor-page.ts'
import type { Readers } from './readers.ts'
import { ratedPeople, signalsForVisitors } from './store.ts'

const CANDIDATES = 5
/** How many of a candidate's newest signals are read, and how many trades are shown. */
const LOOKED_AT = 60
const SHOWN = 4

type Outcome = z.input<typeof SignalOutcome>

/** Null if no such record is shown to visitors. The page then shows its sample. */
export async function readLandingRecord(deps: Deps, { records }: Readers): Promise<LandingRecord | null> {
  for (const { username } of await ratedPeople(deps, CANDIDATES)) {
    // One candidate at a time, because the first one nearly always has such trades.
    const { outcomes } = await records.signals(null, username, { limit: LOOKED_AT, cursor: undefined })
    const free = await freeAmong(deps, outcomes)
    const shown = lastTrades(outcomes.filter(({ signalId }) => free.has(signalId)))
    const person = shown && (await personByName(deps, STRANGER, username))
    if (person) {
      const record = await records.person(null, username)
      return { person: userView(person), record, outcomes: shown }
    }
  }
  return null
}

async function freeAmong(deps: Deps, outcomes: readonly Outcome[]): Promise<Set<string>> {
  const rows = await signalsForVisitors(
    deps,
    outcomes.map(({ signalId }) => signalId),
  )
  return new Set(rows.flatMap(({ id, isPremium }) => (isPremium ? [] : [id])))
}

/**
 * The newest closed trades, newest first. If none of them lost, the last one is replaced by the newest losing trade.
 * Null if there is no losing trade.
 */
export function lastTrades(outcomes: readonly Outcome[]): Outcome[] | null {
  const closed = outcomes.filter(
    ({ status, return: own, excess }) => status === 'closed' && own !== null && excess !== null,
  )
  const isLoser = ({ excess }: Outcome) => Number(excess) < 0
  const newest = closed.slice(0, SHOWN)
  if (newest.some(isLoser)) return newest
  const loser = closed.find(isLoser)
  return loser ? [...newest.slice(0, SHOWN - 1), loser] : null
}
