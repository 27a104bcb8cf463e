// The card beside the alerts: what each creator that the viewer follows or pays may send them.
import { BELL_LEVELS, type BellLevel } from '#shared/rules/alert-kinds.ts'
import { handleOf, nameOf } from '#shared/rules/people.ts'
import { paths } from '#web/paths.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useAlertSettings, useSetBell } from './queries.ts'

const LABELS: Record<BellLevel, string> = { all: 'All', premium: 'Premium', off: 'Off' }
const OPTIONS = BELL_LEVELS.map((value) => ({ value, label: LABELS[value] }))

/** Shows only the first few unless `isWhole`. */
export function BellsCard({ isWhole = false }: { isWhole?: boolean }) {
  const { data } = useAlertSettings()
  const setBell = useSetBell()
  if (!data || data.bells.length === 0) return null
  const bells = isWhole ? data.bells : data.bells.slice(0, 8)
  return (
    <CardList as="section" aria-labelledby="bells">
      <CardHead>
        <div className="grid">
          <h2 id="bells" className="text-title font-strong">
            Creators you follow
          </h2>
          <p className="text-small text-ink-2">Choose alerts from each.</p>
        </div>
      </CardHead>
      <ul className="divide-y divide-line">
        {bells.map(({ person, level, pays }) => (
          <ListRow
            key={person.id}
            title={<a href={paths.profile(person.username)}>{nameOf(person)}</a>}
            sub={pays ? 'Subscribed' : 'Following'}
            end={
              <div className="w-32">
                <Select
                  aria-label={`Alerts from ${handleOf(person.username)}`}
                  options={OPTIONS}
                  value={level}
                  onValueChange={(next) => setBell.mutate({ authorId: person.id, level: next })}
                />
              </div>
            }
          />
        ))}
      </ul>
      {!isWhole && (
        <p className="px-4 py-3 text-small md:px-6">
          <TextLink href={paths.settingsSection('notifications')}>All notification settings</TextLink>
        </p>
      )}
    </CardList>
  )
}
