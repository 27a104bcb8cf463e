// The issues of a file: rows that can't be read, and sales without purchases, each with the choices its owner
// has.
import type { OpeningOffer, Preview } from '#shared/contracts/import-preview.ts'
import { dayText } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Table } from '#web/ui/table.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { Ticker } from '#web/ui/ticker.tsx'
import { counted, dayAfter } from '../format.ts'
import { rowsLeftOutText } from '#shared/rules/doubts.ts'
import { type DraftChoice, entryErrors, type OpeningEntry } from './import-choice.ts'

type UnreadableRowsProps = {
  preview: Preview
  choice: DraftChoice
  onChoice: (choice: DraftChoice) => void
}

export function UnreadableRows({
  preview: { faults: issues, faultCount: issueCount, opening },
  choice,
  onChoice,
}: UnreadableRowsProps) {
  const rows = counted(issueCount, 'row')
  const sales = opening !== null && choice.leavesSalesOut ? opening.rowCount : 0
  return (
    <>
      <Banner tone="caution" role="alert" title={`${rows} can't be read`}>
        Leave {issueCount === 1 ? 'it' : 'them'} out, or choose another file.
      </Banner>
      <IssueTable caption="Rows that can't be read" issues={issues} issueCount={issueCount} />
      <Switch
        label={issueCount === 1 ? 'Leave this row out' : `Leave these ${rows} out`}
        hint={`Everyone who sees your record reads “${rowsLeftOutText(issueCount + sales)}”.`}
        checked={choice.leavesRowsOut}
        onCheckedChange={(leavesRowsOut) => onChoice({ ...choice, leavesRowsOut })}
      />
    </>
  )
}

type IssueTableProps = { caption: string; issues: Preview['faults']; issueCount: number }

function IssueTable({ caption, issues, issueCount }: IssueTableProps) {
  return (
    <div className="grid gap-2">
      <Table
        caption={caption}
        heads={['Line', 'Why']}
        words
        rows={issues.map(({ line, reason }, index) => ({
          key: index,
          cells: [line === null ? 'File' : formatCount(line), reason],
        }))}
        className="max-h-64 rounded-badge bg-raised"
      />
      {issueCount > issues.length && (
        <p className="text-small text-ink-2">
          The first {formatCount(issues.length)} of {formatCount(issueCount)}.
        </p>
      )}
    </div>
  )
}

type OpeningPositionsProps = {
  opening: OpeningOffer
  choice: DraftChoice
  onChoice: (choice: DraftChoice) => void
}

/** Asks for the shares held before the file begins, or leaves the sales of those shares out. */
export function OpeningPositions({ opening, choice, onChoice }: OpeningPositionsProps) {
  const { day, positions, rows, rowCount } = opening
  const sales = counted(rowCount, 'row')
  const hasShort = positions.some(({ isShort }) => isShort)
  const change = (symbol: string, entry: OpeningEntry) =>
    onChoice({ ...choice, openings: { ...choice.openings, [symbol]: entry } })
  return (
    <section aria-labelledby="opening" className="grid gap-3 rounded-control bg-sunken px-4 py-4">
      <div className="grid gap-1">
        <h3 id="opening" className="font-strong">
          Add what you held before {dayText(dayAfter(day))}
        </h3>
        <p className="text-small text-pretty text-ink-2">
          {hasShort
            ? `${rowCount === 1 ? 'One row closes' : `${sales} close`} positions the file doesn’t show you opening. Enter what you held or owed`
            : `${rowCount === 1 ? 'One row sells' : `${sales} sell`} shares the file doesn’t show you buying. Enter what you held`}{' '}
          at the close on {dayText(day)}. We filled in the smallest numbers that work.
        </p>
      </div>
      {!choice.leavesSalesOut && (
        <ul className="grid gap-4">
          {positions.map((position) => (
            <OpeningPosition
              key={position.symbol}
              position={position}
              entry={choice.openings[position.symbol] ?? { quantity: '', price: '' }}
              onChange={(entry) => change(position.symbol, entry)}
            />
          ))}
        </ul>
      )}
      <Switch
        label={rowCount === 1 ? 'Leave this row out instead' : `Leave these ${sales} out instead`}
        hint={
          choice.leavesSalesOut
            ? 'Your record will be marked incomplete.'
            : 'Your record will say that you added opening positions, without amounts.'
        }
        checked={choice.leavesSalesOut}
        onCheckedChange={(leavesSalesOut) => onChoice({ ...choice, leavesSalesOut })}
      />
      <Disclosure label={rowCount === 1 ? 'Show the row' : `Show the ${sales}`}>
        <IssueTable caption="Rows that close more than was open" issues={rows} issueCount={rowCount} />
      </Disclosure>
    </section>
  )
}

/** The end of an option's OCC symbol. */
const OPTION = /\d{6}[CP]\d{8}$/

type OpeningPositionProps = {
  position: OpeningOffer['positions'][number]
  entry: OpeningEntry
  onChange: (entry: OpeningEntry) => void
}

function OpeningPosition({ position, entry, onChange }: OpeningPositionProps) {
  const { symbol, companyName, currency, isShort } = position
  const errors = entryErrors(entry, position)
  return (
    <li className="grid gap-2">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Ticker symbol={symbol} />
        {companyName !== null && (
          <span className="min-w-0 text-small wrap-anywhere text-ink-2">{companyName}</span>
        )}
      </span>
      <div className="grid items-start gap-3 xs:grid-cols-2">
        <Field
          label={
            <>
              {isShort ? 'Shares owed' : 'Shares'}
              <span className="sr-only"> of {symbol}</span>
            </>
          }
          hint={OPTION.test(symbol) ? 'A contract is 100 shares.' : undefined}
          error={errors.quantity}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={entry.quantity}
            onChange={(event) => onChange({ ...entry, quantity: event.target.value })}
          />
        </Field>
        <Field
          label={
            <>
              {isShort ? 'Received per share' : 'Cost per share'}
              <span className="sr-only"> of {symbol}</span>
            </>
          }
          mark={`(${currency}, optional)`}
          error={errors.price}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="Unknown"
            value={entry.price}
            onChange={(event) => onChange({ ...entry, price: event.target.value })}
          />
        </Field>
      </div>
    </li>
  )
}
