// What we decided, in figures by year.
import { useQuery } from '@tanstack/react-query'
import { notices, type Transparency, type YearOfDecisions } from '#shared/contracts/notices.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, SignalRowSkeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

const ROWS: { label: string; of: (year: YearOfDecisions) => number | string }[] = [
  { label: 'Reports by members', of: ({ reports }) => reports },
  { label: 'Reports without an account', of: (year) => year.notices },
  { label: 'Cases decided', of: ({ cases }) => cases },
  { label: 'No action', of: ({ dismissed }) => dismissed },
  { label: 'Text or profile hidden', of: ({ hidden }) => hidden },
  { label: 'Suspended', of: ({ suspended }) => suspended },
  { label: 'Selling stopped', of: ({ sellingStopped }) => sellingStopped },
  { label: 'Reporting stopped', of: ({ reportingStopped }) => reportingStopped },
  { label: 'Decided by a program alone', of: ({ automatic }) => automatic },
  {
    label: 'Median time to decide',
    of: ({ medianHours }) => (medianHours === null ? '—' : `${formatCount(Math.round(medianHours))} h`),
  },
  { label: 'Decided too late', of: ({ late }) => late },
  { label: 'Appeals', of: ({ appeals }) => appeals },
  { label: 'Decisions reversed', of: ({ reversed }) => reversed },
]

export function TransparencyPage() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.transparency,
    queryFn: () => call(notices.transparency),
  })
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-heading font-strong">Transparency</h1>
        <p className="text-lead text-pretty text-ink-2">
          What was reported and what we decided, counted from our records. Nothing here names a person.
        </p>
      </div>
      {data ? (
        <Figures data={data} />
      ) : error ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {messageOf(error) ?? 'Couldn’t load the figures.'}
          </ErrorState>
        </Card>
      ) : (
        <Loading label="Loading the figures">
          <SignalRowSkeleton />
        </Loading>
      )}
    </>
  )
}

function Figures({ data }: { data: Transparency }) {
  const { years, withSubscribers, withoutSubscribers } = data
  const shown = (value: number | string) => (typeof value === 'number' ? formatCount(value) : value)
  return (
    <>
      <Card as="section" aria-labelledby="by-year" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="by-year" className="text-title font-strong">
          By year
        </h2>
        <Table
          caption="Reports and decisions by year"
          heads={['What', ...years.map(({ year }) => String(year))]}
          rows={ROWS.map(({ label, of }) => ({
            key: label,
            cells: [<Label key="label">{label}</Label>, ...years.map((year) => shown(of(year)))],
          }))}
        />
      </Card>
      <Card as="section" aria-labelledby="paying" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="paying" className="text-title font-strong">
          Creators with and without subscribers
        </h2>
        <p className="text-pretty text-ink-2">
          A site that earns from creators could go easy on those who bring money. So we show both, for the
          last 365 days.
        </p>
        <Table
          caption="Suspensions of creators with and without subscribers"
          heads={['What', 'With', 'Without']}
          rows={[
            {
              key: 'creators',
              cells: ['Creators', shown(withSubscribers.creators), shown(withoutSubscribers.creators)],
            },
            {
              key: 'suspended',
              cells: ['Suspended', shown(withSubscribers.suspended), shown(withoutSubscribers.suspended)],
            },
            { key: 'share', cells: ['Share', shareOf(withSubscribers), shareOf(withoutSubscribers)] },
          ]}
        />
      </Card>
      <p className="text-small text-ink-2">
        <TextLink href={paths.rules}>Our rules</TextLink>
        {' · '}
        <TextLink href={paths.report}>Report something</TextLink>
      </p>
    </>
  )
}

const Label = ({ children }: { children: string }) => <span className="whitespace-normal">{children}</span>

const shareOf = ({ creators, suspended }: Transparency['withSubscribers']): string =>
  creators === 0 ? '—' : `${((suspended / creators) * 100).toFixed(1)}%`
