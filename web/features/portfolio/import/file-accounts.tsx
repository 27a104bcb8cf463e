// The accounts of a file that has several, of which the owner chooses the ones to import.
import { useState } from 'react'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { counted } from '../format.ts'

type FileAccountsProps = {
  accounts: Preview['accounts']
  /** Reads the file again with these accounts. */
  onChoose: (labels: string[]) => void
}

export function FileAccounts({ accounts, onChoose }: FileAccountsProps) {
  const read = accounts.flatMap(({ label, isChosen }) => (isChosen ? [label] : []))
  const [chosen, setChosen] = useState<readonly string[]>(read)
  const isChanged = accounts.some(({ label, isChosen }) => chosen.includes(label) !== isChosen)
  const toggle = (label: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, label] : chosen.filter((one) => one !== label))
  return (
    <section aria-labelledby="file-accounts" className="grid gap-3 rounded-control bg-sunken px-4 py-4">
      <div className="grid gap-1">
        <h3 id="file-accounts" className="font-strong">
          {counted(accounts.length, 'account')} in this file
        </h3>
        <p className="text-small text-pretty text-ink-2">
          Chosen accounts are imported together as one. For a return of each, import the file once for each.
        </p>
      </div>
      <ul className="grid gap-1">
        {accounts.map(({ label, name, rows }) => (
          <li key={`${label} ${name}`}>
            <Switch
              label={name === '' ? label : `${name} ${label}`}
              hint={counted(rows, 'row')}
              checked={chosen.includes(label)}
              onCheckedChange={(isOn) => toggle(label, isOn)}
            />
          </li>
        ))}
      </ul>
      {isChanged && (
        <Button
          variant="outline"
          disabled={chosen.length === 0}
          onClick={() => onChoose(accounts.map(({ label }) => label).filter((one) => chosen.includes(one)))}
        >
          {chosen.length === 0 ? 'Choose an account' : `Read ${counted(chosen.length, 'account')}`}
        </Button>
      )}
    </section>
  )
}
