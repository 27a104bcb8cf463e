// The second pass through a file: every kept row becomes activities or a position, or is listed as an issue.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Position } from '#engine/portfolio/activity.ts'
import { type CheckedDraft, checkDraft, assertNotNegative } from './check-draft.ts'
import {
  CELL_SEPARATOR,
  type ImportIssue,
  type Gathered,
  type KeptRow,
  ROWS_PER_TURN,
} from './gather-rows.ts'
import { activityIdAssigner } from './activity-ids.ts'
import { type PackedActivity, packActivity } from './packed-activity.ts'
import { RowError } from './file-errors.ts'
import { rowReader } from './row.ts'
import { maskedAccount } from './symbols.ts'
import type { BalanceRow } from './running-balance.ts'
import type { Header, Skipped, Table, TableRow } from './table.ts'

/** Rows without new information, such as totals, sums of other rows, and movements within an account. */
export type SkippedRows = {
  /** In the broker's words, such as `SYMBOL_SUMMARY`. Empty if the rows have no word for it. */
  kind: string
  rows: number
}
export type Translated = {
  activities: PackedActivity[]
  positions: Position[]
  issues: ImportIssue[]
  /** The most frequent kind first. */
  skipped: SkippedRows[]
  /** The rows of tables with a running balance, in the file's order. */
  balances: BalanceRow[]
  /** The accounts that rows name, in the file's order. */
  accounts: FileAccount[]
  /** Whether a row with new information names no account. */
  hasUnnamed: boolean
}
/** An account of a file that has several. `name`: the owner's own name for it, empty if the file has none. */
export type FileAccount = { label: string; name: string; rows: number }
/** `accounts`: the labels of the accounts to read, by default all. */
type Options = {
  today: string
  broker: string
  signal: AbortSignal | undefined
  accounts?: readonly string[] | undefined
}

/** Removes the cells from `rows` as it goes, so that nothing is in memory twice. */
export async function translateRows(
  { rows, conventions }: Pick<Gathered, 'rows' | 'conventions'>,
  { today, broker, signal, accounts: chosen }: Options,
): Promise<Translated> {
  const done: Translated = {
    activities: [],
    positions: [],
    issues: [],
    skipped: [],
    balances: [],
    accounts: [],
    hasUnnamed: false,
  }
  const skipped = new Map<string, number>()
  const reader = rowReader(conventions)
  const shared = sharedTexts()
  const identify = activityIdAssigner(broker)
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) {
      await nextTurn()
      signal?.throwIfAborted()
    }
    try {
      const cells = reader.at(row.header, row.cells.split(CELL_SEPARATOR))
      const account = accountIn(done.accounts, row.header, cells)
      const isChosen = !chosen || !account || chosen.includes(account.label)
      const found = isChosen
        ? translate(row, cells, { today, identify })
        : { skipped: `${account.name} ${account.label} (not chosen)`.trim() }
      if (found === null || 'skipped' in found || (Array.isArray(found) && found.length === 0)) {
        const kind = found && 'skipped' in found ? found.skipped : kindOf(row.header, cells)
        skipped.set(kind, (skipped.get(kind) ?? 0) + 1)
      } else if (Array.isArray(found)) {
        done.activities.push(...found.map((checked) => shared(packActivity(checked))))
        done.balances.push(...balanceRows(row.header.table, cells, found))
      } else done.positions.push(found)
      done.hasUnnamed ||= !account && found !== null && !('skipped' in found)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      done.issues.push({ line: row.line, reason: error.message })
    }
    row.cells = ''
  }
  done.skipped = [...skipped]
    .map(([kind, count]) => ({ kind, rows: count }))
    .toSorted((a, b) => b.rows - a.rows || (a.kind < b.kind ? -1 : 1))
  return done
}

/** Counts the row for the account that it names; undefined if it names none. */
function accountIn(known: FileAccount[], { table }: Header, row: TableRow): FileAccount | undefined {
  const label = table.columns['account'] ? maskedAccount(row.text('account')) : undefined
  if (label === undefined) return undefined
  const name = table.columns['accountName'] ? row.text('accountName') : ''
  let account = known.find((one) => one.label === label && one.name === name)
  if (!account) known.push((account = { label, name, rows: 0 }))
  account.rows += 1
  return account
}

/** What the row changed in the currency of its balance. */
function balanceRows(table: Table, cells: TableRow, found: CheckedDraft[]): BalanceRow[] {
  if (table.holds === 'positions' || !table.balanceAfter) return []
  const after = table.balanceAfter(cells)
  return found.flatMap(({ activity: { day, cash, currency } }, index) => {
    if (after !== null && after.currency !== currency) return []
    return [{ day, cash, currency, after: index === found.length - 1 ? after : null }]
  })
}

/** Columns in which brokers say what a row is, the most telling one first. */
const KIND_COLUMNS = ['level', 'type', 'action', 'kind', 'category', 'title', 'description', 'name']
const KIND_CHARACTERS = 40

const kindOf = ({ table }: Header, row: TableRow): string =>
  KIND_COLUMNS.filter((column) => table.columns[column]?.as === 'text')
    .map((column) => row.text(column))
    .find((text) => text !== '')
    ?.slice(0, KIND_CHARACTERS) ?? ''

type Means = { today: string; identify: ReturnType<typeof activityIdAssigner> }

/** A row counts as a whole: if one side of it has an issue, the other isn't read either. */
function translate(
  { line, header }: KeptRow,
  row: TableRow,
  { today, identify }: Means,
): CheckedDraft[] | Position | Skipped | null {
  const { table } = header
  if (table.holds === 'positions') {
    const position = table.translate(row)
    if (position?.price) assertNotNegative(position.price)
    return position?.quantity.isZero() ? null : position
  }
  const drafts = table.translate(row) ?? []
  if ('skipped' in drafts) return drafts
  const { currency } = row
  return (Array.isArray(drafts) ? drafts : [drafts]).flatMap((draft) => {
    const checked = checkDraft(draft, { line, today, currency })
    return checked && identify(checked.activity, draft) ? checked : []
  })
}

/** Shares one string among all rows with the same day or currency. */
function sharedTexts(): (row: PackedActivity) => PackedActivity {
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
