// The day of a list of positions: the broker's own, if the file prints one.
import { expect, test } from 'vitest'
import { readBytes, readFile, textOf } from './export-files.ts'

const FIDELITY = textOf('fidelity-positions.csv').split(/\r?\n/).slice(0, 3).join('\n')
const SCHWAB = textOf('schwab-positions.csv').split(/\r?\n/).slice(1).join('\n')

test.each([
  [
    'Schwab, after the time',
    `"Positions for account Brokerage XXXX-1234 as of 06:04 PM ET, 11/15/2020"\n${SCHWAB}`,
    '2020-11-15',
  ],
  [
    'Schwab, the year first',
    `"Positions for All-Accounts as of 10:22 AM ET, 2025/02/14"\n${SCHWAB}`,
    '2025-02-14',
  ],
  [
    'Fidelity, with the name of the month',
    `${FIDELITY}\n\n"Date downloaded Nov-21-2026 4:05 p.m ET"\n`,
    '2026-11-21',
  ],
  ['Fidelity, in numbers', `${FIDELITY}\n\nDate downloaded 06/02/2022,9:51 PM,,,\n`, '2022-06-02'],
  ['Fidelity, without the line', `${FIDELITY}\n`, null],
  [
    'Interactive Brokers, the end of the period',
    'Statement,Header,Field Name,Field Value\nStatement,Data,Period,"May 1, 2024 - May 31, 2024"\nOpen Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Cost Price,Close Price\nOpen Positions,Data,Summary,Stocks,USD,AAPL,5,1,2\n',
    '2024-05-31',
  ],
])('%s', async (_, text, asOf) => {
  const read = await readBytes(text)
  expect([read.kind, read.asOf]).toEqual(['positions', asOf])
  expect(read.positions.length).toBeGreaterThan(0)
})

test('neither DEGIRO’s list nor a history states a day', async () => {
  expect((await readFile('degiro-portfolio-de.csv')).asOf).toBeNull()
  expect((await readFile('schwab.csv')).asOf).toBeUndefined()
})
