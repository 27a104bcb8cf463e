// The order of sections, tables and attributes in a file changes nothing, and rows that aren't needed are counted.
import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, describeActivity, describePosition, readBytes, readFile, textOf } from './export-files.ts'

type Read = Awaited<ReturnType<typeof readBytes>>

/** The result of reading a file, without line numbers and order. */
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

/** Cells as they are written, with their quotes. */
const cellsOf = (line: string, separator: string) =>
  line.split(new RegExp(`${separator}(?=(?:[^"]*"[^"]*")*[^"]*$)`))

/** Column numbers in another order. A column without a name stays after the one before it, whose currency it holds. */
function shuffledColumns(names: string[], seed: number): number[] {
  const blocks: number[][] = []
  for (const [index, name] of names.entries())
    if (name.trim() === '' && blocks.length > 0) blocks.at(-1)?.push(index)
    else blocks.push([index])
  const order = fc.sample(fc.shuffledSubarray(blocks, { minLength: blocks.length }), { numRuns: 1, seed })
  return order[0]?.flat() ?? []
}

/**
 * The columns of each table in another order. `headerOf`: the number of leading cells of a header that stay where they are;
 * null for other lines. Rows belong to the last header with as many cells.
 */
function withColumns(
  text: string,
  seed: number,
  {
    separator,
    headerOf,
  }: { separator: string; headerOf: (cells: string[], before: string) => number | null },
): string {
  const orders = new Map<string, number[]>()
  let before = ''
  // A line break that is followed by an even number of quotes is outside quotes.
  const lines = text.split(/\n(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((line) => {
    const cells = cellsOf(line, separator)
    const fixed = headerOf(cells, before)
    before = line
    const key = (count: number) => (count > 0 ? `${cells[0]} ${cells.length}` : String(cells.length))
    if (fixed !== null) {
      const moved = shuffledColumns(cells.slice(fixed), seed).map((index) => index + fixed)
      orders.set(key(fixed), [...Array(fixed).keys(), ...moved])
    }
    // Some brokers end their rows, and not their header, with a separator.
    const [row, end] = cells.at(-1) === '' && !orders.has(key(0)) ? [cells.slice(0, -1), ['']] : [cells, []]
    const order = orders.get(key(2)) ?? orders.get(String(row.length))
    return order ? [...order.map((index) => row[index]), ...end].join(separator) : line
  })
  return lines.join('\n')
}

/** The first line with as many cells as the widest row, or with one less if rows end with a separator. */
function firstHeader(text: string, separator: string) {
  const widths = text.split('\n').map((line) => cellsOf(line, separator).length)
  const widest = Math.max(...widths)
  const header = text.split('\n')[widths.findIndex((width) => width >= widest - 1)] ?? ''
  return (cells: string[]) => (cells.join(separator) === header ? 0 : null)
}

/** The text of a file in UTF-8 or in the encoding of Windows. */
const decoded = (name: string) =>
  isUtf8(bytesOf(name)) ? textOf(name) : new TextDecoder('windows-1252').decode(bytesOf(name))

/** Throws for the first order that is read differently. Resolves with the number of rows. */
async function rowsInAnyOrder(
  name: string,
  options: (text: string) => Parameters<typeof withColumns>[2],
): Promise<number> {
  const text = decoded(name).replaceAll('\r', '')
  const expected = contents(await readBytes(text))
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const moved = withColumns(text, seed, options(text))
      expect(contents(await readBytes(moved))).toEqual(expected)
    }),
    { numRuns: 10 },
  )
  return expected.rows
}

test.each([
  'robinhood.csv',
  'robinhood-short.csv',
  'trading-212.csv',
  'trading-212-older.csv',
  'freetrade.csv',
  'schwab.csv',
  'schwab-short.csv',
  'schwab-positions.csv',
  'fidelity.csv',
  'fidelity-short.csv',
  'fidelity-positions.csv',
  'vanguard.csv',
  'vanguard-uk.csv',
  'degiro-account-de.csv',
  'degiro-account-en.csv',
  'degiro-account-fr.csv',
  'degiro-account-nl.csv',
  'degiro-portfolio-de.csv',
  'degiro-transactions-en.csv',
  'degiro-transactions-nl.csv',
  'etoro.csv',
  'table.csv',
  'table-short.csv',
  'trade-republic.csv',
  'trade-republic-pytr.csv',
  'revolut.csv',
  'merrill.csv',
  'merrill-plain.csv',
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
  const rows = await rowsInAnyOrder(name, (text) => {
    const separator = text.split(';').length > text.split(',').length ? ';' : ','
    return { separator, headerOf: firstHeader(text, separator) }
  })
  expect(rows).toBeGreaterThan(0)
})

const statementHeader = (cells: string[]) => (cells[1] === 'Header' ? 2 : null)
const flexHeader = (_: string[], before: string) => (before.startsWith('"BOS"') ? 0 : null)

test.each([
  ['interactive-brokers.csv', statementHeader],
  ['interactive-brokers-balances.csv', statementHeader],
  ['interactive-brokers-short.csv', statementHeader],
  ['interactive-brokers-history.csv', statementHeader],
  ['interactive-brokers-flex.csv', flexHeader],
])('%s means the same with the columns of each section in any order', async (name, headerOf) => {
  expect(await rowsInAnyOrder(name, () => ({ separator: ',', headerOf }))).toBeGreaterThan(0)
})

// A word that each reader knows, and one that it doesn't.
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

test('a file that has only rows without an activity is refused, and the message names them', async () => {
  const lines = textOf('vanguard.csv').split('\n')
  const isKept = (line: string) => line.startsWith('Account Number,Trade Date') || line.includes('Sweep in')
  await expect(readBytes(`${lines.filter(isKept).join('\n')}\n`)).rejects.toThrow(
    'We found no trades, payments or positions in this file, only “Sweep in”. Export your transactions or positions and try again.',
  )
})
