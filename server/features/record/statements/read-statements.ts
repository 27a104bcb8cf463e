// Everything that a person published about a ticker in the last 12 months, with their disclosures and the outcomes.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { linkedRecordsOf } from '#server/features/portfolio/store.ts'
import { signalView } from '#server/features/signals/views.ts'
import { isPayingFor, personByName } from '#server/features/users/store.ts'
import { authorView } from '#server/features/users/views.ts'
import type { Statement, Statements } from '#shared/contracts/statements.ts'
import { STATEMENTS_MAX } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { monthsBefore, utcDay } from '#shared/rules/dates.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { holdingIn, isHoldingShown } from '../score/holding-facts.ts'
import { scoresFor } from '../score/outcome-store.ts'
import { outcomeView } from '../score/outcome-view.ts'
import { statementRows } from './store.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'market'>

/** Throws `user_not_found`, whether the person doesn't exist or is hidden from the viewer (spec answer 18). */
export async function readStatements(
  deps: Needs,
  viewerId: string,
  { username, ticker, max = STATEMENTS_MAX }: { username: string; ticker: string; max?: number },
): Promise<z.input<typeof Statements>> {
  const person = looksLikeUsername(username) ? await personByName(deps, viewerId, username) : undefined
  if (!person) throw new Problem('user_not_found')
  const until = utcDay(deps.clock.now())
  const since = monthsBefore(until, 12)
  const rows = await statementRows(deps, viewerId, {
    authorId: person.id,
    ticker,
    since: new Date(`${since}T00:00:00Z`),
    limit: max + 1,
  })
  const listed = rows.slice(0, max)
  const [scored, pays] = await Promise.all([
    scoresFor(
      deps,
      viewerId,
      listed.map(({ id }) => id),
    ),
    isPayingFor(deps, viewerId, person.id),
  ])
  const bySignal = new Map(scored.map((signal) => [signal.id, signal]))
  const accounts = scored.some(isHoldingShown)
    ? ((await linkedRecordsOf(deps.db, person.id, [ticker])).get(ticker) ?? [])
    : []
  const options = { isSample: deps.market.isSample, showsPrices: deps.config.showsPrices }
  return {
    author: authorView(person),
    ticker,
    since,
    until,
    includesPremium: person.id === viewerId || pays,
    isCapped: rows.length > max,
    statements: listed.map((row): z.input<typeof Statement> => {
      const signal = bySignal.get(row.id)
      const holding =
        signal && isHoldingShown(signal) && !signal.isSealed ? holdingIn(accounts, signal) : null
      return {
        ...signalView(row, viewerId),
        logIndex: signal?.logIndex ?? null,
        ...(signal && row.signalType !== 'comment' && { outcome: outcomeView(signal, options) }),
        ...(holding && { holding }),
      }
    }),
  }
}
