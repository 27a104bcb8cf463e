// Text that others read: what is refused in names, bios and signals, and what never is.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Registration } from '#shared/contracts/auth.ts'
import { CONSENT } from '#test/browser.ts'
import { NewSignal } from '#shared/contracts/signals.ts'
import { ProfileUpdate } from '#shared/contracts/users.ts'
import { faultOf } from '#shared/rules/readable-text.ts'

const DIRECTION =
  'can’t contain hidden characters that change the direction of text. Type it instead of pasting it.'
const CONTROL = 'can’t contain control characters'
const UNSEEN = 'needs a character that people can see'

const ACCOUNT = { ...CONSENT, email: 'ada@example.com', username: 'ada', password: 'quiet harbor lamp' }
const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message
/** Each place where a person enters a text, with the message it gives. */
const ENTRIES = [
  ['Display name', (value: string) => Registration.safeParse({ ...ACCOUNT, displayName: value })],
  ['Display name', (value: string) => ProfileUpdate.safeParse({ displayName: value })],
  ['Bio', (value: string) => ProfileUpdate.safeParse({ bio: value })],
  ['Signal content', (value: string) => NewSignal.safeParse({ content: value })],
] as const

describe.each(ENTRIES)('%s', (name, parse) => {
  test.each([
    ['zero-width spaces', '\u200b\u200b'],
    ['zero-width joiners', '\u200c\u200d'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['variation selectors', '\ufe0f\u{e0101}'],
    ['soft hyphens', '\u00ad'],
    ['tags without a flag', '\u{e0067}\u{e007f}'],
    ['blank Braille', '\u2800'],
    ['a mark with nothing below it', '\u0301'],
    ['direction marks', '\u200e\u200f\u061c'],
    ['spaces between fillers', '\u3164 \u3164'],
  ])('of %s only', (_what, text) => {
    expect(messageOf(parse(text))).toBe(`${name} ${UNSEEN}`)
  })

  test.each('\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'.split(''))(
    'with the direction control %j, also if it is closed',
    (control) => {
      expect(messageOf(parse(`Ada ${control}King`))).toBe(`${name} ${DIRECTION}`)
      expect(messageOf(parse(`Ada ${control}King\u202c\u2069`))).toBe(`${name} ${DIRECTION}`)
    },
  )

  test.each('\u0001\u0008\u001b\u007f\u0085\u009b'.split(''))('with the control character %j', (control) => {
    expect(messageOf(parse(`Ada${control}King`))).toBe(`${name} ${CONTROL}`)
  })

  test.each([
    ['emoji of many parts', '👩🏽‍🚀👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿❤️1️⃣'],
    ['one flag', '🇳🇴'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Sinhala with a joiner', 'ශ්‍රී'],
    ['Hebrew beside Latin with marks', 'שלום\u200f Ada\u200e'],
    ['Korean', '한국어'],
    ['combining marks on letters', 'é́̂'],
    ['punctuation', '…'],
  ])('may be %s', (_what, text) => {
    expect(parse(text).success).toBe(true)
  })
})

test('a name has one line, and texts have several, with tabs', () => {
  for (const mark of ['\n', '\r\n', '\t', '\u2028']) {
    expect(messageOf(ProfileUpdate.safeParse({ displayName: `Ada${mark}King` }))).toBe(
      `Display name ${CONTROL}`,
    )
    expect(ProfileUpdate.safeParse({ bio: `Ada${mark}King` }).success).toBe(true)
    expect(NewSignal.safeParse({ content: `Ada${mark}King` }).success).toBe(true)
  }
})

test('an empty name removes the name, and an empty signal is required', () => {
  for (const blank of ['', '  ', '\u00a0\u3000'])
    expect(ProfileUpdate.parse({ displayName: blank })).toEqual({ displayName: '' })
  expect(messageOf(NewSignal.safeParse({ content: ' \n ' }))).toBe('Signal content is required')
})

describe('Any text', () => {
  const REFUSED = /[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n\r\t]/u
  const anything = fc.string({ unit: 'binary', minLength: 1 })

  test('with a letter, a digit or an emoji is refused for its controls only', () => {
    const seen = fc.stringMatching(/^[\p{L}\p{Nd}\p{Emoji_Presentation}]$/u)
    fc.assert(
      fc.property(anything, seen, anything, (before, visible, after) => {
        const text = before + visible + after
        expect(faultOf(text, { hasLines: true }) !== null).toBe(REFUSED.test(text))
      }),
    )
  })

  test('without anything visible is refused', () => {
    const unseen = fc.string({
      unit: fc.constantFrom(
        ...' \n\u00a0\u200b\u200c\u200d\u2060\ufeff\u3164\u115f\ufe0f\u0301\u2800\u00ad'.split(''),
      ),
      minLength: 1,
    })
    fc.assert(
      fc.property(unseen, (text) => {
        expect(faultOf(text, { hasLines: true })).toBe(UNSEEN)
      }),
    )
  })

  test('that is fine in one line is fine in several', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const isFine = faultOf(text, { hasLines: false }) === null
        expect(isFine && faultOf(text, { hasLines: true }) !== null).toBe(false)
      }),
    )
  })
})
