// The fields below the columns: what each word of the action column means, and the format of dates and
// amounts.
import { type ReactNode, useId } from 'react'
import { unmappedWords } from '#shared/rules/column-mapping.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { counted } from '../format.ts'
import {
  AMOUNT_OPTIONS,
  DATE_OPTIONS,
  DECIMAL_OPTIONS,
  MEANING_OPTIONS,
  OUTFLOW_OPTIONS,
} from './column-labels.ts'
import type { ColumnSettings } from './use-column-mapping.ts'

export function FileFormatFields({ settings: { mapping, change } }: { settings: ColumnSettings }) {
  return (
    <StepSection title="File format">
      <div className="grid items-start gap-4 xs:grid-cols-2">
        <Field label="Dates">
          <Select options={DATE_OPTIONS} value={mapping.dates} onValueChange={(dates) => change({ dates })} />
        </Field>
        <Field label="Decimal sign">
          <Select
            options={DECIMAL_OPTIONS}
            value={mapping.decimal}
            onValueChange={(decimal) => change({ decimal })}
          />
        </Field>
        <Field label="Currency of the account" hint="For rows that don’t name one.">
          <Input
            value={mapping.currency}
            maxLength={3}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => change({ currency: target.value.toUpperCase() })}
          />
        </Field>
        <Field label="Amounts">
          <Select
            options={AMOUNT_OPTIONS}
            value={mapping.amount}
            onValueChange={(amount) => change({ amount })}
          />
        </Field>
        <Field label="Money that leaves">
          <Select
            options={OUTFLOW_OPTIONS}
            value={mapping.outflows}
            onValueChange={(outflows) => change({ outflows })}
          />
        </Field>
      </div>
    </StepSection>
  )
}

/** Every distinct word of the action column; words without a known meaning come first. */
export function ActionMeanings({
  settings: { proposal, mapping, setMeaning },
}: {
  settings: ColumnSettings
}) {
  const id = useId()
  const { action } = mapping.columns
  const words = action === undefined ? null : (proposal.columns[action]?.words ?? null)
  // Sorted by the server's proposal, not by the current choices, so that the list doesn't move while the
  // person chooses.
  if (!words || words.length === 0) return null
  const unexplained = new Set(unmappedWords(proposal.mapping, proposal.columns))
  const sorted = words.toSorted((a, b) => Number(unexplained.has(b.word)) - Number(unexplained.has(a.word)))
  const meanings = new Map(mapping.meanings.map(({ word, meaning }) => [word, meaning]))
  return (
    <StepSection title="What these words mean">
      <ul className="grid gap-3">
        {sorted
          .filter(({ word }) => word !== '')
          .map(({ word, rows }, index) => (
            <li key={word} className="grid items-center gap-x-4 gap-y-1.5 xs:grid-cols-2">
              <span id={`${id}-${index}`} className="min-w-0 wrap-anywhere">
                <bdi className="font-medium">{word}</bdi>{' '}
                <span className="text-small text-ink-3 tabular-nums">{counted(rows, 'row')}</span>
              </span>
              <Select
                aria-label={`What “${word}” means`}
                options={MEANING_OPTIONS}
                value={meanings.get(word)}
                onValueChange={(meaning) => setMeaning(word, meaning)}
              />
            </li>
          ))}
      </ul>
    </StepSection>
  )
}

/** A titled section of the import step for the columns. */
export function StepSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="text-button font-strong">
        {title}
      </h3>
      {children}
    </section>
  )
}
