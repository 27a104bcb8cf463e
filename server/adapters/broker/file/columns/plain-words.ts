// Headers and actions in one spelling, so that words of any language can be compared.
import { WORD_LENGTH_MAX } from '#shared/contracts/column-mapping.ts'

/** Small letters without accents, with single blanks in place of marks: "Stückpreis (EUR)" is `stuckpreis eur`. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()

/** A number with its marks, but no digits within a word or an ISIN. */
const NUMBER = /(?<![\p{L}\p{N}])[-+]?\d[\d.,'’]*(?![\p{L}\p{N}])/gu

/**
 * What a cell of the action column says, without the numbers in it: "Buy 3 @ 139.74 USD" and "Buy 12 @ 9.5 USD" are
 * both "Buy # @ # USD". At most `WORD_LENGTH_MAX` characters.
 */
export const actionWord = (text: string): string =>
  [
    ...text
      .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .replaceAll(NUMBER, '#'),
  ]
    .slice(0, WORD_LENGTH_MAX)
    .join('')
    .trim()
