// One signal at its own address: the signal, its ticker's price since, and other signals about the ticker.
import { useMemo, useState } from 'react'
import { useParams } from 'wouter'
import type { Level } from '#shared/contracts/scores.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { handleOf, signedName } from '#shared/rules/people.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDifference } from '#shared/rules/printed-difference.ts'
import { marketReturn, marketText } from '#shared/rules/market-text.ts'
import { SignalThread } from '#web/features/comments/thread.tsx'
import { Suggestions } from '#web/features/follows/suggestions.tsx'
import { namesText } from '#web/features/portfolio/format.ts'
import { AuthorRecord } from '#web/features/record/author-record.tsx'
import { LastMonths } from '#web/features/record/last-months.tsx'
import { CardOutcome } from '#web/features/record/outcome.tsx'
import { useScore } from '#web/features/record/queries.ts'
import { PageOutcome } from '#web/features/record/page-outcome.tsx'
import { InTheLog, ScoreCards } from '#web/features/record/score-card.tsx'
import { deepestFall, type ScorePart } from '#web/features/record/score-marks.ts'
import { DeliveryLine } from '#web/features/signals/delivery-line.tsx'
import { LaterSignals, OthersOnTicker } from '#web/features/signals/later-signals.tsx'
import { PostedAt } from '#web/features/signals/posted-at.tsx'
import { useLaterSignals, useSignal } from '#web/features/signals/queries.ts'
import { SignalCard } from '#web/features/signals/signal-card.tsx'
import { labelOf } from '#web/features/signals/signal-labels.ts'
import { useTickerPrices } from '#web/features/tickers/queries.ts'
import { type PositionResult, SinceSignal } from '#web/features/tickers/since-signal.tsx'
import { ApiError, isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { hasSamplePrices } from '#web/lib/config.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { ChartMark } from '#web/ui/line-chart-marks.tsx'
import { Column, useHasAside } from '#web/ui/page.tsx'
import { Loading, SignalSkeleton } from '#web/ui/skeleton.tsx'

export default function OneSignal() {
  const { id } = useParams<{ id: string }>()
  const { data: signal, error, isFetching, refetch } = useSignal(id)
  const [chosen, setChosen] = useState<string>()
  const hasAside = useHasAside()
  // None if the signal is locked.
  const tickers = signal?.tickers ?? []
  const ticker = tickers.find((one) => one === chosen) ?? tickers[0]
  // 400: the address doesn't contain a valid signal id.
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  useTitleAndFocus(
    signal
      ? `${callOf(signal)} by ${handleOf(signal.author.username)}`
      : isMissing
        ? 'Signal not found'
        : 'Signal',
  )
  const record = signal && <AuthorRecord username={signal.author.username} />
  const others = signal && ticker !== undefined && <OthersOnTicker ticker={ticker} authorId={signal.userId} />
  return (
    <Column
      beside={
        <>
          {record}
          {others}
          <Suggestions folded />
        </>
      }
    >
      {isMissing && <SignalNotFound />}
      {!signal && !isMissing && <h1 className="sr-only">Signal</h1>}
      {signal && (
        <>
          <SignalHead signal={signal} ticker={ticker} />
          <SignalCard signal={signal} Outcome={PageOutcome} />
          <LastMonths signal={signal} />
          <PostedAt signal={signal} />
          <DeliveryLine signalId={signal.id} />
        </>
      )}
      {signal && ticker !== undefined && (
        <SinceThen {...{ signal, ticker, tickers }} onTickerChange={setChosen} />
      )}
      {signal && ticker === undefined && <LogPlace signal={signal} />}
      {signal && !signal.isLocked && <SignalThread key={signal.id} signal={signal} />}
      {!hasAside && record}
      {!hasAside && others}
      {!signal && !error && (
        <Loading label="Loading signal">
          <SignalSkeleton />
        </Loading>
      )}
      {error && !isMissing && !isUnauthorized(error) && (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load this signal.'}
          </ErrorState>
        </Card>
      )}
    </Column>
  )
}

/** "Buy $TSM", "Comment", or "Signal" for a locked one. */
function callOf({ signalType, tickers = [] }: Signal): string {
  const about = namesText(tickers.map((ticker) => `$${ticker}`))
  return [signalType ? labelOf(signalType) : 'Signal', about].filter(Boolean).join(' ')
}

type OfTicker = { signal: Signal; ticker: string }

function SignalHead({ signal, ticker }: { signal: Signal; ticker: string | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="min-w-0 text-heading font-strong wrap-anywhere">
        {callOf(signal)}{' '}
        <span className="inline-block max-w-full text-lead font-regular text-ink-2">
          by {signedName(signal.author)}
        </span>
      </h1>
      {ticker !== undefined && hasSamplePrices() && <SampleNote signal={signal} ticker={ticker} />}
    </div>
  )
}

/** Shown while the prices load, so that nothing moves. Disappears if the ticker has no prices. */
function SampleNote({ signal, ticker }: OfTicker) {
  const { data } = usePricesSince(signal, ticker)
  return data && data.latest === null ? null : <SampleBadge />
}

const usePricesSince = ({ createdAt }: Signal, ticker: string) =>
  useTickerPrices(ticker, { postedAt: createdAt })

type SinceThenProps = OfTicker & { tickers: readonly string[]; onTickerChange: (ticker: string) => void }

function SinceThen({ signal, ...rest }: SinceThenProps) {
  const later = useLaterSignals(signal, rest.ticker)
  const prices = usePricesSince(signal, rest.ticker)
  const { data: score, isPending } = useScore(signal.id)
  const part = score?.parts.find(({ ticker }) => ticker === rest.ticker)
  const result = useMemo(() => (isPending ? undefined : resultOf(part)), [isPending, part])
  const exit = part?.exitDay ?? null
  const stated = score?.levels
  const marks = useMemo(
    () => [
      ...marksOf([signal, ...later]),
      ...(exit === null ? [] : [exitMark(exit)]),
      ...(stated ?? []).flatMap(reachedMarks),
    ],
    [signal, later, exit, stated],
  )
  // If closes may not be shown, a line would reveal the entry's close.
  const hidesCloses = part?.entryClose == null
  const levels = useMemo(() => (hidesCloses ? [] : (stated ?? []).map(priceLevel)), [stated, hidesCloses])
  return (
    <>
      <SinceSignal
        {...{ prices, marks, levels, result, ...rest }}
        levelTexts={(stated ?? []).map((level) => levelText(level, exit !== null))}
        isBuy={signal.signalType === 'buy'}
      />
      {score && <ScoreCards score={score} />}
      <LaterSignals signals={later} Outcome={CardOutcome} />
    </>
  )
}

/** Null without a position that has run for a day. */
function resultOf(part: ScorePart | undefined): PositionResult | null {
  if (part?.does !== 'opens' || part.return === null || part.benchmark === null || part.excess === null)
    return null
  const { days, exitDay, side } = part
  if (days.length === 0) return null
  const fall = deepestFall(part)
  const compared = { benchmark: part.benchmark, parts: [part] }
  const facts = [
    `${side === 1 ? 'Buy' : 'Short'} $${part.ticker} ${percentOf(part.return)}`,
    marketText(compared),
    fall < 0 && `largest drop on the way ${percentOf(String(fall))}`,
  ]
  return {
    ahead: printedDifference(part.return, marketReturn(compared)),
    facts: facts.filter(Boolean).join(' · '),
    tradingDays: days.length,
    exitDay,
    isShort: side === -1,
  }
}

/** Locked signals have one, too, so that readers can check that they never change. */
function LogPlace({ signal }: { signal: Signal }) {
  const { data: score } = useScore(signal.id)
  return score ? <InTheLog score={score} /> : null
}

const nameOf = ({ kind, price }: Level) => `${kind === 'target' ? 'Target' : 'Stop'} $${price}`

const reachedMarks = ({ kind, reachedOn }: Level): ChartMark[] =>
  reachedOn === null
    ? []
    : [{ day: reachedOn, kind: 'reached', label: kind === 'target' ? 'Target reached' : 'Stop reached' }]

const priceLevel = (level: Level) => ({ price: Number(level.adjusted), label: nameOf(level) })

/** "Target $210 reached at the close of Mar 3, 2026." */
function levelText(level: Level, hasEnded: boolean): string {
  const { price, adjusted, reachedOn } = level
  const name =
    Number(price) === Number(adjusted) ? nameOf(level) : `${nameOf(level)} ($${adjusted} after splits)`
  if (reachedOn !== null) return `${name} reached at the close of ${dayText(reachedOn)}.`
  return `${name} ${hasEnded ? 'not reached' : 'not reached so far'}.`
}

const exitMark = (day: string): ChartMark => ({ day, kind: 'exit', label: 'Exit of the position' })

const marksOf = (signals: readonly Signal[]): ChartMark[] =>
  signals.flatMap(({ signalType, createdAt, author }) =>
    signalType
      ? [
          {
            day: utcDay(createdAt),
            kind: signalType,
            label: `${labelOf(signalType)} by ${signedName(author)}`,
          },
        ]
      : [],
  )

function SignalNotFound() {
  return (
    <Card>
      <EmptyState
        level={1}
        post="fallen"
        title="Signal not found"
        action={
          <Button asChild variant="outline">
            <a href={paths.feed}>Go to your feed</a>
          </Button>
        }
      >
        This signal doesn't exist or belongs to a private profile.
      </EmptyState>
    </Card>
  )
}
