// A step of an import for a table whose broker isn't recognized: its owner says what the columns and words mean.
import { BROKER_NAME_MAX, type ColumnField } from '#shared/contracts/column-mapping.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table } from '#web/ui/table.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { columnNames, FIELD_HINTS, FIELD_LABELS, RARE_FIELDS, USUAL_FIELDS } from './column-words.ts'
import { ActionWords } from './action-words.tsx'
import { FileWriting } from './file-writing.tsx'
import { MissingColumns } from './missing-columns.tsx'
import { counted } from './portfolio-words.ts'
import { ReadRows } from './read-rows.tsx'
import { Part } from './import-part.tsx'
import type { ColumnSettings } from './use-column-mapping.ts'

/** The step before had the focus, and is gone. */
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** What Radix takes for "no column": it knows no empty value. */
const NONE = 'none'

export function ColumnsStep({ settings }: { settings: ColumnSettings }) {
  const { proposal, mapping, change, chooseSheet, missing, refusal, rows } = settings
  const { columns, firstRows, sheets, sheet, isRemembered } = proposal
  const names = columnNames(columns)
  return (
    <>
      <p ref={focus} tabIndex={-1} className="text-pretty text-ink-2 outline-none">
        {isRemembered
          ? 'You’ve imported a file like this before. Your choices are filled in. Check what’s new.'
          : 'We don’t know this file’s format, so tell us what its columns mean. Our guesses are filled in.'}
      </p>
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
      <Part title={`Your file: ${counted(proposal.rows, 'row')}`}>
        <Table
          caption="The first rows of your file"
          heads={['Line', ...names]}
          words
          rows={firstRows.map(({ line, cells }) => ({ key: line, cells: [line, ...cells] }))}
          className="max-h-56 rounded-badge bg-raised [&_td]:max-w-40 [&_td]:truncate"
        />
      </Part>
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
      <Part title="Columns">
        <div className="grid items-start gap-4 xs:grid-cols-2">
          {USUAL_FIELDS.map((field) => (
            <ColumnChoice key={field} field={field} names={names} settings={settings} />
          ))}
        </div>
      </Part>
      <Disclosure label="More columns" defaultOpen={RARE_FIELDS.some((field) => field in mapping.columns)}>
        <div className="grid items-start gap-4 xs:grid-cols-2">
          {RARE_FIELDS.map((field) => (
            <ColumnChoice key={field} field={field} names={names} settings={settings} />
          ))}
        </div>
      </Disclosure>
      <ActionWords settings={settings} />
      <FileWriting settings={settings} />
      <Part title="How we read the first rows">
        <ReadRows rows={rows} />
      </Part>
    </>
  )
}

type ColumnChoiceProps = { field: ColumnField; names: string[]; settings: ColumnSettings }

function ColumnChoice({ field, names, settings: { mapping, setColumn } }: ColumnChoiceProps) {
  const index = mapping.columns[field]
  return (
    <Field label={FIELD_LABELS[field]} hint={FIELD_HINTS[field]}>
      <Select
        options={[
          { value: NONE, label: 'Not in this file' },
          ...names.map((label, at) => ({ value: String(at), label })),
        ]}
        value={index === undefined ? NONE : String(index)}
        onValueChange={(value) => setColumn(field, value === NONE ? undefined : Number(value))}
      />
    </Field>
  )
}
