// Previews the effect of a signal if it were posted now, by the rule that scoring uses.
import type { z } from 'zod'
import { lastClosedDay } from '#engine/market/exchange-days.ts'
import { firstEntryDay, horizonDaysOf } from '#engine/scoring/method.ts'
import { calendarOf } from '#engine/scoring/price-path.ts'
import { previewOf } from '#engine/scoring/preview.ts'
import { tradeOf } from '#engine/scoring/score-position.ts'
import type { Deps } from '#server/deps.ts'
import { finalValuesOf } from '#server/market/share-events.ts'
import type { Input } from '#shared/endpoint.ts'
import type { signalPreview, SignalPreview } from '#shared/contracts/signal-preview.ts'
import { heldOf, openerOf } from './append-posted.ts'
import { authorOf, isPublic, lastScores, type ScoredRow, waitingSignals } from './preview-store.ts'
import { namesOf } from './read-market.ts'
import { firstParts } from './take-logged.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>
type Preview = z.input<typeof SignalPreview>
type Wanted = Input<typeof signalPreview.preview>['query']
type Part = Preview['parts'][number]

/** The id of the trade that isn't posted yet. */
const PREVIEWED = 'preview'
const NOTHING = { does: null, entersOn: null, endsOn: null, cancels: false, open: null } as const

/** `isKnown`: whether a symbol is a known instrument, as in scoring. */
export async function previewSignal(
  deps: Needs,
  viewerId: string,
  wanted: Wanted,
  isKnown: (symbol: string) => boolean,
): Promise<Preview> {
  const parts = firstParts({ signalType: wanted.type, tickers: wanted.tickers })
  const tickers = parts.flatMap(({ ticker, reason }) => (reason === null ? [ticker] : []))
  const isSealed = wanted.premium === 'true' || !(await isPublic(deps, viewerId))
  const author = await authorOf(deps, viewerId)
  const [scores, waiting, priced] = await Promise.all([
    lastScores(deps.db, author, { isSealed, tickers }),
    tickers.length > 0 ? waitingSignals(deps, viewerId, isSealed) : [],
    withPrices(deps, tickers, isKnown),
  ])
  const views = parts.flatMap(({ ticker, side, reason }): Part[] => {
    if (ticker === '') return []
    if (reason !== null) return [{ ...NOTHING, ticker, side, reason }]
    const rows = scores.filter((row) => row.ticker === ticker)
    if (!priced.has(ticker) && !rows.some(({ entryDay }) => entryDay !== null))
      return [{ ...NOTHING, ticker, side, reason: 'no_prices' }]
    return [
      partOf(deps, wanted, {
        ticker,
        side,
        rows,
        waiting: waiting.filter((one) => one.tickers.includes(ticker)),
      }),
    ]
  })
  const isScored = views.some(({ does, cancels }) => does !== null && !cancels)
  const why = views.find(({ reason }) => reason !== null)?.reason ?? parts[0]?.reason ?? 'no_position'
  return { reason: isScored ? null : why, parts: views }
}

type Known = {
  ticker: string
  side: 1 | -1
  rows: readonly ScoredRow[]
  waiting: Awaited<ReturnType<typeof waitingSignals>>
}

function partOf({ clock }: Needs, { horizon, only }: Wanted, { ticker, side, rows, waiting }: Known): Part {
  const now = clock.now()
  const scored = rows.filter(({ isFresh }) => !isFresh)
  const opener = openerOf(scored) ?? null
  const asOf = opener?.asOf ?? lastClosedDay(now)
  const calendar = calendarOf(`${(opener?.entryDay ?? asOf).slice(0, 4)}-01-01`, lastClosedDay(now))
  const known = calendar.days.filter((day) => day <= asOf).length
  const { heldId, ...preview } = previewOf(
    {
      signalId: PREVIEWED,
      side,
      onlyCloses: only === 'close',
      horizonDays: horizonDaysOf(horizon),
      firstDay: firstEntryDay(now),
    },
    {
      earlier: [...rows.filter(({ isFresh }) => isFresh), ...waiting].map(tradeOf),
      held: heldOf(opener, { ...calendar, known }) ?? null,
    },
    calendar,
  )
  const held = [...rows, ...waiting].find(({ signalId }) => signalId === heldId)
  const open = held && {
    side: held.side,
    postedAt: held.postedAt.toISOString(),
    return: 'return' in held ? held.return : null,
  }
  return { ...preview, ticker, side, open: open ?? null }
}

/** The tickers with prices for scoring: known instruments that haven't stopped trading. */
async function withPrices(deps: Needs, tickers: readonly string[], isKnown: (symbol: string) => boolean) {
  const names = await namesOf(deps, tickers)
  const symbolsOf = (ticker: string) => (names.get(ticker) ?? []).map(({ symbol }) => symbol)
  const known = tickers.filter((ticker) => symbolsOf(ticker).some(isKnown))
  if (deps.market.isSample) return new Set(known)
  const finals = await finalValuesOf(
    deps.db,
    known.map((ticker) => symbolsOf(ticker).at(-1) ?? ticker),
  )
  return new Set(known.filter((ticker) => !finals.has(symbolsOf(ticker).at(-1) ?? ticker)))
}
