// Unreadable rows are listed with their line and the reason. The others are read, and nothing is guessed.
import { expect, test } from 'vitest'
import { readBytes, readFile, textOf, describeActivity } from './export-files.ts'

const table = (...rows: string[]) =>
  ['date,type,symbol,quantity,price,amount,fee,currency', ...rows, ''].join('\n')

test.each([
  ['2027-01-02,buy,AAPL,1,10,,,USD', '2027-01-02 is in the future.'],
  ['2024-01-02,buy,AAPL,1,-10,,,USD', 'The price -10 is negative.'],
  ['2024-01-02,sell,AAPL,1,-10,-10,,USD', 'The price -10 is negative.'],
  ['2024-01-02,buy,AAPL,1,NaN,,,USD', 'price: “NaN” isn’t a number.'],
  ['2024-01-02,buy,AAPL,1,=1+1,,,USD', 'price: “=1+1” isn’t a number.'],
  ['2024-01-02,buy,AAPL,+cmd,10,,,USD', 'quantity: “+cmd” isn’t a number.'],
  ['2024-01-02,buy,AAPL,@SUM(1),10,,,USD', 'quantity: “@SUM(1)” isn’t a number.'],
  ['2024-01-02,buy,=cmd,1,10,,,USD', '“=cmd” isn’t a symbol.'],
  ['=TODAY(),buy,AAPL,1,10,,,USD', '“=TODAY()” isn’t a date.'],
  ['2024-01-02,buy,AAPL,9000000000000,10,,,USD', 'quantity: “9000000000000” is too large.'],
  ['2024-01-02,buy,AAPL,900000000000,900000000000,,,USD', 'Its numbers are too large.'],
  ['2024-01-02,buy,AAPL,,10,,,USD', 'A buy needs a quantity.'],
  ['2024-01-02,buy,AAPL,0,10,,,USD', 'A buy needs a quantity.'],
  ['2024-01-02,buy,AAPL,1,,,,USD', 'A buy needs a price or an amount.'],
  ['2024-01-02,buy,AAPL,1,10,500,,USD', 'The amount doesn’t fit 1 at 10.'],
  ['2024-01-02,buy,,1,10,,,USD', 'Shares changed, but there’s no symbol.'],
  ['2024-01-02,buy,AAPL,1,10,,,DOLLARS', '“DOLLARS” isn’t a currency.'],
  ['2024-01-02,dividend,AAPL,,,,,USD', 'amount: a number is missing.'],
  ['2024-01-02,barter,AAPL,1,10,,,USD', 'What “barter” means isn’t known.'],
  ['2024-01-02,,AAPL,1,10,,,USD', 'The type of transaction is missing.'],
  ['2024-02-30,buy,AAPL,1,10,,,USD', '“2024-02-30” isn’t a calendar date.'],
])('%s', async (row, reason) => {
  const good = '2024-01-02,buy,MSFT,1,10,,,USD'
  const read = await readBytes(table(good, row, good))
  expect(read.issues).toEqual([{ line: 3, reason }])
  expect(read.activities.map(({ symbol, line }) => [symbol, line])).toEqual([
    ['MSFT', 2],
    ['MSFT', 4],
  ])
  expect(read.rows).toBe(3)
})

test('formulas stay text and never become a company’s name', async () => {
  const text = textOf('schwab.csv').replace('"BROADCOM INC"', '"=HYPERLINK(""http://example.org"")"')
  const read = await readBytes(text)
  expect(read.issues).toEqual([])
  const names = read.activities.map(({ companyName }) => companyName)
  expect(names).toContain('=HYPERLINK("http://example.org")')
})

test('an id used twice by the broker is an issue that names both lines', async () => {
  const text = textOf('trading-212.csv').replace('EOF7504196253', 'EOF7504196251')
  const read = await readBytes(text)
  expect(read.issues).toEqual([{ line: 5, reason: 'The id “EOF7504196251” is already in line 3.' }])
})

test('a Trading 212 exchange without columns for both amounts is an issue that says where to enable them', async () => {
  const read =
    await readBytes(`Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Total,Currency (Total)
Deposit,2024-01-05 08:00:00,,,,,,,10000.00,CZK
Currency conversion,2024-01-06 08:00:00,,,,,,,5000.00,CZK
`)
  expect(read.issues).toEqual([{ line: 3, reason: expect.stringMatching(/Export the history again/) }])
})

