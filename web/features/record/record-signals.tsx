// Every signal of a person with what came of it, newest first: what isn't scored is listed too.
import type { SignalOutcome } from '#shared/contracts/scores.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { percentOf, pointsOf, toneOf } from './format.ts'
import { useRecordSignals } from './queries.ts'

export function RecordSignals({ username }: { username: string }) {
  const query = useRecordSignals(username)
  const { data, error, isFetching, refetch } = query
  if (!data)
    return error && !isUnauthorized(error) ? (
      <Card>
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load the signals.'}
        </ErrorState>
      </Card>
    ) : (
      <Loading label="Loading signals">
        <CardList>
          <RowSkeletons />
        </CardList>
      </Loading>
    )
  const all = data.pages.flatMap(({ items }) => items)
  if (all.length === 0)
    return (
      <Card>
        <EmptyState post="none">No signals yet.</EmptyState>
      </Card>
    )
  return (
    <CardList as="section" aria-labelledby="record-signals">
      <CardHead>
        <div className="grid gap-1">
          <h2 id="record-signals" className="text-title font-strong">
            Signals
          </h2>
          <p className="text-small text-ink-2">Return first, then SPY over the same days.</p>
        </div>
      </CardHead>
      <ul className="divide-y divide-line">
        {all.map((outcome) => (
          <Row key={outcome.signalId} outcome={outcome} />
        ))}
      </ul>
      <ShowMore query={query} />
      <p className="px-4 py-3 text-small text-ink-3 md:px-6">
        Not an investment recommendation. Investing involves risk of loss. This line covers every row above.
      </p>
    </CardList>
  )
}

const Row = ({ outcome }: { outcome: SignalOutcome }) => (
  <ListRow
    title={
      <a
        href={paths.signal(outcome.signalId)}
        className="wrap-anywhere underline-offset-[0.2em] hover:underline"
      >
        {titleOf(outcome)}
      </a>
    }
    sub={
      <span className="tabular-nums">
        {outcome.isPaidPromotion && 'Paid promotion · '}
        {dayText(utcDay(outcome.postedAt))} · {stateOf(outcome)}
      </span>
    }
    end={outcome.return !== null && outcome.benchmark !== null && <Result outcome={outcome} />}
  />
)

function Result({ outcome: { return: own, benchmark, excess } }: { outcome: SignalOutcome }) {
  return (
    <span className="grid justify-items-end text-small text-ink-2">
      <span className={`text-body font-strong ${toneOf(own ?? 0)}`}>{percentOf(own ?? 0)}</span>
      <span>SPY {percentOf(benchmark ?? 0)}</span>
      <span>{aheadText(excess ?? '0')}</span>
    </span>
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
