// The list of alerts: signals of bells, outcomes, mentions, followers, payments and security.
import { useEffect, useRef, useState } from 'react'
import { Check } from 'lucide-react'
import type { Alert } from '#shared/contracts/alerts.ts'
import { ALERTS_DAYS } from '#shared/limits.ts'
import type { AlertFilter } from '#shared/rules/alert-kinds.ts'
import { AlertRow } from '#web/features/alerts/alert-row.tsx'
import { BellsCard } from '#web/features/alerts/bells-card.tsx'
import { useAlerts, useMarkRead, useMarkSeen } from '#web/features/alerts/queries.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Column } from '#web/ui/page.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'

const FILTERS = [
  { value: 'all', label: 'Everything' },
  { value: 'signals', label: 'Signals' },
  { value: 'payments', label: 'Payments' },
  { value: 'people', label: 'People' },
  { value: 'safety', label: 'Safety' },
] as const satisfies { value: AlertFilter; label: string }[]

export default function Alerts() {
  useTitleAndFocus('Alerts')
  const [tab, setTab] = useState<'all' | 'mentions'>('all')
  const [chosen, setFilter] = useState<(typeof FILTERS)[number]['value']>('all')
  const filter = tab === 'mentions' ? 'mentions' : chosen
  const query = useAlerts(filter)
  const alerts = query.data?.pages.flatMap(({ items }) => items)
  const isNew = useNewOnThisVisit(alerts)
  useSeen(filter, alerts)
  const list = <List query={query} alerts={alerts} isNew={isNew} isFiltered={filter !== 'all'} />
  return (
    <Column beside={<BellsCard />}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 className="text-heading font-strong">Alerts</h1>
        <MarkAllAsRead key={filter} filter={filter} newest={alerts?.find(isNew)?.createdAt} />
      </div>
      <Tabs
        label="Alerts"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'all', label: 'All' },
          { value: 'mentions', label: 'Mentions' },
        ]}
      >
        <TabPanel value="all">
          <FilterChips label="Filter alerts" options={FILTERS} value={chosen} onValueChange={setFilter} />
          {list}
        </TabPanel>
        <TabPanel value="mentions">{list}</TabPanel>
      </Tabs>
      <p className="text-caption text-ink-3">
        Payment and security alerts always arrive here, whatever your settings. Kept for {ALERTS_DAYS} days.
      </p>
    </Column>
  )
}

/**
 * Marks what the filter shows. `newest`: the time of the newest alert that is marked as new. Without one, the button does
 * nothing, but it keeps the focus after it was pressed.
 */
function MarkAllAsRead({ filter, newest }: { filter: AlertFilter; newest: Date | undefined }) {
  const { mutate, isSuccess } = useMarkRead()
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={Check}
        aria-disabled={newest === undefined}
        className="aria-disabled:cursor-default aria-disabled:text-ink-3 aria-disabled:hover:bg-transparent"
        onClick={() => newest && mutate({ at: newest, filter })}
      >
        Mark all as read
      </Button>
      <span role="status" className="sr-only">
        {isSuccess && newest === undefined ? 'Nothing is marked as new.' : ''}
      </span>
    </>
  )
}

type ListProps = {
  query: ReturnType<typeof useAlerts>
  alerts: Alert[] | undefined
  isNew: (alert: Alert) => boolean
  isFiltered: boolean
}

function List({ query, alerts, isNew, isFiltered }: ListProps) {
  const { error, isFetching, refetch } = query
  if (!alerts)
    return error && !isUnauthorized(error) ? (
      <Card>
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load your alerts.'}
        </ErrorState>
      </Card>
    ) : (
      <Loading label="Loading alerts">
        <CardList>
          <RowSkeletons />
        </CardList>
      </Loading>
    )
  if (alerts.length === 0) return isFiltered ? <EmptyFilter /> : <Empty />
  return (
    <>
      <CardList as="section" aria-label="Alerts">
        <Part title="New" alerts={alerts.filter(isNew)} isNew />
        <Part title="Earlier" alerts={alerts.filter((alert) => !isNew(alert))} />
      </CardList>
      <ShowMore query={query} />
    </>
  )
}

function Part({ title, alerts, isNew = false }: { title: string; alerts: Alert[]; isNew?: boolean }) {
  if (alerts.length === 0) return null
  return (
    <div>
      <h2 className="border-b border-line bg-sunken px-4 py-2 text-small font-medium text-ink-2 md:px-6">
        {title}
      </h2>
      <ul className="divide-y divide-line">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} isNew={isNew} />
        ))}
      </ul>
    </div>
  )
}

/**
 * Alerts that were new when they were first shown, or happened since the page was opened, stay marked until the person
 * leaves the page or marks them as read, on this page or another one.
 */
function useNewOnThisVisit(alerts: readonly Alert[] | undefined): (alert: Alert) => boolean {
  const [visit] = useState(() => ({ shown: new Set<string>(), openedAt: undefined as Date | undefined }))
  if (alerts) visit.openedAt ??= alerts[0]?.createdAt ?? new Date(0)
  // Another page may have shown it first, and marked it as seen.
  for (const { id, isNew, createdAt } of alerts ?? [])
    if (isNew || createdAt > (visit.openedAt ?? createdAt)) visit.shown.add(id)
  return ({ id, isRead }) => visit.shown.has(id) && !isRead
}

/** Opening the list clears the badge for what it shows, and so does each alert that arrives while it is on screen. */
function useSeen(filter: AlertFilter, alerts: readonly Alert[] | undefined): void {
  const { mutate } = useMarkSeen()
  const last = useRef('')
  const newest = alerts?.find(({ isNew }) => isNew)?.createdAt.getTime()
  useEffect(() => {
    if (newest === undefined || last.current === `${filter} ${newest}`) return
    last.current = `${filter} ${newest}`
    mutate({ at: new Date(newest), filter })
  }, [newest, filter, mutate])
}

const Empty = () => (
  <Card>
    <EmptyState
      title="Nothing new"
      action={
        <Button asChild variant="soft" size="sm">
          <a href={paths.discover}>Find people</a>
        </Button>
      }
    >
      <p>Follow people and turn on their alerts to hear when they post.</p>
    </EmptyState>
  </Card>
)

const EmptyFilter = () => (
  <Card>
    <EmptyState>
      <p>You have no alerts of this kind from the last {ALERTS_DAYS} days.</p>
    </EmptyState>
  </Card>
)
