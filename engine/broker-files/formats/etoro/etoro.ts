// eToro's account statement: the "Account Activity" sheet, in any language.
import { RowError } from '../../file-errors.ts'
import { type Format, headerScore, plainSheet, type Sheet } from '../../format.ts'
import { ignoreIfEmpty, requiredNumber } from '../../row.ts'
import { activityTable, date, headerOf, text } from '../../table.ts'
import { columns, type Kind, readAs } from './rows.ts'
import { isActivity, isTranslated, translatedSheet } from './translated.ts'

/** Money that moves between copied and own positions, and orders that move none. */
const INTERNAL = /copy|mirror|\bedit\b|stop loss/
/** The first match counts. */
const KINDS: [kind: Kind, type: RegExp][] = [
  ['open', /^open position$/],
  ['close', /^position closed$/],
  ['split', /^corp action: split/],
  ['dividend', /dividend/],
  [
    'interest',
    /interest|staking|airdrop|adjustment|refund|compensation|cashback|lending|rollover|promotion|refer/,
  ],
  ['charge', /fee|charge|commission|\bsdrt\b|stamp|tax\b/],
  ['withdrawal', /withdraw/],
  ['deposit', /deposit|bonus|transfer/],
]

const accountActivity = activityTable(columns, (row) => {
  const type = row.text('type').toLowerCase()
  if (INTERNAL.test(type)) return null
  const kind = KINDS.find(([, pattern]) => pattern.test(type))?.[0]
  return kind ? readAs(kind, row) : ignoreIfEmpty(row.text('type'), requiredNumber(row, 'amount'))
})

/** The other sheet with trades, which lacks deposits and open positions. */
const closedPositions = activityTable(
  {
    position: text('position id'),
    action: text('action'),
    amount: text('amount'),
    opened: date('open date'),
    closed: date('close date'),
    leverage: text('leverage'),
  },
  (): null => {
    throw new RowError(
      'This is the sheet “Closed Positions”, which has no deposits or open positions. Choose the sheet “Account Activity” of the same statement instead.',
    )
  },
)

const tables = [accountActivity, closedPositions]
/** Below the score of the English header, whose words are unambiguous. */
const TRANSLATED_SCORE = 14

export const etoro: Format = {
  broker: 'eToro',
  slug: 'etoro',
  defaults: { order: 'dmy', decimal: '.', currency: 'USD' },
  confidence: (rows) => headerScore(tables, rows) * 2 || (isTranslated(rows) ? TRANSLATED_SCORE : 0),
  open() {
    const english = plainSheet(tables)
    const other = translatedSheet()
    let sheet: Pick<Sheet, 'place'> | null = null
    return {
      ...english,
      place(cells) {
        if (!sheet && tables.some((table) => headerOf(table, cells) !== null)) sheet = english
        if (!sheet && isActivity(cells)) sheet = other
        return (sheet ?? other).place(cells)
      },
    }
  },
}
