// Every signal of a person with its outcome, newest first, including those that aren't scored.
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { SignalOutcome } from '#shared/contracts/scores.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { percentOf, pointsOf } from '#shared/rules/percent.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useJumpTo } from '#web/lib/jump-to.ts'
import { go } from '#web/lib/navigation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { counted, toneOf } from './format.ts'
import { hasDay } from './outcome-text.ts'
import { readAllSignals, useAllRecordSignals, useRecordSignals } from './queries.ts'
import { saveCsv, signalsCsv } from './record-files.ts'
import { filtered, shownIn, SHOWN } from './record-filter.ts'

type RecordSignalsProps = { username: string; total: number }

/** `total`: how many signals were posted. `later`: how many of them don't count yet for this viewer. */
export function RecordSignals({ username, total, later }: RecordSignalsProps & { later: number }) {
  const shown = shownIn(useSearch())
  const paged = useRecordSignals(username)
  const all = useAllRecordSignals(username, shown !== 'all')
  const query = shown === 'all' ? paged : all
  const list = shown === 'all' ? paged.data?.pages.flatMap(({ items }) => items) : all.data
  const asked = new URLSearchParams(useSearch()).has('show')
  useJumpTo(asked && list ? 'record-signals' : null)
  if (paged.data?.pages[0]?.items.length === 0)
    return (
      <Card>
        <EmptyState post="none">No signals yet.</EmptyState>
      </Card>
    )
  const { error, isFetching, refetch } = query
  return (
    <CardList as="section" aria-labelledby="record-signals">
      <CardHead>
        <div className="grid gap-1">
          <h2 id="record-signals" className="scroll-mt-24 text-title font-strong">
            Signals
          </h2>
          <p className="text-small text-pretty text-ink-2">
            Return first, then SPY over the same days. A short is compared with SPY sold short.
          </p>
        </div>
        <DownloadSignals username={username} total={total} />
        <div className="w-full xs:w-48">
          <Select
            aria-label="Show"
            options={SHOWN}
            value={shown}
            onValueChange={(value) => go(`${paths.record(username)}?show=${value}`, { replace: true })}
          />
        </div>
      </CardHead>
      {shown !== 'all' && list && (
        <Hidden shown={filtered(list, shown).length} all={list} {...{ username, later }} />
      )}
      {list ? (
        <div className="@container divide-y divide-line">
          <div aria-hidden="true" className={classes(COLUMNS, 'hidden py-2 text-small text-ink-3')}>
            {['Signal', 'Return', 'SPY', 'Ahead'].map((head) => (
              <span key={head} className="font-medium not-first:text-right">
                {head}
              </span>
            ))}
          </div>
          <ul className="divide-y divide-line">
            {filtered(list, shown).map((outcome) => (
              <Row key={outcome.signalId} outcome={outcome} />
            ))}
          </ul>
        </div>
      ) : error && !isUnauthorized(error) ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load the signals.'}
        </ErrorState>
      ) : (
        <Loading label="Loading signals">
          <RowSkeletons />
        </Loading>
      )}
      {shown === 'all' && <ShowMore query={paged} />}
      <p className="px-4 py-3 text-small text-ink-3 md:px-6">
        Not an investment recommendation. Investing involves risk of loss. This line covers every row above.
      </p>
    </CardList>
  )
}

type HiddenProps = { shown: number; all: readonly SignalOutcome[]; username: string; later: number }

/** Says how many signals a filter hides, so that a part of the record doesn't look like the whole. */
function Hidden({ shown, all, username, later }: HiddenProps) {
  return (
    <p role="status" className="bg-sunken px-4 py-3 text-small text-pretty text-ink-2 tabular-nums md:px-6">
      <span className="font-strong">
        Showing {formatCount(shown)} of {formatCount(all.length)}.
      </span>{' '}
      The figures above count all {formatCount(all.length)}
      {later > 0 && ` but ${counted(later, 'premium signal')} of the last 90 days`}.{' '}
      <TextLink href={`${paths.record(username)}?show=all`}>Show all</TextLink>
    </p>
  )
}

