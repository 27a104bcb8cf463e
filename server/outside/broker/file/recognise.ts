// Finds out whose export a text is, by its content alone.
import { DELIMITERS, type Delimiter, firstRows } from './csv-rows.ts'
import { otherTextSentence } from './file-kinds.ts'
import type { Format } from './format.ts'
import { degiro } from './formats/degiro.ts'
import { etoro } from './formats/etoro.ts'
import { fidelity } from './formats/fidelity.ts'
import { freetrade } from './formats/freetrade.ts'
import { generic } from './formats/generic.ts'
import { interactiveBrokersFlexCsv } from './formats/interactive-brokers-flex-csv.ts'
import { interactiveBrokersFlex } from './formats/interactive-brokers-flex.ts'
import { interactiveBrokers } from './formats/interactive-brokers.ts'
import { robinhood } from './formats/robinhood.ts'
import { schwab } from './formats/schwab.ts'
import { trading212 } from './formats/trading-212.ts'
import { vanguardUk } from './formats/vanguard-uk.ts'
import { vanguard } from './formats/vanguard.ts'
import { ExportRefused } from './refusals.ts'

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
]
const FORMATS = [...BROKERS, interactiveBrokersFlexCsv, vanguardUk, generic]

/** For a person who chose something else. */
const PLAIN_TABLE = 'a table with the columns date, type, symbol, quantity, price, amount, fee and currency'

/** A table begins within these rows, whatever notes stand before it. */
const FIRST_ROWS = 50
/** Characters that surely hold them. */
export const HEAD_CHARACTERS = 256 * 1024

export type Recognised = { format: Format; delimiter: Delimiter } | { format: Format; delimiter: null }

/** Format and delimiter (null for XML) of a text by its beginning. Throws `ExportRefused` that lists what is understood. */
export function recognise(head: string): Recognised {
  const text = head.replace(/^\ufeff/, '')
  if (text.trim() === '') throw new ExportRefused('empty', 'There is nothing in this file.')
  if (/^\s*<[^]*<FlexQueryResponse\b|^\s*<FlexQueryResponse\b/.test(text.slice(0, 4096)))
    return { format: interactiveBrokersFlex, delimiter: null }
  const found = DELIMITERS.flatMap((delimiter) => {
    const rows = firstRows(text, delimiter, FIRST_ROWS)
    return FORMATS.map((format) => ({ format, delimiter, score: format.recognise(rows) }))
  })
  const best = found.reduce((most, one) => (one.score > most.score ? one : most))
  if (best.score > 0) return { format: best.format, delimiter: best.delimiter }
  const sentence = otherTextSentence(text)
  if (sentence) throw new ExportRefused('no_text', sentence)
  const brokers = BROKERS.map(({ broker }) => broker).join(', ')
  throw new ExportRefused(
    'unknown',
    `This isn’t an export that is known here. Understood are ${brokers}, and ${PLAIN_TABLE}.`,
  )
}
