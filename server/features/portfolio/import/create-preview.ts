// Reads a broker's file and stores the result as a preview, separate from the account, until it is confirmed.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { MappedTable } from '#engine/broker-files/columns/mapped-format.ts'
import type { DB } from '#server/db/tables.ts'
import { type PackedActivity, unpackActivity } from '#engine/broker-files/packed-activity.ts'
import { type ExportRead, readExport } from '#engine/broker-files/read-export.ts'
import { UnreadableFileError } from '#engine/broker-files/file-errors.ts'
import type { ColumnMapping } from '#shared/contracts/column-mapping.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { idsKnownTo } from '../activities.ts'
import { latestDay } from '#engine/market/calendar-day.ts'
import { checkFile, ISSUES_SHOWN } from './check-file.ts'
import { type LeftOutRow, leftOutRowsOf, resolvedRows, unreadableRows } from './left-out-rows.ts'
import {
  positionAsTransfer,
  positionsAsStatement,
  positionsDay,
  rejectMixedSources,
} from './position-rows.ts'
import { accountOf } from './account-of-file.ts'
import { receivedShares } from './received-shares.ts'
import { isNewStatement } from '../reconciliation/store.ts'
import { sumStatements } from '#engine/portfolio/reconciliation/sum-statements.ts'

const ROWS_AT_ONCE = 1000
const KINDS_SHOWN = 20
const ACCOUNTS_SHOWN = 20

export type ImportRequest = {
  userId: string
  /** The preview's id. */
  id: string
  at: Date
  /** Called now and then with the number of rows found so far. */
  onRows?: (rows: number) => void
  signal?: AbortSignal
  /** Whether there is only the sample market. */
  isSample: boolean
  /** The labels of the accounts to read. By default all. */
  accounts?: readonly string[] | undefined
  /** The stored file and its owner's column mapping. */
  mapped?: { mapping: ColumnMapping; table: MappedTable; fileId: string; isRemembered: boolean }
  /** The stored workbook and the sheet to propose columns for. */
  sheet?: { fileId: string; sheet: number }
}
/** `error`: why the file as a whole can't be read, in a sentence. */
export type ImportResult = { preview: Preview } | { error: string }

/** What a preview stores in addition to its rows, as JSON. */
export type PendingImport = {
  statements: ExportRead['statements']
  /** The account's list of positions is among the statements from now on. */
  replacesList?: boolean
  /** Unreadable rows, and the keys of rows that earlier files left out and this file contains in readable form. */
  leftOut: LeftOutRow[]
  readByNow: string[]
}

/** Throws `columns_unknown`, and the signal's reason if aborted. An aborted import leaves nothing behind. */
export async function createPreview(
  db: Db,
  stream: AsyncIterable<Uint8Array>,
  request: ImportRequest,
): Promise<ImportResult> {
  try {
    return { preview: await previewOf(db, stream, request) }
  } catch (error) {
    if (error instanceof UnreadableFileError && error.reason !== 'columns_unknown')
      return { error: error.message }
    throw error
  }
}

