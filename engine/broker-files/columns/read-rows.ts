// Reads a few rows of a table with a mapping, as a preview for its owner.
import type { ColumnMapping, ReadRow } from '#shared/contracts/column-mapping.ts'
import { checkDraft } from '../check-draft.ts'
import { RowError } from '../file-errors.ts'
import { rowReader } from '../row.ts'
import { mappedFormat, type MappedTable } from './mapped-format.ts'

type Means = { table: MappedTable; today: string }

/** `today`: the latest day anywhere, `YYYY-MM-DD`. Notes between rows are left out. */
export function readRows(
  rows: { line: number; cells: string[] }[],
  mapping: ColumnMapping,
  { table, today }: Means,
): ReadRow[] {
  const format = mappedFormat(mapping, { ...table, header: null })
  const { defaults, overrides } = format
  const sheet = format.open()
  const reader = rowReader({
    numbers: overrides?.numbers ?? defaults.decimal,
    dates: overrides?.dates ?? { order: defaults.order },
    currency: defaults.currency,
  })
  return rows.flatMap(({ line, cells }): ReadRow[] => {
    const header = sheet.place(cells)
    if (header?.table.holds !== 'activities') return []
    const named = {
      ...header,
      words: header.words.map((word, index) => table.header?.[index]?.trim() || word),
    }
    try {
      const found = header.table.translate(reader.at(named, cells)) ?? []
      const drafts = 'skipped' in found ? [] : [found].flat()
      const checked = drafts.flatMap(
        (draft) => checkDraft(draft, { line, today, currency: defaults.currency }) ?? [],
      )
      return [{ line, activities: checked.map(({ activity }) => shown(activity)), reason: null }]
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      return [{ line, activities: [], reason: error.message }]
    }
  })
}

type Shown = ReadRow['activities'][number]
type Checked = NonNullable<ReturnType<typeof checkDraft>>['activity']

const shown = ({ type, day, symbol, quantity, price, cash, fee, currency }: Checked): Shown => ({
  type,
  day,
  symbol,
  quantity: quantity.isZero() ? null : quantity.toString(),
  price: price?.toString() ?? null,
  cash: cash.toString(),
  fee: fee.toString(),
  currency,
})
