// npm run admin -- final-value, rename-ticker, reread-history: corrections of a share's prices by an operator.
import { Decimal } from 'decimal.js'
import type { Db } from '#server/db/open.ts'
import { OperatorError } from '#server/log.ts'
import { requestReread } from '#server/market/reread-history.ts'
import { renameTicker, setFinalValue, SOURCE_MAX } from '#server/market/share-events.ts'
import { UsageError, USAGE } from './admin-usage.ts'

type Tools = { db: Db; clock: { now(): Date }; record: (on: { target: string }) => Promise<void> }

const LATER = 'Scores follow within an hour.'

/** `<ticker> <day> <dollars> --source <text>`. Repeating it changes nothing. */
export async function finalValueCommand({ db, clock, record }: Tools, words: string[]): Promise<void> {
  const [symbol, day, dollars, option, source, ...more] = words
  if (!symbol || !day || !dollars || option !== '--source' || !source?.trim() || more.length > 0)
    throw new UsageError(USAGE)
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(dollars) || Number(dollars) === 0)
    throw new UsageError(`${dollars} isn’t an amount in dollars for one share, such as 30.50.\n${USAGE}`)
  if (source.trim().length > SOURCE_MAX)
    throw new OperatorError(`The source has more than ${SOURCE_MAX} characters.`)
  await record({ target: symbol })
  const final = { day, value: new Decimal(dollars), source: source.trim() }
  const isNew = await setFinalValue(db, symbol, final, clock.now())
  const what = `One share of ${symbol} was worth $${final.value.toFixed()} on ${day} (${final.source})`
  console.log(isNew ? `${what}. ${LATER}` : `${what}. This is already stored.`)
}

/** `<old> <new> <day>`: the first day under the new symbol. Repeating it changes nothing. */
export async function renameTickerCommand({ db, clock, record }: Tools, words: string[]): Promise<void> {
  const [old, symbol, day, ...more] = words
  if (!old || !symbol || !day || more.length > 0) throw new UsageError(USAGE)
  await record({ target: old })
  const isNew = await renameTicker(db, { old, symbol, day }, clock.now())
  const what = `${old} is ${symbol} from ${day} on.`
  console.log(isNew ? `${what} ${LATER}` : `${what} This is already stored.`)
}

/** `<ticker>`: fetches its whole history again. */
export async function rereadHistoryCommand({ db, clock, record }: Tools, words: string[]): Promise<void> {
  const [symbol, ...more] = words
  if (!symbol || more.length > 0) throw new UsageError(USAGE)
  await record({ target: symbol })
  await requestReread(db, symbol, clock.now())
  console.log(`The whole history of ${symbol} will be fetched again. ${LATER}`)
}