test('the record check, not the reader, reports sales without purchases', async () => {
  const read = await readBytes(table('2024-01-02,sell,AAPL,1,10,,,USD'))
  expect(read.issues).toEqual([])
})

test('days in two orders are issues that name both', async () => {
  const rows = ['13/02/2024', '02/13/2024', '05/06/2024', '2024-06-05']
  const read = await readBytes(table(...rows.map((day) => `${day},buy,AAPL,1,10,,,USD`)))
  expect(read.issues.map(({ line }) => line)).toEqual([2, 3, 4])
  expect(read.issues[2]?.reason).toMatch(/two orders, such as “13\/02\/2024” and “02\/13\/2024”/)
  expect(read.activities.map(({ day }) => day)).toEqual(['2024-06-05'])
})

test.each([
  ['mdy', '12/13/2023', ['2023-12-13', '2024-05-06']],
  ['dmy', '13/12/2023', ['2023-12-13', '2024-06-05']],
])('one day above twelve decides for all rows: %s', async (_, day, expected) => {
  const read = await readBytes(table(`05/06/2024,buy,AAPL,1,10,,,USD`, `${day},buy,AAPL,1,10,,,USD`))
  expect(read.activities.map((activity) => activity.day)).toEqual(expected)
})

test.each([
  ['schwab.csv', '05/06/2024', '2024-05-06'],
  ['etoro.csv', '05/06/2024 10:00:00', '2024-06-05'],
])('without a deciding day, the broker’s usual order counts: %s', async (name, day, expected) => {
  const header = textOf(name)
    .split(/\r?\n/)
    .find((line) => line.includes('Date'))
  const row =
    name === 'schwab.csv'
      ? `"${day}","Wire Sent","","","","","","-$5.00"`
      : `${day},Deposit,-,5.00,-,0,0,0,-,,0`
  const read = await readBytes(`${header}\n${row}\n`)
  expect(read.issues).toEqual([])
  expect(read.activities.map((activity) => activity.day)).toEqual([expected])
})

test('an unclosed quotation mark is an issue at its line, and the rows before it are read', async () => {
  const lines = textOf('schwab.csv').split('\r\n')
  const cut = lines.slice(0, 8).join('\r\n').slice(0, -4)
  const read = await readBytes(cut)
  expect(read.issues).toEqual([{ line: 8, reason: expect.stringMatching(/isn’t closed/) }])
  expect(read.activities.length).toBeGreaterThan(0)
})

test('a last line that is shorter than its table is an issue at its line', async () => {
  for (const cut of ['2024-01-03,buy,AAPL,1', '2024-01-03', '20']) {
    const read = await readBytes(table('2024-01-02,buy,AAPL,1,10,,,USD') + cut)
    expect(read.issues).toEqual([{ line: 3, reason: 'The file ends in the middle of this line.' }])
    expect(read.activities.map(describeActivity)).toEqual(['2024-01-02 buy AAPL 1 @ 10, -10 USD'])
  }
})

test('a Flex Query that breaks off is an issue at its line', async () => {
  const read = await readBytes(textOf('interactive-brokers-flex.xml').slice(0, 2500))
  expect(read.issues).toEqual([{ line: expect.any(Number), reason: 'The file is cut off or damaged here.' }])
  expect(read.activities.length).toBeGreaterThan(0)
})

test.each([
  'vanguard.csv',
  'interactive-brokers.csv',
  'fidelity.csv',
  'degiro-account-nl.csv',
  'freetrade.csv',
])('half of %s reads the same rows', async (name) => {
  const text = textOf(name)
  const whole = new Set((await readFile(name)).activities.map(describeActivity))
  for (let length = Math.floor(text.length * 0.3); length < text.length; length += 37) {
    const read = await readBytes(text.slice(0, length), {}, 100_000)
    expect(read.activities.map(describeActivity).filter((activity) => !whole.has(activity))).toEqual([])
  }
})

test('thousands of issues are all listed, so that each row can be left out', async () => {
  const rows = Array.from({ length: 1500 }, () => '2024-01-02,barter,AAPL,1,10,,,USD')
  const { issues } = await readBytes(table(...rows))
  expect(issues.map(({ line }) => line)).toEqual(rows.map((_, place) => place + 2))
})
