// The links in a signal's text, and text that only looks like a link.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atMost } from '#test/test-scope.ts'
import { linkedText } from '#shared/rules/linked-text.ts'

/** Only the links, each with its text and its target. */
const linksIn = (words: string) =>
  linkedText(words).flatMap((part) => {
    if (part.kind === 'words') return []
    if (part.kind === 'address') return [[part.text, part.href]]
    return [[part.text, part.kind === 'ticker' ? part.ticker : part.username]]
  })

describe('Cashtags', () => {
  test.each([
    ['$NVDA is up', [['$NVDA', 'NVDA']]],
    [
      'Long $BRK.B, short $brk.b.',
      [
        ['$BRK.B', 'BRK.B'],
        ['$brk.b', 'BRK.B'],
      ],
    ],
    [
      '($AAPL) "$MSFT" $AMD/$INTC',
      [
        ['$AAPL', 'AAPL'],
        ['$MSFT', 'MSFT'],
        ['$AMD', 'AMD'],
        ['$INTC', 'INTC'],
      ],
    ],
    [
      '$BTC-USD and $EURUSD=X and $^GSPC',
      [
        ['$BTC-USD', 'BTC-USD'],
        ['$EURUSD=X', 'EURUSD=X'],
        ['$^GSPC', '^GSPC'],
      ],
    ],
    ['$NVDA.And then', [['$NVDA', 'NVDA']]],
    ['an $NVDA-related idea', [['$NVDA', 'NVDA']]],
    ['mixed $Nvda🚀', [['$Nvda', 'NVDA']]],
    ['العربية $TSM نص', [['$TSM', 'TSM']]],
    [
      '$F\n$T',
      [
        ['$F', 'F'],
        ['$T', 'T'],
      ],
    ],
  ])('%s', (words, links) => {
    expect(linksIn(words)).toEqual(links)
  })

  test.each([
    'costs $5, or $5.50, or $5B, or $1,000',
    'US$NVDA and a$b and $$NVDA',
    '$ NVDA',
    '$',
    '$NVDÄ and $NVDA_X',
    '$ABCDEFGHIJKLM',
    '$é',
  ])('%s has none', (words) => {
    expect(linksIn(words)).toEqual([])
  })
})

describe('Usernames', () => {
  test.each([
    ['as @maya said', [['@maya', 'maya']]],
    [
      '(@Rosa_T), @omar.',
      [
        ['@Rosa_T', 'Rosa_T'],
        ['@omar', 'omar'],
      ],
    ],
    [
      '@theo’s and cc:@ivy',
      [
        ['@theo', 'theo'],
        ['@ivy', 'ivy'],
      ],
    ],
  ])('%s', (words, links) => {
    expect(linksIn(words)).toEqual(links)
  })

  test.each([
    'mail maya@example.com or first.last+tag@sub.example.com',
    'on another network @maya@social.example and @maya.example',
    'too short @ab, too long @abcdefghijabcdefghijabcdefghijx',
    'nobody may be called @admin or @profile',
    '@ maya',
    '@maÿa',
    'example.com/@maya',
  ])('%s has none', (words) => {
    expect(linksIn(words)).toEqual([])
  })
})

describe('URLs', () => {
  test.each([
    ['see https://example.com/a?b=c#d.', [['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d']]],
    ['(https://example.com/a_(b))', [['https://example.com/a_(b)', 'https://example.com/a_(b)']]],
    ['“https://example.com/”!', [['https://example.com/', 'https://example.com/']]],
    [
      'https://example.com/$NVDA/@maya',
      [['https://example.com/$NVDA/@maya', 'https://example.com/$NVDA/@maya']],
    ],
    ['https://müller.example/ä', [['https://müller.example/ä', 'https://xn--mller-kva.example/%C3%A4']]],
  ])('%s', (words, links) => {
    expect(linksIn(words)).toEqual(links)
  })

  test.each([
    'javascript:alert(1)',
    'javascript://https.example/%0aalert(1)',
    'data:text/html,hello',
    'http://example.com',
    'HTTPS',
    'https://',
    'https://localhost/',
    'https://.$',
    'https://a../',
    'https://bank.example@evil.example/',
    'https://maya:secret@example.com/',
  ])('%s is not linked', (words) => {
    expect(linksIn(words)).toEqual([])
  })

  test('a character that changes the text direction ends a URL', () => {
    expect(linksIn('https://example.com/\u202egpj.exe')).toEqual([
      ['https://example.com/', 'https://example.com/'],
    ])
  })
})

test('for any text, the parts add up to the text, and every external link is https', () => {
  const pieces = fc.constantFrom(
    ...'$ @ https:// javascript: a.b NVDA . , ) ( maya 🚀 é - / 5'.split(' '),
    ' ',
    '\n',
    '\ud800',
    '\u202e',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(pieces).map((some) => some.join('')),
      ),
      (words) => {
        const parts = linkedText(words)
        expect(parts.map(({ text }) => text).join('')).toBe(words)
        for (const part of parts) {
          expect(part.text).not.toBe('')
          if (part.kind === 'address') expect(part.href).toMatch(/^https:\/\/[^@/]+\.[^@/]*(\/|$)/)
          if (part.kind === 'ticker') expect(part.ticker).toMatch(/^\^?[A-Z][A-Z0-9.\-=/]{0,11}$/)
          if (part.kind === 'person') expect(part.username).toMatch(/^\w{3,30}$/)
        }
      },
    ),
  )
})

test('the longest signal is parsed quickly', () => {
  const started = performance.now()
  for (const piece of ['$A.', '@a', 'https://', 'https://a.b)', '$^', '(', '$AAAA'])
    linkedText(piece.repeat(Math.ceil(1000 / piece.length)))
  expect(performance.now() - started).toBeLessThan(atMost(100))
})
