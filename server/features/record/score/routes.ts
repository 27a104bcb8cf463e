// The calls for the outcomes of signals, open to visitors, who see those of public people, and for the preview of a new
// one.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import type { Serve } from '#server/http/serve.ts'
import { outcomes, type SignalOutcome } from '#shared/contracts/outcomes.ts'
import { scores, type SignalScore } from '#shared/contracts/scores.ts'
import { Problem } from '#shared/problems.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { scoresFor } from './outcome-store.ts'
import { openInstruments } from '#server/market/instruments.ts'
import { signalPreview } from '#shared/contracts/signal-preview.ts'
import { previewSignal } from './preview.ts'
import { outcomeView } from './outcome-view.ts'
import { tickerFacts } from './ticker-facts.ts'
import { scoreDays } from './score-days.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'market'>

/** For `outcomeView`. */
export const optionsOf = ({ market, config }: Pick<Deps, 'market' | 'config'>) => ({
  isSample: market.isSample,
  showsPrices: config.showsPrices,
})

export function scoreRoutes(serve: Serve, deps: Needs): void {
  const instruments = openInstruments(deps, ({ symbol }) => symbol)
  serve(signalPreview.preview, async ({ viewer, query }) => {
    const known = await instruments()
    return await previewSignal(deps, viewer.id, query, (symbol) => known.includes(symbol))
  })

  serve(
    outcomes.list,
    async ({ viewer, query: { ids } }) => await outcomesOf(deps, viewer?.id ?? STRANGER, ids),
  )

  serve(scores.signal, async ({ viewer, params: { id } }) => await scoreOf(deps, viewer?.id ?? STRANGER, id))

  serve(
    scores.signalByMethod,
    async ({ viewer, params: { id }, query: { method } }) =>
      await scoreOf(deps, viewer?.id ?? STRANGER, id, method),
  )
}

/** The outcomes of those signals whose existence the viewer may know. */
export async function outcomesOf(
  deps: Needs,
  viewerId: string,
  ids: readonly string[],
): Promise<z.input<typeof SignalOutcome>[]> {
  const options = optionsOf(deps)
  return (await scoresFor(deps, viewerId, ids)).map((signal) => outcomeView(signal, options))
}

/** Throws `signal_not_found`, whether the signal doesn't exist or its author is hidden (spec answer 18). */
export async function scoreOf(
  deps: Needs,
  viewerId: string,
  id: string,
  method = METHOD,
): Promise<z.input<typeof SignalScore>> {
  const options = optionsOf(deps)
  const [signal] = await scoresFor(deps, viewerId, [id], method)
  if (!signal) throw new Problem('signal_not_found')
  if (method !== METHOD && !signal.isSealed && signal.scores.length === 0)
    throw new Problem('signal_not_found')
  const [{ days, levels }, facts] = await Promise.all([
    scoreDays(deps.db, signal, options),
    tickerFacts(deps.db, signal, options),
  ])
  const outcome = outcomeView(signal, { ...options, method })
  return {
    ...outcome,
    parts: outcome.parts.map((part) => ({
      ...part,
      ...facts.get(part.ticker),
      days: days.get(part.ticker) ?? [],
    })),
    ...(levels.length > 0 && { levels }),
  }
}
