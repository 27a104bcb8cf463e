// The public log of signals: its newest checkpoint and entries, what the log proves, and how to check it.
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LogEntry, type LogState, record } from '#shared/contracts/record.ts'
import { dayText } from '#shared/rules/dates.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { longDate, utcTime } from '#web/lib/money-and-dates.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { KEY_FIGURE_CELL, KEY_FIGURES_GRID } from '#web/ui/key-figures.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Commands } from '#web/ui/keys-and-commands.tsx'
import { Proofs } from './proofs.tsx'
import { Stamps } from './stamps.tsx'
import { Age, Witnesses } from './witnesses.tsx'

/** A new checkpoint comes up to once a second. Readers don't need each of them. */
const REFETCH_MS = 5000

export function Log() {
  const query = useQuery({
    queryKey: queryKeys.log,
    queryFn: () => call(record.log),
    refetchInterval: REFETCH_MS,
  })
  const { data, error, isFetching, refetch } = query
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h1 className="text-heading font-strong">The public log</h1>
          <p className="text-pretty text-ink-2">
            Every signal in the order of posting, in a log that only grows. Anyone can check it.
          </p>
        </div>
        <Button asChild icon={Check}>
          <a href={paths.verify}>Check a signal</a>
        </Button>
      </div>
      {data ? (
        <>
          <RefreshError query={query} what="the log" />
          <State state={data} />
        </>
      ) : error && !isUnauthorized(error) ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load the log.'}
          </ErrorState>
        </Card>
      ) : (
        <Loading label="Loading the log">
          <CardList>
            <RowSkeletons />
          </CardList>
        </Loading>
      )}
      <Proofs />
      <CheckYourself />
    </>
  )
}

function State({ state }: { state: LogState }) {
  const { checkpoint, seams, audit, stamps, witnesses, problem, entries } = state
  if (!checkpoint)
    return (
      <Card>
        <EmptyState level={2} title="The log is empty">
          The first signal gets the first entry, within seconds.
        </EmptyState>
      </Card>
    )
  return (
    <>
      {problem !== null && (
        <Banner tone="loss" role="alert">
          The log is paused. {problem}. Signals posted now will be added later.
        </Banner>
      )}
      {seams.map((seam) => (
        <SeamBanner key={seam.epoch} seam={seam} />
      ))}
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {/* Without the line above the first row. */}
        <div className="@container -mt-2.5 overflow-hidden">
          <dl className={classes(KEY_FIGURES_GRID, '-mt-px')}>
            <Figure name="Entries" note={`Since ${longDate(checkpoint.startedAt)}`}>
              {checkpoint.size.toLocaleString('en-US')}
            </Figure>
            <Figure name="Last checkpoint" note={utcTime(checkpoint.at)}>
              <Age at={checkpoint.at} long />
            </Figure>
            <Figure
              name="Self-audit"
              note={audit ? <Age at={audit.at} long /> : 'Every hour'}
              isFault={audit?.fault != null}
            >
              {audit ? (audit.fault === null ? 'No fault' : 'Fault found') : 'Not yet'}
            </Figure>
            <Figure name="Outside stamp" note={witnessesText(witnesses.length)}>
              {stamps?.newest ? dayText(stamps.newest.day) : 'None'}
            </Figure>
          </dl>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line pt-3 text-small text-ink-2">
          <p>Root hash</p>
          <p className="text-ink wrap-anywhere">{checkpoint.root}</p>
          <p>
            Key <span className="wrap-anywhere">{checkpoint.vkey}</span>
          </p>
          {checkpoint.previous && (
            <p>
              Until {longDate(checkpoint.previous.until)}, the previous key also signs:{' '}
              <span className="wrap-anywhere">{checkpoint.previous.vkey}</span>
            </p>
          )}
          <p>
            <TextLink href="/log/checkpoint">Signed checkpoint</TextLink>
          </p>
          <Stamps stamps={stamps} />
          <Witnesses witnesses={witnesses} logSize={checkpoint.size} isRestored={seams.length > 0} />
        </div>
      </Card>
      <CardList as="section" aria-labelledby="last-entries">
        <CardHead>
          <h2 id="last-entries" className="text-title font-strong">
            Latest entries
          </h2>
          <p className="text-small text-ink-2">Select a number to download its proof.</p>
        </CardHead>
        {/* Padded, because it would clip the focus rings of its links. */}
        <Table
          className="px-4 pb-1 md:px-6"
          caption="The latest entries of the log"
          heads={['Entry', 'What', 'Age']}
          words
          rows={entries.map((entry) => ({
            key: entry.index,
            cells: [
              <TextLink key="proof" href={`/log/proofs/${entry.index}.tlog-proof`} download>
                {entry.index.toLocaleString('en-US')}
              </TextLink>,
              <span key="what" className="grid">
                {whatOf(entry)}
                <span className="text-small text-ink-3">{entry.hash.slice(0, 16)}…</span>
              </span>,
              <Age key="age" at={entry.time} />,
            ],
          }))}
        />
      </CardList>
    </>
  )
}

