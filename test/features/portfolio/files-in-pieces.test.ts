// A history gives the same figures as one file, and cut into several files that are imported in any order.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { figuresOfFiles } from '#server/features/portfolio/figures-of-files.ts'
import { runs } from '#test/test-scope.ts'

const market = { ...simulatedMarket(), lastDay: '2026-11-25' }
const now = new Date('2026-11-26T15:00:00Z')

async function figures(files: string[]) {
  const found = await figuresOfFiles({ files: files.map((text) => Buffer.from(text)), market, now })
  const { summary, noReturnReason, holdings, cashWeight, missingShares, missingCash, impossible } = found
  return {
    summary,
    noReturnReason,
    holdings,
    cashWeight,
    missingShares: missingShares.map(({ symbol, quantity }) => `${quantity.toString()} ${symbol}`).toSorted(),
    missingCash: missingCash?.toString(),
    impossible: impossible.map(({ message }) => message).toSorted(),
  }
}

/** Throws for the first pieces with other figures. Resolves with the return of the whole file. */
const returnInPieces = async (text: string, pieces: fc.Arbitrary<string[]>) => {
  const expected = await figures([text])
  await fc.assert(
    fc.asyncProperty(pieces, async (files) => {
      expect(await figures(files)).toEqual(expected)
    }),
    { numRuns: runs(10) },
  )
  return expected.summary?.performance
}

const HEADER = 'date,type,symbol,quantity,price,amount,fee,currency'
const ROWS = [
  '2025-01-06,deposit,,,,20000,,USD',
  '2025-01-07,buy,ACME,40,100,-4000,,USD',
  '2025-01-07,buy,ACME,10,101,-1010,,USD',
  '2025-02-03,buy,BOLT,20,50,-1001,1,USD',
  '2025-03-03,split,BOLT,20,,,,USD',
  '2025-03-10,dividend,ACME,,,25,,USD',
  '2025-04-07,transfer,CORE,5,80,,,USD',
  '2025-05-05,short,DELT,10,60,600,,USD',
  '2025-06-02,cover,DELT,10,55,-550,,USD',
  '2025-07-07,sell,ACME,30,120,3600,,USD',
  '2025-08-04,withdrawal,,,,-1500,,USD',
  '2025-09-02,buy,ACME260116C00100000,100,2,-200,,USD',
  '2025-10-06,fee,,,,-12,12,USD',
  '2025-11-03,sell,CORE,5,90,450,,USD',
]

test('the figures are the same with any rows in any file', async () => {
  const piecesOf = fc.array(fc.nat(3), { minLength: ROWS.length, maxLength: ROWS.length }).chain((places) => {
    const files = [0, 1, 2, 3].map((place) => ROWS.filter((_, index) => places[index] === place))
    const full = files.filter((rows) => rows.length > 0).map((rows) => `${[HEADER, ...rows].join('\n')}\n`)
    return fc.shuffledSubarray(full, { minLength: full.length })
  })
  const performance = await returnInPieces(`${[HEADER, ...ROWS].join('\n')}\n`, piecesOf)
  expect(performance).toMatch(/%$/)
})

/** The days of a file that begins with its header, each with its lines. */
function daysIn(text: string, dayColumn: number): { before: string; days: string[][] } {
  const lines = text.replaceAll('\r', '').split(/\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const start = lines.findIndex((line) => line.split(',').length > 5) + 1
  // A file that has only statements is refused, because nothing in it can be imported.
  const isRow = (line: string) => line.split(',').length > 5 && !line.includes('MONTHLY_STATEMENT')
  const rows = lines.slice(start).filter(isRow)
  const dayOf = (line: string) => line.split(',')[dayColumn]?.slice(0, 11) ?? ''
  const byDay = [...Map.groupBy(rows, dayOf).values()]
  return { before: lines.slice(0, start).join('\n'), days: byDay }
}

// Brokers split a download by days, so rows of one day, which may belong together, stay together.
test.each([
  ['robinhood.csv', 0],
  ['trading-212.csv', 1],
  ['schwab.csv', 0],
  ['fidelity.csv', 0],
  ['freetrade.csv', 2],
])('%s, cut between any days', async (name, dayColumn) => {
  const text = readFileSync(join('test/engine/broker-files/exports', name), 'utf8')
  const { before, days } = daysIn(text, dayColumn)
  expect(days.length).toBeGreaterThan(3)
  const pieces = fc.uniqueArray(fc.nat(days.length - 1), { minLength: 1, maxLength: 3 }).chain((cuts) => {
    const edges = [0, ...cuts.toSorted((a, b) => a - b), days.length]
    const files = edges.slice(1).flatMap((end, index) => {
      const rows = days.slice(edges[index], end).flat()
      return rows.length > 0 ? [`${[before, ...rows].join('\n')}\n`] : []
    })
    return fc.shuffledSubarray(files, { minLength: files.length })
  })
  expect(await returnInPieces([before, ...days.flat(), ''].join('\n'), pieces)).toMatch(/%$/)
})
