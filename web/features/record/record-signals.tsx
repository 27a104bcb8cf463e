// Every signal of a person with its outcome, newest first, including those that aren't scored.
import { type ReactNode, useState } from 'react'
import { useSearch } from 'wouter'
import type { PersonRecord, RecordSignal } from '#shared/contracts/rankings.ts'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import { hiddenText } from '#shared/rules/hidden-text.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useJumpTo } from '#web/lib/jump-to.ts'
import { go } from '#web/lib/navigation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { counted } from './format.ts'
import { readAllSignals, useAllRecordSignals, useRecordSignals } from './queries.ts'
import { saveCsv, signalsCsv } from './record-files.ts'
import { filtered, shownIn, SHOWN } from './record-filter.ts'
import { RecordHead, RecordRow, SealedRow } from './record-row.tsx'

/** The rows of a filtered list at first, and how many more are added each time. */
const ROWS = 100

export function RecordSignals({ record }: { record: PersonRecord }) {
  const { username, signals } = record
  const shown = shownIn(useSearch())
  const paged = useRecordSignals(username)
  const all = useAllRecordSignals(username, shown !== 'all')
  const query = shown === 'all' ? paged : all
  const list = shown === 'all' ? paged.data?.pages.flatMap(({ items }) => items) : all.data
  const [most, setMost] = useState({ shown, rows: ROWS })
  const rows = most.shown === shown ? most.rows : ROWS
  const matching = list && filtered(list, shown)
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
            All trades
          </h2>
          <p className="text-small text-pretty text-ink-2">
            Each trade next to SPY over the same days. Shorts are compared with shorting SPY.
          </p>
        </div>
        <DownloadSignals username={username} total={signals.posted} />
        <div className="w-full">
          <FilterChips
            label="Show"
            options={SHOWN.map(({ value, label }) => ({
              value,
              label: value === 'all' ? `${label} ${formatCount(signals.posted)}` : label,
            }))}
            value={shown}
            onValueChange={(value) => go(`${paths.record(username)}?show=${value}`, { replace: true })}
          />
        </div>
      </CardHead>
      {shown !== 'all' && list && matching && (
        <Hidden shown={matching.length} all={list} username={username} later={signals.sealed} />
      )}
      {matching ? (
        <div className="@container divide-y divide-line">
          <RecordHead />
          <ul className="divide-y divide-line">
            {shown === 'all' && <SealedRow record={record} />}
            {matching
              .filter(({ status }) => status !== 'sealed')
              .slice(0, shown === 'all' ? undefined : rows)
              .map((outcome) => (
                <RecordRow key={outcome.signalId} outcome={outcome} text={textOf(outcome)} />
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
      {shown !== 'all' && matching && matching.length > rows && (
        <div className="grid p-2">
          <Button block variant="ghost" onClick={() => setMost({ shown, rows: rows + ROWS })}>
            Show more
          </Button>
        </div>
      )}
      <p className="px-4 py-3 text-small text-ink-3 md:px-6">
        Not an investment recommendation. Investing involves risk of loss. This line covers every row above.
      </p>
    </CardList>
  )
}

function textOf({ excerpt, hidden, hiddenAt }: RecordSignal): ReactNode {
  if (hidden) return <span className="italic">{hiddenText(hidden, hiddenAt)}</span>
  return excerpt === undefined ? undefined : <bdi>{excerpt}</bdi>
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
      {later > 0 && ` except ${counted(later, 'premium signal')} from the last 90 days`}.{' '}
      <TextLink href={`${paths.record(username)}?show=all`}>Show all</TextLink>
    </p>
  )
}

function DownloadSignals({ username, total }: { username: string; total: number }) {
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
