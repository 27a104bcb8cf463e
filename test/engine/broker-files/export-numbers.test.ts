// Numbers as brokers write them, and text that isn't a number.
import fc from 'fast-check'
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { numberVotes, readNumber } from '#engine/broker-files/numbers.ts'
import { RowError } from '#engine/broker-files/file-errors.ts'

test.each([
  ['1234.5', '.', '1234.5'],
  ['1,234.50', '.', '1234.5'],
  ['1.234,50', ',', '1234.5'],
  ['1.234,50', '.', '1234.5'],
  ['1,234,567', '.', '1234567'],
  ['1.234.567', ',', '1234567'],
  ['1,234', '.', '1234'],
  ['1,234', ',', '1.234'],
  ['1.234', ',', '1234'],
  ['1.234', '.', '1.234'],
  ['0,125', '.', '0.125'],
  ['0.125', ',', '0.125'],
  ['1234,567', '.', '1234.567'],
  ['.5', '.', '0.5'],
  [',5', ',', '0.5'],
  ['$1,234.50', '.', '1234.5'],
  ['-$1,234.50', '.', '-1234.5'],
  ['$-20.00', '.', '-20'],
  ['($44,000.00)', '.', '-44000'],
  ['(0,31)', ',', '-0.31'],
  ['12,50-', ',', '-12.5'],
  ['−3.5', '.', '-3.5'],
  ['+3.5', '.', '3.5'],
  ['€ 1 950,60', ',', '1950.6'],
  ['1\u00a0950,60 €', ',', '1950.6'],
  ['1’185.08', '.', '1185.08'],
  ['1\u202f185,08', ',', '1185.08'],
  ['USD 12.50', '.', '12.5'],
  ['12,50 EUR', ',', '12.5'],
  ['£0.99', '.', '0.99'],
  ['-2.637591265E-4', '.', '-0.0002637591265'],
  ['007', '.', '7'],
])('%s (decimal %s) is %s', (text, mark, expected) => {
  expect(readNumber(text, mark as '.' | ',')?.toString()).toBe(expected)
})

test.each(['', ' ', '-', '--', '—', 'n/a', 'N/A', 'Not available'])(
  '“%s” isn’t a number, and isn’t an error either',
  (text) => {
    expect(readNumber(text, '.')).toBeNull()
  },
)

test.each([
  ['=1+1'],
  ['=cmd|’ /C calc’!A0'],
  ['+cmd'],
  ['@SUM(1)'],
  ['-1+2'],
  ['NaN'],
  ['NAN'],
  ['Infinity'],
  ['1e999'],
  ['0x1f'],
  ['1.2.3,4'],
  ['1,23,4'],
  ['12.5%'],
  ['(5'],
  ['-(5)'],
  ['--5'],
  ['1 2  3'],
  ['ten'],
  ['1'.repeat(500)],
])('%s is an error', (text) => {
  expect(() => readNumber(text, '.')).toThrow(RowError)
})

test('numbers above a trillion are rejected', () => {
  expect(readNumber('1000000000000', '.')?.toString()).toBe('1000000000000')
  expect(() => readNumber('1000000000001', '.')).toThrow(/too large/)
  expect(() => readNumber('-9e20', '.')).toThrow(/too large/)
})

test.each([
  [['100.00', '1,234'], '.', '.'],
  [['100,50', '1.234'], '.', ','],
  [['1,234', '5'], '.', '.'],
  [['1,234', '5'], ',', ','],
  [['1.234.567'], '.', ','],
  [['-97.93', '-31,91'], ',', 'undecided'],
])('the numbers %j of a file (usual mark %s) use %s', (texts, home, expected) => {
  const votes = numberVotes()
  for (const text of texts) votes.see(text)
  expect(votes.decide(home as '.' | ',')).toBe(expected)
})

test('in a file with both marks, only ambiguous numbers are issues', () => {
  expect(readNumber('-97.93', 'undecided')?.toString()).toBe('-97.93')
  expect(readNumber('-31,91', 'undecided')?.toString()).toBe('-31.91')
  expect(() => readNumber('1,234', 'undecided')).toThrow(/ambiguous/)
})

test('any amount is read back from every notation', () => {
  const money = fc.tuple(fc.boolean(), fc.nat(999_999_999), fc.nat(99))
  fc.assert(
    fc.property(money, ([isNegative, whole, cents]) => {
      const plain = `${whole}.${String(cents).padStart(2, '0')}`
      const expected = new Decimal(isNegative ? `-${plain}` : plain)
      const american = Number(plain).toLocaleString('en-US', { minimumFractionDigits: 2 })
      const german = Number(plain).toLocaleString('de-DE', { minimumFractionDigits: 2 })
      const sign = isNegative ? '-' : ''
      for (const text of [
        `${sign}${plain}`,
        `${sign}$${american}`,
        isNegative ? `($${american})` : `$${american}`,
      ])
        expect(readNumber(text, '.')?.eq(expected)).toBe(true)
      for (const text of [`${sign}${german}`, `${german}${sign}`, `${sign}${german} €`])
        expect(readNumber(text, ',')?.eq(expected)).toBe(true)
    }),
  )
})

test('any text is a number, empty or an error', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('.' as const, ',' as const, 'undecided' as const),
      (text, mark) => {
        const votes = numberVotes()
        votes.see(text)
        try {
          const read = readNumber(text, mark)
          expect(read === null || read.isFinite()).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(RowError)
        }
      },
    ),
  )
})
