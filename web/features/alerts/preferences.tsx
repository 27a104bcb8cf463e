// The kinds of alerts by the way they come: in the list, and by email. A change acts at once.
import type { AlertSettings } from '#shared/contracts/alerts.ts'
import { type AlertEmail, KINDS } from '#shared/rules/alert-kinds.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toggle } from '#web/ui/switch.tsx'
import { useSaveAlertSettings } from './queries.ts'

type Preference = AlertSettings['preferences'][number]

const EMAILS: { value: AlertEmail; label: string }[] = [
  { value: 'off', label: 'No email' },
  { value: 'digest', label: 'In the digest' },
  { value: 'at_once', label: 'Email at once' },
]

export function AlertPreferences({ preferences }: { preferences: readonly Preference[] }) {
  const save = useSaveAlertSettings()
  const pending = save.isPending ? save.variables.preferences : undefined
  return (
    <CardList as="section" aria-labelledby="alert-kinds">
      <CardHead>
        <h3 id="alert-kinds" className="text-title font-strong">
          What you hear of
        </h3>
      </CardHead>
      <ul className="divide-y divide-line">
        {preferences.map((saved) => (
          <Row
            key={saved.kind}
            preference={{ ...saved, ...pending?.find(({ kind }) => kind === saved.kind) }}
            onChange={(changed) => save.mutate({ preferences: [changed] })}
          />
        ))}
      </ul>
      <p className="px-4 py-3 text-small text-ink-2 md:px-6">
        What can’t be changed stays on: money and security always reach you.
      </p>
    </CardList>
  )
}

type RowProps = { preference: Preference; onChange: (changed: Preference) => void }

function Row({ preference, onChange }: RowProps) {
  const { kind, list, email } = preference
  const { title, isFixed = false, hasAtOnce = false } = KINDS[kind]
  return (
    <ListRow
      stack
      title={title}
      sub={isFixed ? 'Always' : list ? 'In your list' : 'Not in your list'}
      end={
        <>
          <div className="w-40">
            <Select
              aria-label={`${title}, email`}
              disabled={isFixed}
              options={EMAILS.filter(({ value }) => value !== 'at_once' || hasAtOnce || isFixed)}
              value={email}
              onValueChange={(next) => onChange({ ...preference, email: next })}
            />
          </div>
          <Toggle
            aria-label={`${title}, in your list`}
            disabled={isFixed}
            checked={list}
            onCheckedChange={(next) => onChange({ ...preference, list: next })}
          />
        </>
      }
    />
  )
}
