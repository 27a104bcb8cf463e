// The third step of an import: what was understood of the file, and every row that could not be read.
import type { ReactNode } from 'react'
import type { Preview } from '#shared/contracts/portfolio.ts'
import { dayText } from '#shared/rules/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Table } from '#web/ui/table.tsx'
import { Ticker } from '#web/ui/ticker.tsx'
import { count, counted, kindText } from './portfolio-words.ts'

/** The step before had the focus, and is gone. */
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** More would fill the dialog without telling more. */
const SYMBOLS = 24

export function ImportPreview({ preview }: { preview: Preview }) {
  const { broker, label, currency, activities, firstDay, lastDay, kinds, symbols, faultCount } = preview
  return (
    <>
      <p ref={focus} tabIndex={-1} className="text-pretty text-ink-2 outline-none">
        {activities === 0 ? 'Nothing' : counted(activities, 'activity', 'activities')} understood in{' '}
        {counted(preview.rows, 'row')}.
      </p>
      {faultCount > 0 ? <Faults preview={preview} /> : <Known preview={preview} />}
      <Facts
        items={[
          { label: 'Broker', value: broker },
          label === null
            ? { label: 'Currency', value: currency }
            : { label: 'Account', value: `${label}, ${currency}` },
          { label: 'First day', value: firstDay === null ? 'None' : dayText(firstDay) },
          { label: 'Last day', value: lastDay === null ? 'None' : dayText(lastDay) },
        ]}
      />
      {activities > 0 && (
        <Part title="What happened">
          <ul className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
            {Object.entries(kinds)
              .toSorted(([, a], [, b]) => b - a)
              .map(([kind, times]) => (
                <li key={kind}>{kindText(kind, times)}</li>
              ))}
          </ul>
        </Part>
      )}
      {symbols.length > 0 && (
        <Part title={counted(symbols.length, 'ticker')}>
          <ul className="flex flex-wrap items-center gap-2">
            {symbols.slice(0, SYMBOLS).map((symbol) => (
              <li key={symbol}>
                <Ticker symbol={symbol} />
              </li>
            ))}
            {symbols.length > SYMBOLS && (
              <li className="text-small text-ink-2">and {count(symbols.length - SYMBOLS)} more</li>
            )}
          </ul>
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="text-small text-ink-3">{title}</h3>
      {children}
    </section>
  )
}

/** Importing what is there already changes nothing; the person should know why so little is new. */
function Known({ preview: { activities, known } }: { preview: Preview }) {
  if (known === 0) return null
  return known === activities ? (
    <Banner tone="info" title="Nothing new in this file">
      {known === 1 ? 'Its one row was' : `All ${count(known)} rows were`} imported before.
    </Banner>
  ) : (
    <Banner tone="info">
      {count(known)} of {counted(activities, 'row')} {known === 1 ? 'was' : 'were'} imported before. Only the
      others are added.
    </Banner>
  )
}

function Faults({ preview: { faults, faultCount } }: { preview: Preview }) {
  return (
    <>
      <Banner
        tone="caution"
        role="alert"
        title={`${counted(faultCount, 'row')} can't be read, so nothing can be imported`}
      >
        Mend {faultCount === 1 ? 'it' : 'them'} in the file, or export it again, and choose it once more.
      </Banner>
      <div className="grid gap-2">
        <Table
          caption="Rows that can't be read"
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
    </>
  )
}
