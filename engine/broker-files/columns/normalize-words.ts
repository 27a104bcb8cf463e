// Normalizes headers and action words, so that words of any language can be compared.
import { WORD_LENGTH_MAX } from '#shared/contracts/column-mapping.ts'

/**
 * Lower case without accents, with single spaces instead of punctuation: "Stückpreis (EUR)" becomes `stuckpreis eur`.
 */
export const normalizeWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()

/** A number with its punctuation, but not digits within a word or an ISIN. */
const NUMBER = /(?<![\p{L}\p{N}])[-+]?\d[\d.,'’]*(?![\p{L}\p{N}])/gu

/**
 * The action column's text without numbers: "Buy 3 @ 139.74 USD" and "Buy 12 @ 9.5 USD" both become "Buy # @ # USD". At
 * most `WORD_LENGTH_MAX` characters.
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
