// How the figures of a table are written, and what its amounts are.
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { AMOUNT_OPTIONS, DATE_OPTIONS, DECIMAL_OPTIONS, OUTFLOW_OPTIONS } from './column-words.ts'
import { Part } from './import-part.tsx'
import type { ColumnSettings } from './use-column-mapping.ts'

export function FileWriting({ settings: { mapping, change } }: { settings: ColumnSettings }) {
  return (
    <Part title="File format">
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
    </Part>
  )
}
