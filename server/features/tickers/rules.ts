// Finds the instruments that match a query, and orders them.
import type { Instrument } from '#server/adapters/market/port.ts'
import { characters } from '#shared/rules/characters.ts'

/** An instrument with its normalized symbol and name. */
export type Indexed = Instrument & { symbolKey: string; nameKey: string }

/** Shorter queries only match the start of a word, because they occur inside most names. */
const ANYWHERE_FROM_CHARACTERS = 3
/** What a typed symbol may look like, such as "$brk.b" or "BRK-B". */
const SYMBOL_LIKE = /^[$^]?[a-z0-9.=/-]+$/i

const symbolKeyOf = (symbol: string) => symbol.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Without case, accents, dots and apostrophes, so that "nestle" finds Nestlé, "lowes" Lowe’s and "jm" J.M. Smucker. */
const nameKeyOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}.'’]/gu, '')
    .replace(/[-()\s]+/g, ' ')
    .toLowerCase()

export const indexed = (instrument: Instrument): Indexed => ({
  ...instrument,
  symbolKey: symbolKeyOf(instrument.symbol),
  nameKey: nameKeyOf(instrument.name),
})

/** Best match first: the symbol, its start, the name’s first words, its start, starts of words, any part. */
export function matching(instruments: readonly Indexed[], query: string): Indexed[] {
  const typed = query.trim()
  const symbol = SYMBOL_LIKE.test(typed) ? symbolKeyOf(typed) : ''
  const name = nameKeyOf(typed).trim()
  const words = name.split(' ')
  const isLongEnough = characters(name) >= ANYWHERE_FROM_CHARACTERS
  const byRank: Indexed[][] = [[], [], [], [], [], []]
  for (const instrument of instruments) {
    const { symbolKey, nameKey } = instrument
    if (symbol !== '' && symbolKey === symbol) byRank[0]?.push(instrument)
    else if (symbol !== '' && symbolKey.startsWith(symbol)) byRank[1]?.push(instrument)
    else if (name === '') continue
    else if (`${nameKey} `.startsWith(`${name} `)) byRank[2]?.push(instrument)
    else if (nameKey.startsWith(name)) byRank[3]?.push(instrument)
    else if (words.every((word) => ` ${nameKey}`.includes(` ${word}`))) byRank[4]?.push(instrument)
    else if (isLongEnough && nameKey.includes(name)) byRank[5]?.push(instrument)
  }
  return byRank.flat()
}
