// Rows of a file that can't be read: each with its line and the reason, and the choice to leave all of them out.
import type { Preview } from '#shared/contracts/import-preview.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Choice } from './import-choice.ts'
import { count, counted, rowsLeftOutText } from './portfolio-words.ts'

export type FaultsProps = {
  preview: Preview
  choice: Choice
  onChoice: (choice: Choice) => void
}

export function ImportFaults({ preview: { faults, faultCount, opening }, choice, onChoice }: FaultsProps) {
  const rows = counted(faultCount, 'row')
  const sales = opening !== null && choice.leavesSalesOut ? opening.rowCount : 0
  return (
    <>
      <Banner tone="caution" role="alert" title={`${rows} can't be read`}>
        Leave {faultCount === 1 ? 'it' : 'them'} out, or choose another file.
      </Banner>
      <FaultTable caption="Rows that can't be read" faults={faults} faultCount={faultCount} />
      <Switch
        label={faultCount === 1 ? 'Leave this row out' : `Leave these ${rows} out`}
        hint={`Everyone who sees your record reads “${rowsLeftOutText(faultCount + sales)}”.`}
        checked={choice.leavesRowsOut}
        onCheckedChange={(leavesRowsOut) => onChoice({ ...choice, leavesRowsOut })}
      />
    </>
  )
}

type TableProps = { caption: string } & Pick<Preview, 'faults' | 'faultCount'>

export function FaultTable({ caption, faults, faultCount }: TableProps) {
  return (
    <div className="grid gap-2">
      <Table
        caption={caption}
        heads={['Line', 'Why']}
        words
        rows={faults.map(({ line, reason }, place) => ({
          key: place,
          cells: [line === null ? 'File' : count(line), reason],
        }))}
        className="max-h-64 rounded-badge bg-raised"
      />
      {faultCount > faults.length && (
        <p className="text-small text-ink-2">
          The first {count(faults.length)} of {count(faultCount)}.
        </p>
      )}
    </div>
  )
}
