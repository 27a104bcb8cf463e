// The import step for a table from an unknown broker: the owner says what its columns and words mean.
import { BROKER_NAME_MAX, type ColumnField } from '#shared/contracts/column-mapping.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table } from '#web/ui/table.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { counted } from '../format.ts'
import { columnNames, FIELD_HINTS, FIELD_LABELS, RARE_FIELDS, USUAL_FIELDS } from './column-labels.ts'
import { ActionMeanings, FileFormatFields, StepSection } from './mapping-fields.tsx'
import { ParsedRows } from './parsed-rows.tsx'
import { StepIntro } from './upload-step.tsx'
import type { ColumnSettings } from './use-column-mapping.ts'

/** Stands for "no column", because Radix doesn't allow an empty value. */
const NONE = 'none'

export function ColumnsStep({ settings }: { settings: ColumnSettings }) {
  const { proposal, mapping, change, chooseSheet, missing, refusal, rows } = settings
  const { columns, firstRows, sheets, sheet, isRemembered } = proposal
  const names = columnNames(columns)
  return (
    <>
      <StepIntro>
        {isRemembered
          ? 'You’ve imported a file like this before. Your choices are filled in. Check what’s new.'
          : 'We don’t know this file’s format, so tell us what its columns mean. Our guesses are filled in.'}
      </StepIntro>
      {refusal !== undefined && (
        <Banner tone="loss" role="alert">
          {refusal}
        </Banner>
      )}
      <MissingColumns missing={missing} />
      {sheets.length > 1 && (
        <Field label="Sheet">
          <Select
            options={sheets.map((name, index) => ({ value: String(index), label: name }))}
            value={String(sheet)}
            onValueChange={(value) => chooseSheet(Number(value))}
          />
        </Field>
      )}
      <StepSection title={`Your file: ${counted(proposal.rows, 'row')}`}>
        <Table
          caption="The first rows of your file"
          heads={['Line', ...names]}
          words
          rows={firstRows.map(({ line, cells }) => ({ key: line, cells: [line, ...cells] }))}
          className="max-h-56 rounded-badge bg-raised [&_td]:max-w-40 [&_td]:truncate"
        />
      </StepSection>
      <Field
        label="Broker name"
        mark="(Optional)"
        hint="Names your account. It always says that you chose the columns."
      >
        <Input
          value={mapping.broker}
          maxLength={BROKER_NAME_MAX}
          autoComplete="off"
          onChange={({ target }) => change({ broker: target.value })}
        />
      </Field>
      <StepSection title="Columns">
        <div className="grid items-start gap-4 xs:grid-cols-2">
          {USUAL_FIELDS.map((field) => (
            <ColumnChoice key={field} field={field} names={names} settings={settings} />
          ))}
        </div>
      </StepSection>
      <Disclosure label="More columns" defaultOpen={RARE_FIELDS.some((field) => field in mapping.columns)}>
        <div className="grid items-start gap-4 xs:grid-cols-2">
          {RARE_FIELDS.map((field) => (
            <ColumnChoice key={field} field={field} names={names} settings={settings} />
          ))}
        </div>
      </Disclosure>
      <ActionMeanings settings={settings} />
      <FileFormatFields settings={settings} />
      <StepSection title="How we read the first rows">
        <ParsedRows rows={rows} />
      </StepSection>
    </>
  )
}

type ColumnChoiceProps = { field: ColumnField; names: string[]; settings: ColumnSettings }

function ColumnChoice({ field, names, settings: { proposal, mapping, setColumn } }: ColumnChoiceProps) {
  const index = mapping.columns[field]
  const filled = proposal.columns[index ?? -1]?.rows
  const explains = filled === undefined ? undefined : `In ${filled} of ${counted(proposal.rows, 'row')}.`
  return (
    <Field label={FIELD_LABELS[field]} hint={[FIELD_HINTS[field], explains].filter(Boolean).join(' ')}>
      <Select
        options={[
          { value: NONE, label: 'Not in this file' },
          ...names.map((label, columnIndex) => ({ value: String(columnIndex), label })),
        ]}
        value={index === undefined ? NONE : String(index)}
        onValueChange={(value) => setColumn(field, value === NONE ? undefined : Number(value))}
      />
    </Field>
  )
}

/** Gets the focus if the person continues although something is missing. */
export const MISSING_COLUMNS_ID = 'missing-columns'

/** A longer list would push the fields off screen. Later items appear once earlier ones are resolved. */
const MISSING_SHOWN = 4

function MissingColumns({ missing }: { missing: string[] }) {
  return (
    <div id={MISSING_COLUMNS_ID} tabIndex={-1} aria-live="polite" className="outline-none empty:hidden">
      {missing.length > 0 && (
        <Banner tone="caution" title="Before we can import it">
          <ul className="grid gap-0.5">
            {missing.slice(0, MISSING_SHOWN).map((sentence) => (
              <li key={sentence} className="wrap-anywhere">
                {sentence}
              </li>
            ))}
            {missing.length > MISSING_SHOWN && <li>And {missing.length - MISSING_SHOWN} more.</li>}
          </ul>
        </Banner>
      )}
    </div>
  )
}