/** Which entries a restore from a backup lost, by their numbers. */
export function SeamBanner({ seam: { epoch, at, lost, reason } }: { seam: LogState['seams'][number] }) {
  const [from, to] = [lost.from, lost.to].map((index) => index.toLocaleString('en-US'))
  const what = from === to ? `entry ${from} was lost` : `entries ${from} to ${to} were lost`
  return (
    <Banner tone="caution" title={`Restored from a backup on ${longDate(at)}; ${what}`}>
      The operator’s reason: “{reason}”. The entries before are{' '}
      <TextLink href={`/log/${epoch - 1}/checkpoint`}>signed on their own</TextLink>, and entry{' '}
      {(lost.to + 1).toLocaleString('en-US')} names their last checkpoint.
    </Banner>
  )
}

type FigureProps = { name: string; note: ReactNode; isFault?: boolean; children: ReactNode }

const Figure = ({ name, note, isFault = false, children }: FigureProps) => (
  <div className={classes(KEY_FIGURE_CELL, 'content-start!')}>
    <dt className="text-small text-ink-2">{name}</dt>
    <dd className={classes('text-title font-strong tabular-nums', isFault && 'text-loss')}>{children}</dd>
    <dd className="text-small text-pretty text-ink-2 tabular-nums">{note}</dd>
  </div>
)

const witnessesText = (count: number) =>
  count === 0 ? 'No witnesses yet' : count === 1 ? '1 witness' : `${count} witnesses`

const SIDES: Partial<Record<string, string>> = { buy: 'Buy', sell: 'Sell', comment: 'Comment' }

/** What an entry is about, without names, because the log has none. */
function whatOf({ kind, trade, opens, of, method }: LogEntry): string {
  const about = of === null ? '' : `entry ${of.toLocaleString('en-US')}`
  if (kind === 'leave') return 'An author left; their entries stay'
  if (kind === 'withdraw') return `Withdraws ${about}; it is still scored`
  if (kind === 'takedown') return `The text of ${about} was removed; it is still scored`
  if (kind === 'method') return `Method ${method ?? ''} of scoring`
  if (kind === 'key') return 'Another key signs the log'
  if (kind === 'continues') return 'The log continues after a restore from a backup'
  if (!trade) return `Sealed, opens by ${opens ? longDate(opens) : ''}`
  const words = [SIDES[trade.side] ?? trade.side, ...trade.tickers.map((ticker) => `$${ticker}`)].join(' ')
  return kind === 'open' ? `Opens ${about}: ${words}` : words
}

const CheckYourself = () => (
  <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h2 className="text-title font-strong">Check it yourself</h2>
    <p className="text-label text-ink-2">
      No account is needed. <TextLink href={paths.verify}>Check a signal in your browser</TextLink>, or
      without us:{' '}
      <TextLink href="/log/verify-record.py" download>
        verify-record.py
      </TextLink>{' '}
      needs Python and openssl. It checks the signature, compares all hashes, reads all entries, and remembers
      what it saw for your next visit. With the id from a signal’s address, it also checks that signal.{' '}
      <TextLink href="/log/rescore.py" download>
        rescore.py
      </TextLink>{' '}
      recomputes every record from the log and prices.
    </p>
    <Commands>python3 verify-record.py {location.origin}</Commands>
    <p className="text-small text-ink-2">
      The log has the formats of C2SP (tlog-tiles), so other people’s tools read it too.
    </p>
  </Card>
)
