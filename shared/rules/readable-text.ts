// What a text for other readers must not be: invisible, or with control characters or marks that reorder other text.

/**
 * Characters that are invisible by themselves: white space, controls, format characters, combining marks, characters
 * that Unicode says to ignore (variation selectors, Hangul fillers), and four blank symbols: a Braille pattern, a note
 * head, hieroglyphs.
 */
const VISIBLE =
  /[^\s\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}]/u
/**
 * Embeddings, overrides and isolates of UAX #9. Hebrew, Arabic and the marks U+200E, U+200F and U+061C need none of
 * them.
 */
const REORDERS = /[\u202a-\u202e\u2066-\u2069]/
/** Includes line breaks of other kinds, because a name has one line. */
const CONTROL_IN_LINE = /[\p{Cc}\u2028\u2029]/u
/** Texts of several lines keep line breaks and tabs. */
const CONTROL = /[^\P{Cc}\n\r\t]/u

/**
 * The problem with a text, as the end of a sentence that begins with its name; null if there is none. Empty
 * texts are fine.
 */
export function faultOf(text: string, { hasLines }: { hasLines: boolean }): string | null {
  if (text === '') return null
  if (REORDERS.test(text))
    return 'can’t contain hidden characters that change the direction of text. Type it instead of pasting it.'
  if ((hasLines ? CONTROL : CONTROL_IN_LINE).test(text)) return 'can’t contain control characters'
  return VISIBLE.test(text) ? null : 'needs a character that people can see'
}
