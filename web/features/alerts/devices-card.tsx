// The devices that get notifications: this one with a switch, the others with a button that removes them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { push, type PushDevice } from '#shared/contracts/push.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { deviceName } from '#web/features/auth/device-name.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { failure, followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SwitchRow } from '#web/ui/setting-row.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { canPush, needsHomeScreen, PushRefused, turnOffPush, turnOnPush } from './push-subscription.ts'

const FAILED = failure('Error', 'Couldn’t change notifications on this device. Try again.')

/**
 * `hasBell`: whether anything would be pushed. Only then does the card explain how to get notifications on an iPhone.
 */
export function DevicesCard({ hasBell }: { hasBell: boolean }) {
  const keyQuery = useQuery({ queryKey: queryKeys.pushKey, queryFn: () => call(push.key) })
  const list = useQuery({ queryKey: queryKeys.pushDevices, queryFn: () => call(push.devices) })
  const [key, devices] = [keyQuery.data, list.data]
  const current = devices?.find(({ isCurrent }) => isCurrent)
  const own = current?.endedAt === null ? current : undefined
  const turn = useDeviceChange(async (isOn: boolean) => {
    if (isOn) await turnOnPush(current !== undefined && !own)
    else if (own) await turnOffPush(own.id)
  })
  const change = useDeviceChange((showsText: boolean) =>
    call(push.changeDevice, { params: { id: own?.id ?? '' }, body: { showsText } }),
  )
  const remove = useDeviceChange((id: string) => call(push.removeDevice, { params: { id } }))
  const failed = [keyQuery, list].filter(({ data, error }) => !data && error && !isUnauthorized(error))
  if (failed.length > 0)
    return (
      <Card>
        <ErrorState
          onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
          retrying={failed.some(({ isFetching }) => isFetching)}
        >
          {failed[0]?.error instanceof OfflineError ? failed[0].error.message : 'Couldn’t load your devices.'}
        </ErrorState>
      </Card>
    )
  if (!key || !devices || key.publicKey === null) return null
  const isPossible = canPush() || key.hasSandbox
  const isOn = turn.isPending ? turn.variables : own !== undefined
  return (
    <CardList as="section" aria-labelledby="push-devices">
      <CardHead>
        <h3 id="push-devices" tabIndex={-1} className="text-title font-strong">
          Push
        </h3>
      </CardHead>
      <ul className="divide-y divide-line">
        {isPossible && !needsHomeScreen() ? (
          <SwitchRow
            name="Notifications on this device"
            state={stateOf(current)}
            checked={isOn}
            onCheckedChange={(next) => turn.mutate(next)}
          />
        ) : (
          <ListRow
            title="Notifications on this device"
            sub={
              needsHomeScreen() && hasBell
                ? 'Add Signalpost to your home screen first: Share, then Add to Home Screen.'
                : 'This browser has no notifications.'
            }
          />
        )}
        {own && (
          <SwitchRow
            name="Show what premium signals say"
            state={
              own.showsText
                ? 'Anybody who sees this screen can read it'
                : 'Notifications only say that there is a premium signal'
            }
            checked={change.isPending ? change.variables : own.showsText}
            onCheckedChange={(next) => change.mutate(next)}
          />
        )}
        {devices
          .filter(({ isCurrent }) => !isCurrent)
          .map((device) => (
            <OtherDevice key={device.id} device={device} onRemove={() => remove.mutate(device.id)} />
          ))}
      </ul>
      <p className="px-4 py-3 text-small text-ink-2 md:px-6">
        Signing out of a device ends its notifications.
        {own?.isSandbox && (
          <>
            {' '}
            This is a test device: <TextLink href="/sandbox/push">see its notifications</TextLink>.
          </>
        )}
      </p>
    </CardList>
  )
}

function stateOf(own: PushDevice | undefined): string {
  if (!own) return 'Off'
  if (own.endedAt)
    return `Off · your browser stopped accepting notifications on ${dayText(utcDay(own.endedAt))}. Turn them on again.`
  return own.lastOkAt === null ? 'On' : `On · last on ${dayText(utcDay(own.lastOkAt))}`
}

/** When the device last got a notification, or that its subscription ended and what to do. */
function historyOf({ lastOkAt, endedAt }: PushDevice, since: string): string {
  if (endedAt)
    return `Stopped accepting notifications on ${dayText(utcDay(endedAt))}. Turn them on again on that device.`
  return lastOkAt === null ? since : `last on ${dayText(utcDay(lastOkAt))}, ${since}`
}

function OtherDevice({ device, onRemove }: { device: PushDevice; onRemove: () => void }) {
  const name = deviceName(device.browser)
  const since = `since ${dayText(utcDay(device.createdAt))}`
  return (
    <ListRow
      title={name}
      sub={historyOf(device, since)}
      end={
        <>
          {device.isSandbox && <Badge>Test device</Badge>}
          <Button variant="ghost" size="sm" aria-label={`Remove ${name}, ${since}`} onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    />
  )
}

function useDeviceChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onError: (error) => {
      if (error instanceof PushRefused)
        followOutcome({ title: 'Push is off', text: error.message, tone: 'destructive' })
      else if (!isUnauthorized(error)) followOutcome(FAILED, error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.pushDevices }),
  })
}
