// The list of alerts: signals of bells, outcomes, mentions, followers, payments and security.
import { useEffect, useRef, useState } from 'react'
import type { Alert } from '#shared/contracts/alerts.ts'
import { ALERTS_DAYS } from '#shared/limits.ts'
import type { AlertFilter } from '#shared/rules/alert-kinds.ts'
import { AlertRow } from '#web/features/alerts/alert-row.tsx'
import { BellsCard } from '#web/features/alerts/bells-card.tsx'
import { useAlerts, useMarkSeen } from '#web/features/alerts/queries.ts'
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
  const [filter, setFilter] = useState<(typeof FILTERS)[number]['value']>('all')
  return (
    <Column beside={<BellsCard />}>
      <h1 className="text-heading font-strong">Alerts</h1>
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
          <FilterChips label="Filter alerts" options={FILTERS} value={filter} onValueChange={setFilter} />
          <List key={filter} filter={filter} />
        </TabPanel>
        <TabPanel value="mentions">
          <List filter="mentions" />
        </TabPanel>
      </Tabs>
      <p className="text-caption text-ink-3">
        Payment and security alerts always arrive here, whatever your settings. Kept for {ALERTS_DAYS} days.
      </p>
    </Column>
  )
}

function List({ filter }: { filter: AlertFilter }) {
  const query = useAlerts(filter)
  const { data, error, isFetching, refetch } = query
  const all = data?.pages.flatMap(({ items }) => items)
  const wasNew = useNewOnThisVisit(all)
  useSeen(all)
  if (!all)
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
  if (all.length === 0) return filter === 'all' ? <Empty /> : <EmptyFilter />
  const isNew = ({ id, isNew: isUnseen }: Alert) => isUnseen || wasNew.has(id)
  return (
    <>
      <CardList as="section" aria-label="Alerts">
        <Part title="New" alerts={all.filter(isNew)} isNew />
        <Part title="Earlier" alerts={all.filter((alert) => !isNew(alert))} />
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

/** Alerts that were new when they were first shown stay marked until the person leaves the page. */
function useNewOnThisVisit(alerts: readonly Alert[] | undefined): ReadonlySet<string> {
  const [seen] = useState(() => new Set<string>())
  for (const { id, isNew } of alerts ?? []) if (isNew) seen.add(id)
  return seen
}

/** Opening the list clears the badge, and so does each alert that arrives while it is on screen. */
function useSeen(alerts: readonly Alert[] | undefined): void {
  const { mutate } = useMarkSeen()
  const last = useRef(0)
  const newest = alerts?.find(({ isNew }) => isNew)?.createdAt.getTime()
  useEffect(() => {
    if (newest === undefined || newest <= last.current) return
    last.current = newest
    mutate(new Date(newest))
  }, [newest, mutate])
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
