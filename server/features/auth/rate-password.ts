// Rates a password with zxcvbn. The only importer of the library; it runs in a thread (rate-password-worker.ts).
import { type DictionaryMatch, type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import { GUESSABLE_WORDS } from './guessable-words.ts'
import type { PasswordCheck, PasswordRating } from './refuse-weak-password.ts'

/**
 * Below this, a password takes fewer guesses than six random letters. The sign-in limits stretch a million to
 * years.
 */
const GUESSES_MIN = 1_000_000
/** The minimum number of other characters around the person's or the product's words. A year alone isn't enough. */
const OTHER_CHARACTERS_MIN = 5
/**
 * Up to this many digits and signs, such as a year and punctuation, don't make one or two guessable words a good
 * password.
 */
const OTHER_SIGNS_MAX = 7
/** Only the beginning is rated. More characters don't weaken a password, and rating them takes time. */
const RATED_LENGTH = 64

const zxcvbn = new ZxcvbnFactory({
  // Omits English words and names: they would double time and memory, and hide that a name is the person's own.
  dictionary: { ...common.dictionary, guessable: GUESSABLE_WORDS },
  graphs: common.adjacencyGraphs,
  maxLength: RATED_LENGTH,
})

/** `words`: those of the person and the product, in lower case. */
export function ratePassword({ password, words }: PasswordCheck): PasswordRating {
  const { guesses, sequence } = zxcvbn.check(password, words)
  const own = sequence.filter(isOwnWord).reduce((length, { token }) => length + token.length, 0)
  if (own > 0 && password.length - own < OTHER_CHARACTERS_MIN) return 'own_words'
  return guesses < GUESSES_MIN || isOfGuessableWords(password, words) ? 'weak' : 'fine'
}

/** The letters that digits and signs stand for. `1` stands for `l` or `i`. */
const LEET: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const unleet = (text: string, one: string) =>
  text.replaceAll(/[013457@$!]/g, (sign) => (sign === '1' ? one : (LEET[sign] ?? sign)))

/**
 * Whether a password consists of one or two words, guessable or the person's own, and a few signs, such as
 * "Winter2026!" and "nasdaq100".
 */
function isOfGuessableWords(password: string, words: string[]): boolean {
  const known = new Set([...GUESSABLE_WORDS, ...words])
  // Removes the letters of an ordinal, as in “October31st”.
  const text = password
    .slice(0, RATED_LENGTH)
    .toLowerCase()
    .replace(/(?<=\d)(st|nd|rd|th)(?!\p{L})/u, '')
  return [text, unleet(text, 'l'), unleet(text, 'i'), unleetInside(text)].some((form) => {
    const runs = form.match(/[\p{L}]+/gu) ?? []
    const signs = form.length - runs.join('').length
    const parts = runs.map((run) => wordsIn(run, known))
    const total = parts.reduce((sum, count) => sum + count, 0)
    return runs.length > 0 && signs <= OTHER_SIGNS_MAX && total <= 2
  })
}

/** How many known words a run of letters is made of: 1 or 2, or Infinity. */
function wordsIn(run: string, known: ReadonlySet<string>): number {
  if (known.has(run)) return 1
  for (let end = 2; end <= run.length - 2; end += 1)
    if (known.has(run.slice(0, end)) && known.has(run.slice(end))) return 2
  return Infinity
}

/** Replaces only signs between letters, so that a year after a word stays a year, as in "b1tc0in2026". */
const unleetInside = (text: string) =>
  text.replaceAll(/(?<=\p{L})[013457@$!]+(?=\p{L})/gu, (signs) => unleet(signs, 'i'))

const isOwnWord = (match: MatchExtended): boolean =>
  (match as Partial<DictionaryMatch>).dictionaryName === 'userInputs'