async function previewOf(
  db: Db,
  stream: AsyncIterable<Uint8Array>,
  { userId, id, at, onRows, signal, mapped, isSample, accounts: chosen }: ImportRequest,
): Promise<Preview> {
  const today = latestDay(at)
  const read = await readExport(stream, {
    today,
    onProgress: ({ rows }) => onRows?.(rows),
    ...(signal && { signal }),
    ...(mapped && { mapped }),
    accounts: chosen,
  })
  const reported = sumStatements(read.statements ?? [])
  // A statement of a period without activities still counts as a history.
  const kind = reported.length > 0 ? 'activities' : read.kind
  const asOf = kind === 'positions' ? positionsDay(read.asOf ?? null, at) : null
  const listed =
    asOf === null ? read.activities : read.positions.map((position) => positionAsTransfer(position, asOf))
  const account = await accountOf(db, userId, read, { isMapped: mapped !== undefined, isChosen: !!chosen })
  const accountId = account?.id ?? null
  const { history, list } =
    accountId === null ? { history: null, list: null } : await rejectMixedSources(db, accountId, kind, listed)
  const isBalance = asOf !== null && history !== null
  const activities = isBalance ? [] : listed
  const statements = isBalance
    ? [positionsAsStatement(read.positions, asOf, history)]
    : [...reported, ...(list ? [list] : [])]
  const earlier = accountId === null ? [] : await leftOutRowsOf(db, accountId)
  const wantsLines = read.issues.length + earlier.length > 0
  const { newRows, lines, ...counts } = await countRows(db, accountId, activities, wantsLines)
  const leftOut = unreadableRows(read.issues, lines)
  const file = await checkFile(db, accountId, {
    newRows,
    statements,
    replacesList: list !== null,
    from: counts.firstDay ?? today,
    today,
    isSample,
  })
  // Sorted in file order, in which a person looks for them. Issues from earlier imports come first.
  const issues = [...read.issues, ...file.issues].toSorted(
    (one, other) => (one.line ?? 0) - (other.line ?? 0),
  )
  const preview: Preview = {
    id,
    broker: read.broker,
    label: account?.label ?? read.accountLabel ?? null,
    currency: read.currency,
    rows: read.rows,
    activities: activities.length,
    known: activities.length - newRows.length,
    hasNews: newRows.length > 0 || statements.some((statement) => isNewStatement(file.known, statement)),
    ...counts,
    asOf,
    accounts: read.accounts.map((one) => ({ ...one, isChosen: chosen?.includes(one.label) ?? true })),
    joint: read.joint.slice(0, ACCOUNTS_SHOWN),
    skipped: read.skipped.slice(0, KINDS_SHOWN),
    statements: file.statements,
    opening: file.opening,
    received: kind === 'activities' ? receivedShares(newRows) : [],
    openingCash: file.openingCash,
    corporateActions: file.corporateActions,
    faults: issues.slice(0, ISSUES_SHOWN).map(({ line, reason }) => ({ line, reason })),
    faultCount: issues.length,
    mapped: mapped ? { fileId: mapped.fileId, isRemembered: mapped.isRemembered } : null,
  }
  const pending: PendingImport = {
    statements,
    replacesList: list !== null,
    leftOut,
    readByNow: resolvedRows(earlier, leftOut, lines),
  }
  signal?.throwIfAborted()
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('portfolioImports')
      .values({
        id,
        userId,
        preview: JSON.stringify(preview),
        pending: JSON.stringify(pending),
        createdAt: at,
      })
      .execute()
    await storeRows(trx, id, newRows)
  })
  return preview
}

async function storeRows(
  db: Kysely<DB> | Transaction<DB>,
  importId: string,
  added: PackedActivity[],
): Promise<void> {
  for (let from = 0; from < added.length; from += ROWS_AT_ONCE) {
    const texts = added.slice(from, from + ROWS_AT_ONCE).map(({ text }) => text)
    await sql`insert into portfolio_import_rows (import_id, activity)
      select ${importId}, row from unnest(${texts}::jsonb[]) row`.execute(db)
  }
}

/** Counts all rows for the preview, finds the new ones and, if requested, each row's line in the file. */
async function countRows(
  db: Db,
  accountId: string | null,
  activities: PackedActivity[],
  wantsLines: boolean,
) {
  const kinds: Record<string, number> = {}
  const symbols = new Set<string>()
  const newRows: PackedActivity[] = []
  const lines: { line: number | null; id: string }[] = []
  let firstDay: string | null = null
  let lastDay: string | null = null
  for (let from = 0; from < activities.length; from += ROWS_AT_ONCE) {
    const ids = new Map<PackedActivity, string>()
    for (const row of activities.slice(from, from + ROWS_AT_ONCE)) {
      const { id, type, symbol, line } = unpackActivity(row)
      ids.set(row, id)
      if (wantsLines) lines.push({ line, id })
      const kind = type === 'transfer' && symbol === null ? 'cash_transfer' : type
      kinds[kind] = (kinds[kind] ?? 0) + 1
      if (symbol !== null) symbols.add(symbol)
      if (firstDay === null || row.day < firstDay) firstDay = row.day
      if (lastDay === null || row.day > lastDay) lastDay = row.day
    }
    const known = accountId === null ? new Set() : await idsKnownTo(db, accountId, [...ids.values()])
    for (const [row, id] of ids) if (!known.has(id)) newRows.push(row)
  }
  return { kinds, symbols: [...symbols].toSorted(), firstDay, lastDay, lines, newRows }
}
