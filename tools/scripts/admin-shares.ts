// npm run admin -- final-value, rename-ticker, reread-history: corrections of a share's prices by an operator.
import { Decimal } from 'decimal.js'
import type { Db } from '#server/db/open.ts'
import { OperatorError } from '#server/log.ts'
import { requestReread } from '#server/market/reread-history.ts'
import { renameTicker, setFinalValue, SOURCE_MAX } from '#server/market/share-events.ts'
import { UsageError, USAGE } from './admin-usage.ts'
import { parsed, print } from './admin-words.ts'

type Tools = { db: Db; clock: { now(): Date }; record: (on: { target: string }) => Promise<void> }

const LATER = 'Scores follow within an hour.'

/** `<ticker> <day> <dollars> --source <text> [--json]`. Repeating it changes nothing. */
export async function finalValueCommand({ db, clock, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['source'])
  const [symbol, day, dollars, ...more] = positionals
  const source = values.source?.trim()
  if (!symbol || !day || !dollars || !source || more.length > 0) throw new UsageError(USAGE)
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(dollars) || Number(dollars) === 0)
    throw new UsageError(`${dollars} isn’t an amount in dollars for one share, such as 30.50.\n${USAGE}`)
  if (source.length > SOURCE_MAX)
    throw new OperatorError(`The source has more than ${SOURCE_MAX} characters.`)
  await record({ target: symbol })
  const final = { day, value: new Decimal(dollars), source }
  const isNew = await setFinalValue(db, symbol, final, clock.now())
  const what = `One share of ${symbol} was worth $${final.value.toFixed()} on ${day} (${final.source})`
  const stored = { symbol, day, value: final.value.toFixed(), source, isNew }
  print(values, stored, isNew ? `${what}. ${LATER}` : `${what}. This is already stored.`)
}

/** `<old> <new> <day> [--json]`: the first day under the new symbol. Repeating it changes nothing. */
export async function renameTickerCommand({ db, clock, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, [])
  const [old, symbol, day, ...more] = positionals
  if (!old || !symbol || !day || more.length > 0) throw new UsageError(USAGE)
  await record({ target: old })
  const isNew = await renameTicker(db, { old, symbol, day }, clock.now())
  const what = `${old} is ${symbol} from ${day} on.`
  print(values, { old, symbol, day, isNew }, isNew ? `${what} ${LATER}` : `${what} This is already stored.`)
}

/** `<ticker> [--json]`: fetches its whole history again. */
export async function rereadHistoryCommand({ db, clock, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, [])
  const [symbol, ...more] = positionals
  if (!symbol || more.length > 0) throw new UsageError(USAGE)
  await record({ target: symbol })
  await requestReread(db, symbol, clock.now())
  print(values, { symbol }, `The whole history of ${symbol} will be fetched again. ${LATER}`)
}
