// The second pass through a file: every kept row becomes activities or a position, or is listed as an issue.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Position } from '../port.ts'
import { type Checked, checkDraft, refuseNegative } from './check-draft.ts'
import { BETWEEN_CELLS, type ImportIssue, type Gathered, type KeptRow, ROWS_A_TURN } from './gather-rows.ts'
import { identifier } from './identify.ts'
import { type Packed, packed } from './packed.ts'
import { RowError } from './refusals.ts'
import { type Row, rowReader } from './row.ts'

export type Translated = { activities: Packed[]; positions: Position[]; faults: ImportIssue[] }
type Options = { today: string; broker: string; signal: AbortSignal | undefined }

/** Removes the cells from `rows` as it goes, so that nothing is in memory twice. */
export async function translateRows(
  { rows, conventions }: Pick<Gathered, 'rows' | 'conventions'>,
  { today, broker, signal }: Options,
): Promise<Translated> {
  const done: Translated = { activities: [], positions: [], faults: [] }
  const reader = rowReader(conventions)
  const shared = sharedTexts()
  const identify = identifier(broker)
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_TURN === 0) {
      await nextTurn()
      signal?.throwIfAborted()
    }
    try {
      const cells = reader.at(row.header, row.cells.split(BETWEEN_CELLS))
      const found = translate(row, cells, { today, identify })
      if (Array.isArray(found)) done.activities.push(...found.map((checked) => shared(packed(checked))))
      else if (found) done.positions.push(found)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      done.faults.push({ line: row.line, reason: error.message })
    }
    row.cells = ''
  }
  return done
}

type Means = { today: string; identify: ReturnType<typeof identifier> }

/** A row counts as a whole: if one side of it has an issue, the other isn't read either. */
function translate(
  { line, header }: KeptRow,
  row: Row,
  { today, identify }: Means,
): Checked[] | Position | null {
  const { table } = header
  if (table.holds === 'positions') {
    const position = table.translate(row)
    if (position?.price) refuseNegative(position.price)
    return position?.quantity.isZero() ? null : position
  }
  const drafts = table.translate(row) ?? []
  const { currency } = row
  return (Array.isArray(drafts) ? drafts : [drafts]).flatMap((draft) => {
    const checked = checkDraft(draft, { line, today, currency })
    return checked && identify(checked.activity, draft) ? checked : []
  })
}

/** Shares one string among all rows with the same day or currency. */
function sharedTexts(): (row: Packed) => Packed {
  const kept = new Map<string, string>()
  const one = (text: string): string => {
    const known = kept.get(text)
    if (known === undefined) kept.set(text, text)
    return known ?? text
  }
  return (row) => {
    row.day = one(row.day)
    row.currency = one(row.currency)
    return row
  }
}
