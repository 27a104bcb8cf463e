// The order of sections, tables and attributes in a file changes nothing, and rows that aren't needed are counted.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeActivity, describePosition, readBytes, readFile, textOf } from './export-files.ts'

type Read = Awaited<ReturnType<typeof readBytes>>

/** What was read, without lines and order. */
const contents = ({ activities, positions, issues, skipped, rows }: Read) => ({
  activities: activities.map(describeActivity).toSorted(),
  positions: positions.map(describePosition).toSorted(),
  issues: issues.map(({ reason }) => reason).toSorted(),
  skipped,
  rows,
})

test('executions below sums with the same attributes are read, and the sums are counted', async () => {
  const read = await readFile('interactive-brokers-flex-sums.xml', { today: '2026-11-26' })
  expect(contents(read)).toEqual({
    activities: ['2026-01-05 deposit, 1000 USD', '2026-01-06 buy ABT 10 @ 100, -1000 USD'],
    positions: [],
    issues: [],
    skipped: [{ kind: 'SYMBOL_SUMMARY', rows: 1 }],
    rows: 3,
  })
})

const ELEMENT = /<(\w+)((?:\s+\w+="[^"]*")+)\s*\/>/g
/** The file with the elements of each section, and the attributes of each element, in another order. */
function reordered(xml: string, seed: number): string {
  const shuffled = <T>(all: T[]): T[] =>
    fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed })[0] ?? []
  const elements = [...xml.matchAll(ELEMENT)].map(([, name, attributes = '']) => {
    const pairs = shuffled(attributes.match(/\w+="[^"]*"/g) ?? [])
    return `<${name} ${pairs.join(' ')} />`
  })
  const inOrder = shuffled(elements)
  return xml.replaceAll(ELEMENT, () => inOrder.pop() ?? '')
}

test.each([
  'interactive-brokers-flex-sums.xml',
  'interactive-brokers-flex.xml',
  'interactive-brokers-flex-short.xml',
])('%s means the same with its elements and attributes in any order', async (name) => {
  const xml = textOf(name)
  const expected = contents(await readFile(name))
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      expect(contents(await readBytes(reordered(xml, seed)))).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})

test('an OFX file means the same with its lists in any order', async () => {
  const sgml = textOf('ofx-sgml.qfx')
  const expected = contents(await readBytes(sgml))
  const transaction =
    /^<(?:INV|BUY|SELL|INCOME|REINVEST|TRANSFER|SPLIT|CLOSURE|RETOF|MARGIN|JRNL)\w*>.*\n(?:<SECID>.*\n)?/gm
  const list = /<INVTRANLIST>[^]*<\/INVTRANLIST>/.exec(sgml)?.[0] ?? ''
  const rows = list.match(transaction)?.filter((row) => !row.startsWith('<INVTRANLIST')) ?? []
  const securities = /<SECLISTMSGSRSV1>[^]*<\/SECLISTMSGSRSV1>\n/.exec(sgml)?.[0] ?? ''
  expect(rows).toHaveLength(15)
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(rows, { minLength: rows.length }),
      fc.boolean(),
      async (order, isSecurityListFirst) => {
        const shuffled = sgml.replace(
          list,
          `<INVTRANLIST><DTSTART>20240101<DTEND>20240628${order.join('')}</INVTRANLIST>`,
        )
        const moved = isSecurityListFirst
          ? shuffled.replace(securities, '').replace('<INVSTMTMSGSRSV1>', `${securities}<INVSTMTMSGSRSV1>`)
          : shuffled
        expect(contents(await readBytes(moved))).toEqual(expected)
      },
    ),
    { numRuns: 20 },
  )
})

/** The columns of a table with one header, such as Fidelity's, in another order. */
function withColumns(text: string, order: number[]): string {
  // Separators that an even number of quotes follows are outside of quotes.
  const lines = text.split(/\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const cellsOf = (line: string) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const moved = lines.map((line) => {
    const cells = cellsOf(line)
    return cells.length === order.length ? order.map((index) => cells[index]).join(',') : line
  })
  return moved.join('\n')
}

test.each([
  'robinhood.csv',
  'trading-212.csv',
  'freetrade.csv',
  'schwab.csv',
  'fidelity.csv',
  'vanguard.csv',
  'trade-republic.csv',
  'revolut.csv',
  'merrill.csv',
  'webull.csv',
  'etrade.csv',
  'etrade-older.csv',
  'wealthsimple.csv',
  'coinbase.csv',
  'coinbase-fills.csv',
  'schwab-equity-awards.csv',
  'morgan-stanley-releases.csv',
  'morgan-stanley-withdrawals.csv',
])('%s means the same with its columns in any order', async (name) => {
  const text = textOf(name).replaceAll('\r', '')
  const header = text.split('\n').find((line) => line.split(',').length > 5) ?? ''
  const width = header.split(',').length
  const expected = contents(await readBytes(text))
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...Array(width).keys()], { minLength: width }), async (order) => {
      expect(contents(await readBytes(withColumns(text, order)))).toEqual(expected)
    }),
    { numRuns: 10 },
  )
})

// Each reader's own word for a row, and one that it can't know.
test.each([
  ['trade-republic.csv', 'FREE_RECEIPT', 'AIR_DROP'],
  ['trade-republic-pytr.csv', 'Dividende', 'Kupon'],
  ['revolut.csv', 'DIVIDEND,', 'POSITION CLOSURE,'],
  ['merrill-plain.csv', 'Direct Deposit', 'Escheatment'],
  ['merrill.csv', 'Foreign Tax Withholding', 'Escheatment'],
  ['webull.csv', 'ACME,Sell', 'ACME,Lend'],
  ['etrade.csv', 'Service Fee', 'Reorganization'],
  ['wealthsimple.csv', 'Interest', 'CryptoSwap'],
  ['coinbase.csv', 'Staking Income', 'Wrap Asset'],
  ['schwab-equity-awards.csv', 'Sale,', 'Exercise and Sell,'],
  ['morgan-stanley-withdrawals.csv', 'GSU Class C,Sale', 'GSU Class C,Gift'],
])('%s: an unknown word is an issue that names the word and its line', async (name, word, other) => {
  const text = textOf(name).replaceAll('\r', '')
  const line = text.slice(0, text.indexOf(word)).split('\n').length
  const { issues } = await readBytes(text.replace(word, other))
  const said = other.replace(/,$/, '').split(',').at(-1)
  expect(issues).toEqual([{ line, reason: `What “${said}” means isn’t known.` }])
})

test('a file whose rows all say nothing new is refused, and the refusal names them', async () => {
  const lines = textOf('vanguard.csv').split('\n')
  const isKept = (line: string) => line.startsWith('Account Number,Trade Date') || line.includes('Sweep in')
  await expect(readBytes(`${lines.filter(isKept).join('\n')}\n`)).rejects.toThrow(
    'We found no trades, payments or positions in this file, only “Sweep in”. Export your transactions or positions and try again.',
  )
})
