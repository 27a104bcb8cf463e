// Recognizes the broker of a text by its content alone.
import { DELIMITERS, type Delimiter, firstRows } from './csv-rows.ts'
import { looksLikeDate } from './dates.ts'
import { otherTextSentence } from './file-kinds.ts'
import { flexRows } from './flex-rows.ts'
import type { Format } from './format.ts'
import { coinbase } from './formats/coinbase/coinbase.ts'
import { etrade } from './formats/etrade.ts'
import { merrill } from './formats/merrill.ts'
import { morganStanley } from './formats/morgan-stanley.ts'
import { revolut } from './formats/revolut.ts'
import { schwabEquityAwards } from './formats/schwab-equity-awards.ts'
import { tradeRepublic } from './formats/trade-republic.ts'
import { wealthsimple } from './formats/wealthsimple.ts'
import { webull } from './formats/webull.ts'
import { degiro } from './formats/degiro.ts'
import { etoro } from './formats/etoro/etoro.ts'
import { fidelity } from './formats/fidelity.ts'
import { freetrade } from './formats/freetrade.ts'
import { generic } from './formats/generic.ts'
import { interactiveBrokersFlexCsv } from './formats/interactive-brokers/flex-csv.ts'
import { interactiveBrokersFlex } from './formats/interactive-brokers/flex.ts'
import { interactiveBrokers } from './formats/interactive-brokers/statement.ts'
import { ofx } from './formats/ofx/ofx.ts'
import { robinhood } from './formats/robinhood.ts'
import { schwab } from './formats/schwab.ts'
import { trading212 } from './formats/trading-212.ts'
import { vanguardUk } from './formats/vanguard-uk.ts'
import { vanguard } from './formats/vanguard.ts'
import { ofxRows } from './ofx-rows.ts'
import { UnreadableFileError } from './file-errors.ts'

const BROKERS = [
  schwab,
  fidelity,
  interactiveBrokers,
  robinhood,
  trading212,
  degiro,
  etoro,
  vanguard,
  freetrade,
  tradeRepublic,
  revolut,
  merrill,
  webull,
  etrade,
  wealthsimple,
  coinbase,
  morganStanley,
  schwabEquityAwards,
  ofx,
]
const FORMATS = [...BROKERS, interactiveBrokersFlexCsv, vanguardUk, generic]

/** The hint for a person who chose another file. */
const PLAIN_TABLE = 'a table with the columns date, type, symbol, quantity, price, amount, fee and currency'

/** A table begins within these rows, after any notes. */
export const FIRST_ROWS = 50
/** The number of characters that certainly contains these rows. */
export const HEAD_CHARACTERS = 256 * 1024

/** `format` is null for a table that no format recognizes. */
export type Recognized =
  | { format: Format | null; delimiter: Delimiter }
  | { format: Format; delimiter: null; rows: typeof flexRows }

/** The beginning of an OFX file: the header of version 1.x or 2.x, or the root element. */
const OFX = /^\s*(OFXHEADER\b|<OFX>|<\?OFX\b|<\?xml[^>]*>\s*(<!--[^]*?-->\s*)?<(\?OFX\b|OFX>))/i

/**
 * The format and delimiter (null for XML) of a text, from its beginning. Throws `UnreadableFileError` if it isn't a
 * table, with a list of supported files.
 */
export function recognize(head: string): Recognized {
  const text = head.replace(/^\ufeff/, '')
  if (text.trim() === '') throw new UnreadableFileError('empty', 'This file is empty.')
  if (/^\s*<[^]*<FlexQueryResponse\b|^\s*<FlexQueryResponse\b/.test(text.slice(0, 4096)))
    return { format: interactiveBrokersFlex, delimiter: null, rows: flexRows }
  if (OFX.test(text.slice(0, 4096))) return { format: ofx, delimiter: null, rows: ofxRows }
  const found = DELIMITERS.map((delimiter) => ({
    delimiter,
    ...recognizeRows(firstRows(text, delimiter, FIRST_ROWS)),
  }))
  const best = found.reduce((most, one) => (one.score > most.score ? one : most))
  if (best.format) return { format: best.format, delimiter: best.delimiter }
  const sentence = otherTextSentence(text)
  if (sentence) throw new UnreadableFileError('no_text', sentence)
  const delimiter = tableDelimiter(text)
  if (delimiter) return { format: null, delimiter }
  throw notATable()
}

/** The format with the highest confidence for these first rows. Null with 0 if none recognizes them. */
export function recognizeRows(rows: string[][]): { format: Format | null; score: number } {
  let best: { format: Format | null; score: number } = { format: null, score: 0 }
  for (const format of FORMATS) {
    const score = format.confidence(rows)
    if (score > best.score) best = { format, score }
  }
  return best
}

export function notATable(): UnreadableFileError {
  const brokers = BROKERS.map(({ broker }) => broker).join(', ')
  return new UnreadableFileError(
    'unknown',
    `We don’t recognize this export. We support ${brokers}, and ${PLAIN_TABLE}. Any other table needs a date column and at least two more.`,
  )
}

/** A table with fewer columns isn't an account history. */
export const TABLE_COLUMNS_MIN = 3

/** The delimiter that splits a text into the most even and widest rows. Null if it isn't a table with dates. */
export function tableDelimiter(text: string): Delimiter | null {
  const found = DELIMITERS.map((delimiter) => {
    const rows = firstRows(text, delimiter, FIRST_ROWS).filter(
      (cells) => cells.length >= TABLE_COLUMNS_MIN && cells.some((cell) => cell.trim() !== ''),
    )
    const widths = [...Map.groupBy(rows, ({ length }) => length)]
    const best = widths.reduce<[number, string[][]]>(
      (most, one) => (one[1].length * one[0] > most[1].length * most[0] ? one : most),
      [0, []],
    )
    const isTable = best[1].length >= 1 && best[1].some((cells) => cells.some(looksLikeDate))
    return { delimiter, score: isTable ? best[0] * best[1].length : 0 }
  })
  const [first] = found.toSorted((a, b) => b.score - a.score)
  return first && first.score > 0 ? first.delimiter : null
}
