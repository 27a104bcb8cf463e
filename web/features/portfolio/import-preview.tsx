// The third step of an import: what was understood of the file, and what its owner decides about the rest.
import type { ReactNode } from 'react'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { dayText } from '#shared/rules/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Ticker } from '#web/ui/ticker.tsx'
import type { Choice } from './import-choice.ts'
import { ImportFaults } from './import-faults.tsx'
import { ImportOpening } from './import-opening.tsx'
import { count, counted, kindText, namesText } from './portfolio-words.ts'

/** The step before had the focus, and is gone. */
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** More would fill the dialog without telling more. */
const SYMBOLS = 24

export type ImportPreviewProps = {
  preview: Preview
  choice: Choice
  onChoice: (choice: Choice) => void
}

export function ImportPreview({ preview, choice, onChoice }: ImportPreviewProps) {
  const { broker, label, currency, activities, firstDay, lastDay, kinds, symbols, faultCount } = preview
  const { asOf, opening, statements } = preview
  return (
    <>
      <p ref={focus} tabIndex={-1} className="text-pretty text-ink-2 outline-none">
        {activities === 0 ? 'No transactions' : counted(activities, 'transaction')} found
        {preview.rows !== activities && ` in ${counted(preview.rows, 'row')}`}.
        {asOf !== null && ` Values as of the close on ${dayText(asOf)}.`}
      </p>
      {faultCount > 0 ? (
        <ImportFaults preview={preview} choice={choice} onChoice={onChoice} />
      ) : (
        <Known preview={preview} />
      )}
      {opening !== null && <ImportOpening opening={opening} choice={choice} onChoice={onChoice} />}
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
      {statements.map((statement) => (
        <Statement key={`${statement.from} ${statement.to}`} {...statement} />
      ))}
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
function Known({ preview: { activities, known, hasNews } }: { preview: Preview }) {
  if (known === 0) return null
  const isAll = known === activities
  return isAll ? (
    <Banner tone="info" title={hasNews ? undefined : 'Nothing new in this file'}>
      {known === 1 ? 'Its only row was' : `All ${count(known)} rows were`} imported before.
      {hasNews && ' Its opening and closing balances are new.'}
    </Banner>
  ) : (
    <Banner tone="info">
      {count(known)} of {counted(activities, 'row')} {known === 1 ? 'was' : 'were'} already imported. Only the
      rest are added.
    </Banner>
  )
}

function Statement({ from, to, opening, differences }: Preview['statements'][number]) {
  return (
    <Part title={`Statement of ${dayText(from)} – ${dayText(to)}`}>
      <p className="text-pretty">
        {opening.length > 0
          ? `Your opening positions are added: ${namesText(opening)}.`
          : 'No opening positions are needed.'}
        {differences.length > 0 &&
          ` Its closing balances differ from its rows in ${namesText(differences)}. The difference counts as neither gain nor loss.`}
      </p>
    </Part>
  )
}
