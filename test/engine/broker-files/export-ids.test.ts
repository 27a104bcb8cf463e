// A row has the same id whenever it is read again: in the same file, in a longer one, and in another notation.
import { runs } from '#test/test-scope.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBytes, readFile, textOf, describeActivity } from './export-files.ts'

const FILES = [
  'schwab.csv',
  'fidelity.csv',
  'robinhood.csv',
  'vanguard.csv',
  'interactive-brokers.csv',
  'interactive-brokers-flex.xml',
  'interactive-brokers-flex.csv',
  'trading-212.csv',
  'degiro-account-nl.csv',
  'degiro-transactions-en.csv',
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
  'vanguard-uk.csv',
  'table.csv',
]
const idsOf = (activities: { id: string }[]) => activities.map(({ id }) => id)

test.each(FILES)(
  '%s has an id of its own for every row, and the same ones when it is read again',
  async (name) => {
    const [first, second] = [await readFile(name), await readFile(name)]
    expect(idsOf(second.activities)).toEqual(idsOf(first.activities))
    expect(new Set(idsOf(first.activities)).size).toBe(first.activities.length)
  },
)

test('the broker’s own ids are kept', async () => {
  const { activities } = await readFile('interactive-brokers-flex.xml')
  expect(idsOf(activities)).toContain('interactive-brokers-flex:600000001')
  expect(idsOf((await readFile('trading-212.csv')).activities)).toContain('trading-212:EOF7504196251')
})

/** A sample's header, its one-line rows, and a function that joins them again. */
function holdingRowsOf(name: string) {
  const lines = textOf(name).split(/\r?\n/)
  const first = lines.findIndex((line) => /^"?[\d/]{8,10}/.test(line))
  const last = lines.findLastIndex((line) => /^"?[\d/]{8,10}/.test(line))
  return { before: lines.slice(0, first), rows: lines.slice(first, last + 1), after: lines.slice(last + 1) }
}

test.each(['schwab.csv', 'fidelity.csv', 'etoro.csv', 'etrade.csv'])(
  'any part of %s has the same ids as the whole file',
  async (name) => {
    const { before, rows, after } = holdingRowsOf(name)
    const whole = new Map(
      (await readFile(name)).activities.map((activity) => [activity.id, describeActivity(activity)]),
    )
    for (let from = 0; from < rows.length - 4; from += 2) {
      const part = await readBytes([...before, ...rows.slice(from, from + 4), ...after].join('\n'))
      for (const activity of part.activities.filter(({ type }) => type !== 'split'))
        expect(whole.get(activity.id)).toBe(describeActivity(activity))
    }
  },
)

test('the order of the rows changes no id', async () => {
  const { before, rows, after } = holdingRowsOf('schwab.csv')
  const usual = idsOf((await readFile('schwab.csv')).activities).toSorted()
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (shuffled) => {
      const read = await readBytes([...before, ...shuffled, ...after].join('\r\n'))
      expect(idsOf(read.activities).toSorted()).toEqual(usual)
    }),
    { numRuns: runs(20) },
  )
})

test('rows with other separators, decimal marks and quotes have the same ids', async () => {
  const plain =
    'date,type,symbol,quantity,price,amount\n2024-01-22,buy,SAP,10,140.50,1405.00\n2024-01-31,dividend,SAP,,,22.00\n'
  const german =
    'type;date;amount;"symbol";price;quantity\nbuy;22.01.2024;"1.405,00";SAP;140,5;10,000\ndividend;31.01.2024;22,00;SAP;;\n'
  const [one, other] = [await readBytes(plain), await readBytes(german)]
  expect(other.activities.map(describeActivity)).toEqual(one.activities.map(describeActivity))
  expect(idsOf(other.activities)).toEqual(idsOf(one.activities))
})

test('identical rows of one day keep their number, also in a longer file', async () => {
  const row = '2024-01-02,buy,AAPL,1,10'
  const header = 'date,type,symbol,quantity,price'
  const two = await readBytes([header, row, row].join('\n') + '\n')
  const three = await readBytes(
    [header, '2024-01-01,deposit,,,', row, '2024-01-01,buy,AAPL,1,10', row, row].join('\n') + '\n',
  )
  expect(new Set(idsOf(two.activities)).size).toBe(2)
  expect(idsOf(three.activities)).toEqual(expect.arrayContaining(idsOf(two.activities)))
})

test('an id reveals nothing about its row', async () => {
  const { activities } = await readFile('schwab.csv')
  for (const { id } of activities) expect(id).toMatch(/^schwab:[\w-]{43}$/)
})
