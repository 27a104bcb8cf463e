// Every day of a position with its prices, as a table, as text to copy, and as a file.
import { useState } from 'react'
import { Copy, Download } from 'lucide-react'
import { dayText } from '#shared/rules/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Table } from '#web/ui/table.tsx'
import { daysText, priceText } from './outcome-text.ts'
import { saveFile } from './record-files.ts'
import { positionCsv, type ScorePart } from './score-marks.ts'

/** The newest day on top. */
export function PositionDays({ part }: { part: ScorePart }) {
  const { ticker, days, entryDay, entryClose } = part
  // Most have neither, and a phone has no room for empty columns.
  const hasDividend = days.some(({ dividend }) => Number(dividend) !== 0)
  const hasSplit = days.some(({ ratio }) => Number(ratio) !== 1)
  const only = (isThere: boolean, cell: string) => (isThere ? [cell] : [])
  const [note, setNote] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(positionCsv(part)).then(
      () => setNote('Copied'),
      () => setNote('Couldn’t copy. Download it instead.'),
    )
  return (
    <Disclosure label={`All ${daysText(days.length)}`}>
      <div className="flex flex-wrap items-center gap-2">
        {'clipboard' in navigator && (
          <Button variant="outline" size="sm" icon={Copy} onClick={() => void copy()}>
            Copy
          </Button>
        )}
        <Button variant="outline" size="sm" icon={Download} onClick={() => download(part)}>
          Download CSV
        </Button>
        <span role="status" className="text-small text-ink-2">
          {note}
        </span>
      </div>
      <Table
        caption={`$${ticker} day by day, newest first`}
        heads={[
          'Day',
          'Close',
          ...only(hasDividend, 'Dividend'),
          ...only(hasSplit, 'Split'),
          'Growth',
          'SPY',
        ]}
        rows={[
          ...days.toReversed().map(({ day, close, dividend, ratio, growth, benchmark }) => ({
            key: day,
            cells: [
              dayText(day),
              close === null ? '' : priceText(close),
              ...only(hasDividend, Number(dividend) === 0 ? '' : priceText(dividend)),
              ...only(hasSplit, Number(ratio) === 1 ? '' : ratio),
              growth,
              benchmark,
            ],
          })),
          {
            key: 'entry',
            cells: [
              entryDay === null ? 'Entry' : dayText(entryDay),
              entryClose === null ? '' : priceText(entryClose),
              ...only(hasDividend, ''),
              ...only(hasSplit, ''),
              'Entry',
              '',
            ],
          },
        ]}
        className="max-h-80 rounded-badge bg-surface"
      />
    </Disclosure>
  )
}

const download = (part: ScorePart): void =>
  saveFile(`${part.ticker}-since-${part.entryDay ?? 'entry'}.csv`, positionCsv(part), 'text/csv')
