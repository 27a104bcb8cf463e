// The kinds of alerts: from whom, and by which channels (in the list, as a notification, by email). A change takes
// effect at once.
import type { alerts, AlertSettings } from '#shared/contracts/alerts.ts'
import type { Request } from '#shared/endpoint.ts'
import { type AlertEmail, type FromWhom, KINDS } from '#shared/rules/alert-kinds.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Select } from '#web/ui/select.tsx'
import { useSaveAlertSettings } from './queries.ts'

type Preference = AlertSettings['preferences'][number]

const EMAILS: { value: AlertEmail; label: string }[] = [
  { value: 'off', label: 'No email' },
  { value: 'digest', label: 'In the digest' },
  { value: 'at_once', label: 'Instant email' },
]

const SENDERS: { value: FromWhom; label: string }[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'followed', label: 'People you follow' },
  { value: 'nobody', label: 'No one' },
]

export function AlertPreferences({ preferences }: { preferences: readonly Preference[] }) {
  const save = useSaveAlertSettings()
  const pending = save.isPending ? save.variables.preferences : undefined
  return (
    <CardList as="section" aria-labelledby="alert-kinds">
      <CardHead>
        <h3 id="alert-kinds" className="text-title font-strong">
          Types of alerts
        </h3>
      </CardHead>
      <ul className="divide-y divide-line">
        {preferences.map((saved) => (
          <Row
            key={saved.kind}
            preference={{ ...saved, ...pendingFor(pending, saved) }}
            onChange={(changed) => save.mutate({ preferences: [changed] })}
          />
        ))}
      </ul>
      <p className="px-4 py-3 text-small text-ink-2 md:px-6">
        What can’t be changed stays on: money, security and decisions about you always reach you.
      </p>
    </CardList>
  )
}

type Pending = NonNullable<Request<typeof alerts.saveSettings>['body']>['preferences']

/** The new values of a change that the server hasn't confirmed yet. */
function pendingFor(pending: Pending, { kind, push, fromWhom }: Preference): Partial<Preference> {
  const found = pending?.find((one) => one.kind === kind)
  return found ? { ...found, push: found.push ?? push, fromWhom: found.fromWhom ?? fromWhom } : {}
}

type RowProps = { preference: Preference; onChange: (changed: Preference) => void }

function Row({ preference, onChange }: RowProps) {
  const { kind, list, push, email, fromWhom } = preference
  const { title, isFixed = false, hasAtOnce = false, hasSender = false } = KINDS[kind]
  const isNever = fromWhom === 'nobody'
  return (
    <ListRow
      stack
      title={title}
      end={
        <>
          {hasSender && (
            <div className="w-full xs:w-44">
              <Select
                aria-label={`${title}, from whom`}
                options={SENDERS}
                value={fromWhom}
                onValueChange={(next) => onChange({ ...preference, fromWhom: next })}
              />
            </div>
          )}
          <Check
            label="In app"
            of={title}
            disabled={isFixed || isNever}
            checked={list && !isNever}
            onChange={(next) => onChange({ ...preference, list: next })}
          />
          <Check
            label="Push"
            of={title}
            disabled={isNever}
            checked={push && !isNever}
            onChange={(next) => onChange({ ...preference, push: next })}
          />
          <div className="w-40">
            <Select
              aria-label={`${title}, email`}
              disabled={isFixed || isNever}
              options={EMAILS.filter(({ value }) => value !== 'at_once' || hasAtOnce || isFixed)}
              value={isNever ? 'off' : email}
              onValueChange={(next) => onChange({ ...preference, email: next })}
            />
          </div>
        </>
      }
    />
  )
}

type CheckProps = {
  label: string
  of: string
  disabled?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}

const Check = ({ label, of, disabled = false, checked, onChange }: CheckProps) => (
  <label className="flex min-h-target items-center gap-2 pr-2 text-small text-ink-2">
    <input
      type="checkbox"
      className="size-5 accent-brand-solid"
      aria-label={`${of}, ${label.toLowerCase()}`}
      disabled={disabled}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {label}
  </label>
)
