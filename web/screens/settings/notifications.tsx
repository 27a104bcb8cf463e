// Settings, "Notifications": which alerts the viewer gets, in which way, and when.
import { AlertPreferences } from '#web/features/alerts/preferences.tsx'
import { AlertScheduleRows } from '#web/features/alerts/schedule.tsx'
import { DevicesCard } from '#web/features/alerts/devices-card.tsx'
import { BellsCard } from '#web/features/alerts/bells-card.tsx'
import { useAlertSettings } from '#web/features/alerts/queries.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { Card, CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'

export default function Notifications() {
  const { data, error, isFetching, refetch } = useAlertSettings()
  if (data)
    return (
      <>
        <AlertPreferences preferences={data.preferences} />
        <DevicesCard hasBell={data.bells.some(({ level }) => level !== 'off')} />
        <AlertScheduleRows saved={data.schedule} />
        <BellsCard isWhole />
      </>
    )
  return error && !isUnauthorized(error) ? (
    <Card>
      <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
        {error instanceof OfflineError ? error.message : 'Couldn’t load your notification settings.'}
      </ErrorState>
    </Card>
  ) : (
    <Loading label="Loading notification settings">
      <CardList>
        <RowSkeletons />
      </CardList>
    </Loading>
  )
}
