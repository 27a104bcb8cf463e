// Rates a password with zxcvbn. The only importer of the library; it runs in a thread (rate-password-worker.ts).
import { type DictionaryMatch, type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import type { PasswordCheck, PasswordRating } from './refuse-weak-password.ts'

/**
 * Below this, a password takes fewer guesses than six random letters. The sign-in limits stretch a million to
 * years.
 */
const GUESSES_MIN = 1_000_000
/** Fewer other characters around the person's or the product's words, such as a year, don't make a password. */
const OTHER_CHARACTERS_MIN = 5
/** Only the beginning is rated. More characters don't weaken a password, and rating them takes time. */
const RATED_LENGTH = 64

const zxcvbn = new ZxcvbnFactory({
  // Without English words and names: they double time and memory, and would hide that a name is the person's own.
  dictionary: common.dictionary,
  graphs: common.adjacencyGraphs,
  maxLength: RATED_LENGTH,
})

/** `words`: those of the person and the product, in lower case. */
export function ratePassword({ password, words }: PasswordCheck): PasswordRating {
  const { guesses, sequence } = zxcvbn.check(password, words)
  const own = sequence.filter(isOwnWord).reduce((length, { token }) => length + token.length, 0)
  if (own > 0 && password.length - own < OTHER_CHARACTERS_MIN) return 'own_words'
  return guesses < GUESSES_MIN ? 'weak' : 'fine'
}

const isOwnWord = (match: MatchExtended): boolean =>
  (match as Partial<DictionaryMatch>).dictionaryName === 'userInputs'
