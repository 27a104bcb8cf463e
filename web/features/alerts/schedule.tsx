// When emails may come: the digest and quiet hours, in the viewer's time zone, with the next time.
import type { AlertSchedule, AlertSettings } from '#shared/contracts/alerts.ts'
import { type Digest, DIGESTS } from '#shared/rules/alert-kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Select } from '#web/ui/select.tsx'
import { SwitchRow } from '#web/ui/setting-row.tsx'
import { useSaveAlertSettings } from './queries.ts'

const HOUR = 60
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const usual = (): AlertSchedule => ({
  timeZone: here(),
  quiet: null,
  digest: 'off',
  digestMinute: 7 * HOUR,
  digestWeekday: 6,
})
const NIGHT = { from: 22 * HOUR, to: 7 * HOUR }

const NAMES: Record<Digest, string> = { off: 'Off', daily: 'Daily', weekly: 'Weekly, Saturday' }
const DIGEST_OPTIONS = DIGESTS.map((value) => ({ value, label: NAMES[value] }))

/** "10:00 PM". */
const clockOf = (minute: number) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(minute * 60_000),
  )
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: `${hour * HOUR}`,
  label: clockOf(hour * HOUR),
}))

export function AlertScheduleRows({ saved }: { saved: AlertSettings['schedule'] }) {
  const save = useSaveAlertSettings()
  const schedule = (save.isPending ? save.variables.schedule : undefined) ?? saved ?? usual()
  const { timeZone, quiet, digest, digestMinute, digestWeekday } = schedule
  const change = (changed: Partial<AlertSchedule>) =>
    save.mutate({ schedule: { timeZone, quiet, digest, digestMinute, digestWeekday, ...changed } })
  const next = saved?.nextDigestAt
  return (
    <CardList as="section" aria-labelledby="alert-times">
      <CardHead>
        <div className="grid">
          <h3 id="alert-times" className="text-title font-strong">
            When
          </h3>
          <p className="text-small text-ink-2">Times are in {zoneName(timeZone)}.</p>
        </div>
        {timeZone !== here() && (
          <Button variant="outline" size="sm" onClick={() => change({ timeZone: here() })}>
            Use {zoneName(here())}
          </Button>
        )}
      </CardHead>
      <ul className="divide-y divide-line">
        <ListRow
          stack
          title="Digest"
          sub={
            next && !save.isPending
              ? `Next: ${nextText(next, timeZone)}. Skipped if there’s no news.`
              : digest === 'off'
                ? 'Off, so what you marked “In the digest” isn’t emailed'
                : 'One email about what happened'
          }
          end={
            <>
              <div className="w-44">
                <Select
                  aria-label="Digest"
                  options={DIGEST_OPTIONS}
                  value={digest}
                  onValueChange={(chosen) => change({ digest: chosen })}
                />
              </div>
              {digest !== 'off' && (
                <Hour
                  label="Digest at"
                  value={digestMinute}
                  onChange={(minute) => change({ digestMinute: minute })}
                />
              )}
            </>
          }
        />
        <SwitchRow
          name="Quiet hours"
          state={
            quiet
              ? quietText(quiet, save.isPending ? null : saved?.quietChange, timeZone)
              : 'Push and emails about signals come at any time'
          }
          checked={quiet !== null}
          onCheckedChange={(isOn) => change({ quiet: isOn ? NIGHT : null })}
        />
        {quiet && (
          <ListRow
            stack
            title="Start and end"
            end={
              <>
                <Hour
                  label="Quiet from"
                  value={quiet.from}
                  onChange={(from) => change({ quiet: { ...quiet, from } })}
                />
                <Hour
                  label="Quiet until"
                  value={quiet.to}
                  onChange={(to) => change({ quiet: { ...quiet, to } })}
                />
              </>
            }
          />
        )}
      </ul>
    </CardList>
  )
}

type HourProps = { label: string; value: number; onChange: (minute: number) => void }

const Hour = ({ label, value, onChange }: HourProps) => (
  <div className="w-32">
    <Select
      aria-label={label}
      options={HOURS}
      value={`${value}`}
      onValueChange={(chosen) => onChange(Number(chosen))}
    />
  </div>
)

/** What quiet hours do, and when they next begin or end. */
function quietText(
  { from, to }: { from: number; to: number },
  change: { at: Date; isQuiet: boolean } | null | undefined,
  timeZone: string,
): string {
  const rule = `Push and emails about signals wait from ${clockOf(from)} to ${clockOf(to)}, then arrive together.`
  if (!change) return rule
  return `${rule} ${change.isQuiet ? 'Quiet now, until' : 'Next:'} ${nextText(change.at, timeZone)}.`
}

/** "New York" for "America/New_York". */
const zoneName = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

const nextText = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(at)
