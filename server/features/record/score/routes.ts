// The calls for the outcomes of signals, open to visitors, who see those of public people, and for the preview of a new one.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import type { Serve } from '#server/http/serve.ts'
import { type SignalOutcome, outcomes } from '#shared/contracts/outcomes.ts'
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

/** How signals did so far, by id; those that the viewer may not see are left out. Lists of signals carry them. */
export const outcomesFor =
  (deps: Pick<Deps, 'statements' | 'clock' | 'config' | 'market'>) =>
  async (viewerId: string, ids: readonly string[]): Promise<Map<string, z.input<typeof SignalOutcome>>> => {
    const options = { isSample: deps.market.isSample, showsPrices: deps.config.showsPrices }
    const known = await scoresFor(deps, viewerId, ids)
    return new Map(known.map((signal) => [signal.id, outcomeView(signal, options)]))
  }

export function scoreRoutes(
  serve: Serve,
  deps: Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'market'>,
): void {
  const options = { isSample: deps.market.isSample, showsPrices: deps.config.showsPrices }

  const instruments = openInstruments(deps, ({ symbol }) => symbol)
  serve(signalPreview.preview, async ({ viewer, query }) => {
    const known = await instruments()
    return await previewSignal(deps, viewer.id, query, (symbol) => known.includes(symbol))
  })

  const outcomesOf = outcomesFor(deps)
  serve(outcomes.list, async ({ viewer, query: { ids } }) => [
    ...(await outcomesOf(viewer?.id ?? STRANGER, ids)).values(),
  ])

  serve(
    scores.signal,
    async ({ viewer, params: { id } }) => await scoreOf(viewer?.id ?? STRANGER, id, METHOD),
  )

  serve(
    scores.signalByMethod,
    async ({ viewer, params: { id }, query: { method } }) =>
      await scoreOf(viewer?.id ?? STRANGER, id, method),
  )

  async function scoreOf(viewerId: string, id: string, method: number): Promise<z.input<typeof SignalScore>> {
    const [signal] = await scoresFor(deps, viewerId, [id], method)
    // The same response whether the signal doesn't exist or its author is hidden (spec answer 18).
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
}
