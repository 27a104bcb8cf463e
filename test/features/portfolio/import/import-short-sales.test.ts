// A file with short sales: previewed, imported, calculated, and extended by a later file.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'

const SOLD = `date,type,symbol,quantity,price,amount,fee,currency
2025-01-06,deposit,,,,10000,,USD
2025-01-07,buy,ACME,20,245.00,-4901,1,USD
2025-02-03,short,BOLT,10,410.50,4104,1,USD
`
const COVERED = `${SOLD}2025-03-03,cover,BOLT,4,400,-1601,1,USD
`

let server: TestServer
let ada: Browser
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: creator() })
  ada = await server.signIn('ada')
})
afterAll(() => server.stop())

async function read(bytes: string): Promise<Preview> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await ada.fetch(IMPORT_PATH, { method: 'POST', headers, body: bytes })
  return (await response.json()) as Preview
}
async function confirm({ id }: Preview) {
  await ada.call(portfolio.confirmImport, { params: { id } })
  await server.jobsDone()
  return await ada.call(portfolio.overview)
}

test('a short position is listed as “sold short”, and counts in the figures', async () => {
  const preview = await read(SOLD)
  expect(preview).toMatchObject({ faults: [], kinds: { deposit: 1, buy: 1, sell: 1 } })
  const { picture, holdings, fault } = await confirm(preview)
  expect(fault).toBeNull()
  expect(picture?.performance).toMatch(/^[+-]\d+\.\d%$/)
  expect(holdings.map(({ companyName }) => companyName).toSorted()).toEqual(['ACME', 'BOLT (sold short)'])
  const owed = holdings.find(({ ticker }) => ticker === 'BOLT')
  expect(owed?.weight).toMatch(/^-\d+\.\d%$/)
})

test('a later file covers an earlier file’s short sale, and more only if it was owed before', async () => {
  const tooMany = await read(COVERED.replace('BOLT,4,400,-1601', 'BOLT,11,400,-4401'))
  expect(tooMany).toMatchObject({
    faults: [],
    opening: {
      positions: [{ symbol: 'BOLT', quantity: '1', isShort: true }],
      rows: [{ line: 5, reason: '11 of BOLT were bought back, but only 10 were sold short.' }],
    },
  })
  const preview = await read(COVERED)
  expect(preview).toMatchObject({ activities: 4, known: 3, faults: [] })
  expect((await confirm(preview)).fault).toBeNull()
})
