// Rows of the settings. A row is a name, one line of state and one control: a link, or a switch that acts at
// once.
import { type ReactNode, useId } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { ListRow } from './list-row.tsx'
import { Toggle } from './switch.tsx'

type SettingRowProps = {
  name: string
  state: ReactNode
  /** The dialog or page that changes it. */
  href: string
  /** The link's text, such as "Change". */
  action: string
  /**
   * What the link says without its row, such as "Change email". It contains `action`, which is the default.
   */
  label?: string | undefined
  variant?: ButtonVariant | undefined
}

export function SettingRow({ name, state, href, action, label, variant = 'outline' }: SettingRowProps) {
  return (
    <ListRow
      title={name}
      sub={state}
      end={
        <Button asChild variant={variant} size="sm">
          <a href={href} aria-label={label}>
            {action}
          </a>
        </Button>
      }
    />
  )
}

type SwitchRowProps = {
  name: string
  state: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

export function SwitchRow({ name, state, checked, onCheckedChange }: SwitchRowProps) {
  const id = useId()
  const stateId = `${id}-state`
  return (
    <ListRow
      title={<label htmlFor={id}>{name}</label>}
      sub={<span id={stateId}>{state}</span>}
      end={<Toggle id={id} checked={checked} onCheckedChange={onCheckedChange} aria-describedby={stateId} />}
    />
  )
}