function DownloadSignals({ username, total }: RecordSignalsProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const download = async () => {
    setState('busy')
    try {
      saveCsv(`${username}-signals`, signalsCsv(await readAllSignals(username)))
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="grid justify-items-end gap-1">
      <Button
        variant="outline"
        size="sm"
        pending={state === 'busy'}
        pendingLabel="Loading..."
        onClick={() => void download()}
      >
        Download all {formatCount(total)}
      </Button>
      {state === 'failed' && (
        <p role="alert" className="text-small text-loss">
          Couldn’t load the signals. Try again.
        </p>
      )}
    </div>
  )
}

/** The figures are columns where there is room, and below each other where not. */
const COLUMNS =
  'gap-x-3 px-4 md:px-6 @min-[34rem]:grid @min-[34rem]:grid-cols-[minmax(0,1fr)_4.5rem_4.5rem_5.5rem]'

const Row = ({ outcome }: { outcome: SignalOutcome }) => (
  <li className={classes(COLUMNS, 'flex min-h-17 flex-wrap items-center py-3')}>
    <div
      className={classes(
        'grid min-w-0 flex-1 wrap-break-word',
        !hasDay(outcome) && '@min-[34rem]:col-span-full',
      )}
    >
      <a
        href={paths.signal(outcome.signalId)}
        className="line-clamp-2 justify-self-start rounded-badge font-strong wrap-anywhere underline-offset-[0.2em] hover:underline"
      >
        {titleOf(outcome)}
      </a>
      <span className="text-small text-ink-2 tabular-nums">
        {outcome.isPaidPromotion && 'Paid promotion · '}
        {dayText(utcDay(outcome.postedAt))} · {stateOf(outcome)}
      </span>
    </div>
    {hasDay(outcome) && <Result outcome={outcome} />}
  </li>
)

function Result({ outcome: { return: own, benchmark, excess } }: { outcome: SignalOutcome }) {
  if (own === null || benchmark === null || excess === null) return null
  return (
    <div className="grid justify-items-end text-small text-ink-2 tabular-nums @min-[34rem]:contents @min-[34rem]:text-label @min-[34rem]:*:text-right">
      <span className={classes('text-body font-strong @min-[34rem]:text-label', toneOf(own))}>
        {percentOf(own)}
      </span>
      <span>
        <span className="@min-[34rem]:sr-only">SPY </span>
        {percentOf(benchmark)}
      </span>
      <span className={classes('hidden font-medium @min-[34rem]:block', toneOf(excess))}>
        {pointsOf(excess)}
      </span>
      <span className="@min-[34rem]:hidden">{aheadText(excess)}</span>
    </div>
  )
}

/** "Ahead 3.1 pts". */
function aheadText(excess: string): string {
  const text = pointsOf(excess)
  if (toneOf(excess) === '') return 'Level with SPY'
  return `${text.startsWith('−') ? 'Behind' : 'Ahead'} ${text.slice(1)}`
}

/** "Buy $AAPL, $NVDA". */
function titleOf({ parts, status, reason }: SignalOutcome): string {
  const [first] = parts
  if (status === 'sealed') return 'Sealed signal'
  if (!first) return reason === 'comment' ? 'Comment' : 'Signal'
  const tickers = parts.map(({ ticker }) => `$${ticker}`).join(', ')
  if (reason === 'comment') return `Comment on ${tickers}`
  return `${first.side === 1 ? 'Buy' : first.does === 'opens' ? 'Short' : 'Sell'} ${tickers}`
}

const NOT_SCORED: Record<string, string> = {
  comment: 'a comment',
  no_ticker: 'no ticker',
  not_us_share: 'not a US share or fund',
  no_prices: 'no prices',
  taking_profits: 'taking profits opens no short',
  no_position: 'entry and exit at the same close',
}

function stateOf({ status, reason, parts, entersOn, endsOn, opensBy }: SignalOutcome): string {
  const [first] = parts
  switch (status) {
    case 'pending':
      return entersOn === null ? 'Pending' : `Pending, enters at the close of ${dayText(entersOn)}`
    case 'open':
      return endsOn === null ? 'Open' : `Open, ends ${dayText(endsOn)}`
    case 'closed':
      return first?.exitDay ? `Closed ${dayText(first.exitDay)}` : 'Closed'
    case 'linked':
      return first?.does === 'closes' ? 'Closes an earlier position' : 'Adds to an earlier position'
    case 'sealed':
      return opensBy === null ? 'Sealed' : `Sealed, opens by ${dayText(opensBy)}`
    case 'unscored':
      return `Not scored: ${NOT_SCORED[reason ?? ''] ?? 'unknown'}`
  }
}
