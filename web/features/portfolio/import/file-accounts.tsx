// The accounts of a file that has several: the owner chooses which to import, and whether each becomes its own account.
import type { Preview } from '#shared/contracts/import-preview.ts'
import { Banner } from '#web/ui/banner.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { counted, namesText } from '../format.ts'
import type { FileAccountsState } from './use-file-accounts.ts'

type FileAccount = Preview['accounts'][number]

const nameOf = ({ label, name }: FileAccount) => (name === '' ? label : `${name} ${label}`)

type FileAccountsProps = { accounts: Preview['accounts']; state: FileAccountsState }

export function FileAccounts({ accounts, state }: FileAccountsProps) {
  const { choice, onChoice, step } = state
  if (step)
    return (
      <Banner tone="info" title={`Account ${step.at} of ${step.count}: ${nameOf(step.account)}`}>
        It becomes an account of its own.
      </Banner>
    )
  const toggle = (label: string, isOn: boolean) =>
    onChoice({
      ...choice,
      chosen: isOn ? [...choice.chosen, label] : choice.chosen.filter((one) => one !== label),
    })
  return (
    <section aria-labelledby="file-accounts" className="grid gap-3 rounded-control bg-sunken px-4 py-4">
      <h3 id="file-accounts" className="font-strong">
        {counted(accounts.length, 'account')} in this file
      </h3>
      <ul className="grid gap-1">
        {accounts.map((account) => (
          <li key={nameOf(account)}>
            <Switch
              label={nameOf(account)}
              hint={counted(account.rows, 'row')}
              checked={choice.chosen.includes(account.label)}
              onCheckedChange={(isOn) => toggle(account.label, isOn)}
            />
          </li>
        ))}
      </ul>
      {choice.chosen.length > 1 && (
        <div className="grid gap-2">
          <SegmentedControl
            label="Import them as"
            className="bg-surface"
            options={[
              { value: 'each', label: 'One for each' },
              { value: 'one', label: 'Together' },
            ]}
            value={choice.as}
            onValueChange={(as) => onChoice({ ...choice, as })}
          />
          <p className="text-small text-pretty text-ink-2">
            {choice.as === 'each'
              ? 'Each becomes an account with a return of its own. You review them one after the other.'
              : 'They become one account with one return. To divide it later, delete it and import the file again.'}
          </p>
        </div>
      )}
    </section>
  )
}

/** For a file whose accounts can't be told apart. */
export const JointAccounts = ({ labels }: { labels: readonly string[] }) => (
  <Banner tone="info" title={`${counted(labels.length, 'account')} that can’t be divided`}>
    Balances in this file are of {namesText([...labels])} together, or some rows don’t say whose they are.
    They become one account. For a return of each, export a file for each account.
  </Banner>
)
