// The same export has the same content in every encoding, with every separator and line end, in pieces of any size.
import { expect, test } from 'vitest'
import { readBytes, textOf, describeActivity } from './export-files.ts'

/** Characters of Windows-1252 that Latin-1 lacks, as far as the samples use them. */
const WINDOWS = new Map([
  ['€', 0x80],
  ['’', 0x92],
  ['–', 0x96],
])
const windows1252 = (text: string) =>
  Buffer.from([...text].map((letter) => WINDOWS.get(letter) ?? letter.codePointAt(0) ?? 63))
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

const ENCODINGS: [string, (text: string) => Buffer][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 little-endian with a byte order mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 big-endian with a byte order mark', (text) => utf16be(`\ufeff${text}`)],
  ['UTF-16 little-endian without a byte order mark', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16 big-endian without a byte order mark', utf16be],
  ['Windows-1252', windows1252],
]

const ACCOUNT = [
  'Datum,Uhrzeit,Valutadatum,Produkt,ISIN,Beschreibung,FX,Änderung,,Saldo,,Order-ID',
  '15-08-2024,08:00,15-08-2024,CRÉDIT AGRICOLE – €,FR0000045072,Dividende,,EUR,"1.012,50",EUR,"1.020,00",',
  '14-08-2024,08:00,14-08-2024,,,Überweisung auf Ihr Geldkonto bei der flatex Bank: 4,,,,EUR,"7,50",',
  '13-08-2024,08:00,13-08-2024,,,Währungswechsel (Einbuchung),,EUR,"7,50",EUR,"7,50",',
  '13-08-2024,08:00,13-08-2024,,,Währungswechsel (Ausbuchung),"1,1",USD,"-8,25",USD,"0,00",',
].join('\n')

const EXPECTED = [
  '2024-08-13 transfer, -8.25 USD',
  '2024-08-13 transfer, 7.5 EUR',
  '2024-08-15 dividend FR0000045072, 1012.5 EUR',
]

test.each(ENCODINGS)('%s is read', async (_, encoded) => {
  const read = await readBytes(encoded(`${ACCOUNT}\n`))
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual(EXPECTED)
  expect(read.activities.at(-1)?.companyName).toBe('CRÉDIT AGRICOLE – €')
})

test.each(ENCODINGS)('%s is read byte by byte', async (_, encoded) => {
  const read = await readBytes(encoded(`${ACCOUNT}\n`), {}, 1)
  expect(read.activities.map(describeActivity)).toEqual(EXPECTED)
  expect(read.activities.at(-1)?.companyName).toBe('CRÉDIT AGRICOLE – €')
})

test('the first non-ASCII character decides between UTF-8 and Windows-1252, however late it comes', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => `2024-01-02,buy,AAPL,1,${100 + index},Apple`)
  const text = ['date,type,symbol,quantity,price,name', ...rows, '2024-01-03,buy,NESN,1,90,Nestlé', ''].join(
    '\n',
  )
  for (const encoded of [Buffer.from(text), windows1252(text)]) {
    const read = await readBytes(encoded, {}, 4096)
    expect(read.activities.at(-1)?.companyName).toBe('Nestlé')
  }
})

test.each([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['pipe', '|'],
])('the separator %s is detected', async (_, separator) => {
  const cells = [
    ['date', 'type', 'symbol', 'name', 'quantity', 'price', 'currency'],
    ['2024-01-02', 'buy', 'AAPL', '"Apple, Inc.; ""the"" |\tone"', '2', '"1,234.50"', 'USD'],
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    const read = await readBytes(cells.map((row) => row.join(separator)).join(end) + end)
    expect(read.issues).toEqual([])
    expect(read.activities.map(describeActivity)).toEqual(['2024-01-02 buy AAPL 2 @ 1234.5, -2469 USD'])
    expect(read.activities[0]?.companyName).toBe('Apple, Inc.; "the" | one')
  }
})

test('a file may mix two kinds of line ends and omit the last one', async () => {
  const text =
    'date,type,symbol,quantity,price\r\n2024-01-02,buy,AAPL,2,10\n2024-01-03,buy,AAPL,2,10\r\n\r\n2024-01-04,sell,AAPL,1,11'
  const read = await readBytes(text)
  expect(read.issues).toEqual([])
  expect(read.activities.map(({ line }) => line)).toEqual([2, 3, 5])
})

test('a row of several lines has the number of its first line', async () => {
  const { activities } = await readBytes(textOf('robinhood.csv'))
  expect(activities.find(({ symbol, type }) => symbol === 'AAPL' && type === 'sell')?.line).toBe(9)
  expect(activities.find(({ symbol, type }) => symbol === 'AAPL' && type === 'buy')?.line).toBe(16)
})
