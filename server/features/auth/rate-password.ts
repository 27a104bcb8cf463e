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
/** Fewer other characters around the person's or the product's words, such as a year, don't make a password. */
const OTHER_CHARACTERS_MIN = 5
/** A year, a few digits and punctuation around one or two guessable words don't make a password either. */
const OTHER_SIGNS_MAX = 7
/** Only the beginning is rated. More characters don't weaken a password, and rating them takes time. */
const RATED_LENGTH = 64

const zxcvbn = new ZxcvbnFactory({
  // Without English words and names: they double time and memory, and would hide that a name is the person's own.
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

/** The letters that digits and signs are written for, with `1` as `l` or `i`. */
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

/** Whether a password is one or two guessable words or words of the person, and a few signs: "Winter2026!", "nasdaq100". */
function isOfGuessableWords(password: string, words: string[]): boolean {
  const known = new Set([...GUESSABLE_WORDS, ...words])
  // Without the letters of an ordinal, as in “October31st”.
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

/** Only the signs between letters, so that a year behind a word stays one: "b1tc0in2026". */
const unleetInside = (text: string) =>
  text.replaceAll(/(?<=\p{L})[013457@$!]+(?=\p{L})/gu, (signs) => unleet(signs, 'i'))

const isOwnWord = (match: MatchExtended): boolean =>
  (match as Partial<DictionaryMatch>).dictionaryName === 'userInputs'
