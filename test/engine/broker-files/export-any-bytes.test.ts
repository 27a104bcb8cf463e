// Property test: reading any bytes ends with a result or an error message.
import { runs } from '#test/test-scope.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableFileError } from '#engine/broker-files/file-errors.ts'
import { bytesOf, readBytes, TODAY } from './export-files.ts'

/** Reads the bytes and checks that the result is usable: valid figures and days, and a line for every issue. */
async function endsWell(content: Uint8Array, pieceBytes: number): Promise<boolean> {
  try {
    const {
      activities,
      positions,
      issues,
      currency,
      accountLabel = '',
    } = await readBytes(content, {}, pieceBytes)
    for (const { id, day, symbol, quantity, price, cash, fee, ratio, currency: own, line } of activities) {
      expect(id).not.toBe('')
      expect(day <= TODAY && /^\d{4}-\d\d-\d\d$/.test(day)).toBe(true)
      expect(
        [quantity, price, cash, fee, ratio].every((figure) => figure === null || figure.isFinite()),
      ).toBe(true)
      expect(fee.isNegative() || (price?.isNegative() ?? false)).toBe(false)
      expect(symbol !== null || quantity.isZero()).toBe(true)
      expect(own).toMatch(/^[A-Z]{3}$/)
      expect(line).toBeGreaterThan(0)
    }
    expect(new Set(activities.map(({ id }) => id)).size).toBe(activities.length)
    for (const { quantity, price } of positions) {
      expect(quantity.isFinite()).toBe(true)
      expect(price?.isNegative() ?? false).toBe(false)
    }
    for (const { line, reason } of issues) {
      expect(line).toBeGreaterThan(0)
      expect(reason).toMatch(/[.…]$/)
    }
    expect(currency).toMatch(/^[A-Z]{3}$/)
    expect(accountLabel.length).toBeLessThan(40)
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    expect(error.message).toMatch(/\.$/)
  }
  return true
}

const SAMPLES = [
  'schwab.csv',
  'schwab-positions.csv',
  'fidelity.csv',
  'fidelity-positions.csv',
  'robinhood.csv',
  'vanguard.csv',
  'interactive-brokers.csv',
  'interactive-brokers-history.csv',
  'interactive-brokers-flex.xml',
  'trading-212.csv',
  'degiro-account-de.csv',
  'degiro-account-nl.csv',
  'degiro-transactions-en.csv',
  'degiro-portfolio-de.csv',
  'etoro.csv',
  'freetrade.csv',
  'trade-republic.csv',
  'trade-republic-pytr.csv',
  'revolut.csv',
  'merrill.csv',
  'merrill-plain.csv',
  'webull.csv',
  'etrade.csv',
  'wealthsimple.csv',
  'coinbase.csv',
  'coinbase-fills.csv',
  'schwab-equity-awards.csv',
  'morgan-stanley-withdrawals.csv',
  'ofx-sgml.qfx',
  'table.csv',
].map(bytesOf)

const pieceBytes = fc.constantFrom(1, 7, 1000, 100_000)

test('any bytes are read or rejected', async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), pieceBytes, endsWell), {
    numRuns: runs(300),
  })
})

test('any text in any encoding is read or rejected', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 2000 })
  const encoding = fc.constantFrom<BufferEncoding>('utf8', 'utf16le', 'latin1')
  await fc.assert(
    fc.asyncProperty(text, encoding, pieceBytes, async (content, name, size) => {
      expect(await endsWell(Buffer.from(content, name), size)).toBe(true)
    }),
    { numRuns: runs(300) },
  )
})

test('any export with changed, removed or duplicated bytes is read or rejected', async () => {
  const change = fc.record({ at: fc.nat(20_000), take: fc.nat(60), put: fc.uint8Array({ maxLength: 12 }) })
  const spoiled = fc.tuple(fc.constantFrom(...SAMPLES), fc.array(change, { minLength: 1, maxLength: 6 }))
  await fc.assert(
    fc.asyncProperty(spoiled, pieceBytes, async ([sample, changes], size) => {
      const content = changes.reduce<Buffer>((bytes, { at, take, put }) => {
        const from = at % bytes.length
        return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + take), Buffer.from(' ')])
      }, Buffer.from(sample))
      expect(await endsWell(content, size)).toBe(true)
    }),
    { numRuns: runs(300) },
  )
})

/** Cells of a recognized table: words that formats react to, figures and formulas. */
const cell = fc.oneof(
  fc.constantFrom(
    'buy',
    'SELL',
    'split',
    'dividend',
    'fee',
    'deposit',
    'transfer out',
    'AAPL',
    'BRK/B',
    'USD',
    'GBp',
  ),
  fc.constantFrom(
    '2024-01-02',
    '02.01.2024',
    '13/02/2024',
    '2/13/2024',
    '2999-01-01',
    '',
    '-',
    'N/A',
    '=1+1',
    '@x',
  ),
  fc.constantFrom(
    '1',
    '1,234',
    '1.234',
    '-5',
    '(3)',
    '0',
    '1e12',
    '-0',
    '10:1',
    '0:0',
    '1e-9',
    '99999999999999',
  ),
  fc.double({ noNaN: true }).map(String),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

test('any cells below any header are read or rejected', async () => {
  const headers = SAMPLES.map((sample) => sample.toString('latin1')).filter((text) => !text.startsWith('<'))
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 20 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...headers), rows, fc.nat(20), async (sample, cells, keep) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const lines = [
        ...sample.split(/\r?\n/).slice(0, keep + 5),
        ...cells.map((row) => row.map(quote).join(',')),
      ]
      expect(await endsWell(Buffer.from(lines.join('\n')), 1000)).toBe(true)
    }),
    { numRuns: runs(300) },
  )
})
