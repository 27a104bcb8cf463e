// A file's broker is recognized by its content. Other files are rejected with a helpful message.
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bytesOf, readBytes, readFile, textOf } from './export-files.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['zero bytes', Buffer.alloc(0), 'empty', 'This file is empty.'],
  ['blank lines', bytes('\r\n \n\t\n'), 'empty', 'This file is empty.'],
  ['a PNG named .csv', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'no_text', /picture, not a broker/],
  ['a JPEG', bytes('\xff\xd8\xff\xe0\0\x10JFIF\0'), 'no_text', /picture, not a broker/],
  ['a WebP', bytes('RIFF\x24\0\0\0WEBPVP8 '), 'no_text', /picture, not a broker/],
  ['a photo of a phone', bytes('\0\0\0\x18ftypheic\0\0'), 'no_text', /picture, not a broker/],
  ['a bitmap', bytes('BM\x36\0\x0c\0\0\0\0\0\x36\0'), 'no_text', /isn’t a text file/],
  ['a PDF', bytes('%PDF-1.7\n%\xe2\xe3'), 'no_text', /This is a PDF/],
  ['half an xlsx', bytes('PK\x03\x04\x14\0\x06\0[Content_Types].xml'), 'no_text', /damaged.*save it again/],
  ['a gzip', gzipSync('Date,Action'), 'no_text', /compressed/],
  ['an old document', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'no_text', /old Office file/],
  ['machine code', bytes('\x7fELF\x02\x01\x01\0\0'), 'no_text', /isn’t a text file/],
  ['a web page', bytes('<!doctype html><html><body>Sign in</body></html>'), 'no_text', /web page/],
  ['JSON', bytes('{"activities": []}'), 'no_text', /JSON/],
  [
    'OFX of a bank',
    bytes('OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1></BANKMSGSRSV1></OFX>'),
    'nothing_to_import',
    /no investment account.*not of a bank account or a card/,
  ],
  ['other XML', bytes('<?xml version="1.0"?><rss></rss>'), 'no_text', /not a Flex Query/],
  ['a letter', bytes('Dear broker,\nplease send me my money.\n'), 'unknown', /We support .*DEGIRO/],
  ['a table with too few columns', bytes('Booking,Sum\n2024-01-02,-4\n'), 'unknown', /Charles Schwab/],
  ['a table without dates', bytes('Ticker,Shares,Price\nACME,3,10\n'), 'unknown', /a date column/],
])('%s is rejected', async (_, content, reason, message) => {
  const refusal: unknown = await readBytes(content).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ name: 'ExportRefused', reason })
  expect((refusal as Error).message).toMatch(message)
})

test.each([
  ['with an additional column', 'date,type,symbol,quantity,price,amount,fee,currency,desk'],
  ['with a name in capitals', 'Date,type,symbol,quantity,price,amount,fee,currency'],
  ['with another name for a column', 'date,type,ticker,quantity,price,amount,fee,currency'],
  ['of another broker', 'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,Venue'],
])('a table that only resembles the documented one, %s, is not read as it', async (_, header) => {
  const row = header.replace(/date/i, '2024-01-02')
  expect(await readBytes(`${header}\n${row}\n`).catch((error: unknown) => error)).toMatchObject({
    reason: 'columns_unknown',
  })
})

test('the message for an unknown file lists everything that is supported', async () => {
  const refusal: unknown = await readBytes('a,b\n1,2\n').catch((error: unknown) => error)
  for (const broker of ['Charles Schwab', 'Fidelity', 'Interactive Brokers', 'Robinhood', 'Trading 212'])
    expect((refusal as Error).message).toContain(broker)
  for (const broker of ['Trade Republic', 'Revolut', 'Merrill', 'Webull', 'E*TRADE', 'Coinbase', 'OFX'])
    expect((refusal as Error).message).toContain(broker)
  for (const broker of ['DEGIRO', 'eToro', 'Vanguard', 'Freetrade', 'columns date, type, symbol'])
    expect((refusal as Error).message).toContain(broker)
})

test.each([
  ['schwab.csv', 'Charles Schwab'],
  ['robinhood.csv', 'Robinhood'],
  ['etoro.csv', 'eToro'],
  ['interactive-brokers.csv', 'Interactive Brokers'],
])('%s is recognized by its content after thirty lines of notes', async (name, broker) => {
  const notes = 'A note, as some portals write it\n'.repeat(30)
  const read = await readBytes(notes + textOf(name))
  expect(read.broker).toBe(broker)
  expect(read.issues).toEqual([])
})

test('an export without rows is recognized and empty', async () => {
  const [header] = textOf('robinhood.csv').split('\n')
  expect(await readBytes(`${header}\n`)).toMatchObject({
    broker: 'Robinhood',
    activities: [],
    issues: [],
    rows: 0,
  })
})

test('columns are found by their names, in any order', async () => {
  const turned = textOf('table.csv')
    .split('\n')
    .map((line) => line.split(';').toReversed().join(';'))
  const [read, usual] = [await readBytes(turned.join('\n')), await readFile('table.csv')]
  expect(read).toEqual(usual)
})

test('an Excel separator hint before the header isn’t a row', async () => {
  const read = await readBytes(`sep=;\r\n${textOf('table.csv')}`)
  expect(read.issues).toEqual([])
  expect(read.activities).toHaveLength(11)
})

test('a recognized file names its own broker', async () => {
  const read = await readBytes(bytesOf('degiro-account-de.csv'))
  expect(read).toMatchObject({ broker: 'DEGIRO', kind: 'activities' })
})

test('accounts are labeled by no more than the end of their numbers', async () => {
  const header =
    'Run Date,Account,Account Number,Action,Symbol,Description,Type,Price,Quantity,Commission,Fees,Amount,Settlement Date'
  const row = (name: string, number: string) =>
    `12/03/2025,"${name}","${number}","CHECK RECEIVED (Cash)",,"No Description",Cash,,0.000,,,1.00,`
  const two = await readBytes([header, row('529 plan', '444444441'), row('IRA', 'Z98765432'), ''].join('\n'))
  expect(two.accountLabel).toBe('…4441, …5432')
  const titles = textOf('schwab-positions.csv').replace('\n\n', '\n"Intelligent XXXX-4321"\n')
  expect((await readBytes(titles)).accountLabel).toBe('…123, …4321')
  expect((await readBytes([header, row('Short', '12'), ''].join('\n'))).accountLabel).toBe('…2')
  expect((await readBytes([header, row('None', ''), ''].join('\n'))).accountLabel).toBeUndefined()
})
