// A file with several accounts: the owner sees them by name, and chooses which are imported.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMPORT_PATH } from '#shared/contracts/portfolio.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'
import { confirmPreview } from './import-file.ts'

let server: TestServer
let ada: Browser
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: creator(), bea: creator(), cleo: creator() })
  ada = await server.signIn('ada')
})
afterAll(() => server.stop())

const BOTH = readFileSync(join(import.meta.dirname, '../inputs/retirement-plan-beside.csv'), 'utf8')

/** The same, with a deposit in each account. */
const TWO = BOTH.replace('ACME 401(K) PLAN', 'ROTH IRA').replace(
  '"Contributions",,"VANGUARD TARGET 2070",,22.146',
  '"Electronic Funds Transfer Received (Cash)",,"No Description",Cash,',
)

async function read(body: string, accounts: string[] = [], browser = ada): Promise<Preview> {
  const query = new URLSearchParams(accounts.map((label) => ['account', label])).toString()
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await browser.fetch(`${IMPORT_PATH}?${query}`, { method: 'POST', headers, body })
  return (await response.json()) as Preview
}

test('the accounts of a file are listed by name, and the chosen one has its own return', async () => {
  const all = await read(BOTH.replace('Contributions",,', 'YOU BOUGHT",BOLT,'))
  expect(all.accounts).toEqual([
    { label: '…0000', name: 'Individual', rows: 3, isChosen: true },
    { label: '…61', name: 'ACME 401(K) PLAN', rows: 1, isChosen: true },
  ])
  expect(all.label).toBe('…0000, …61')
  const one = await read(BOTH, ['…0000'])
  expect(one).toMatchObject({ label: '…0000', activities: 3, faultCount: 0 })
  expect(one.accounts.map(({ isChosen }) => isChosen)).toEqual([true, false])
  expect(one.skipped).toEqual([{ kind: 'ACME 401(K) PLAN …61 (not chosen)', rows: 1 }])
  const { picture, account } = await confirmPreview(server, ada, one)
  expect([account.label, picture?.performance]).toEqual(['…0000', '+50.0%'])
})

test('imported one after the other, each account has its own rows, and together they count nothing twice', async () => {
  const bea = await server.signIn('bea')
  const own = (...labels: string[]) => read(TWO, labels, bea)
  await confirmPreview(server, bea, await own('…0000'))
  const { accounts } = await confirmPreview(server, bea, await own('…61'))
  expect(accounts.map(({ label, activities }) => [label, activities])).toEqual([
    ['…0000', 3],
    ['…61', 1],
  ])
  expect(await own('…0000')).toMatchObject({ known: 3, hasNews: false })
  const together = await own()
  expect(together.accounts).toHaveLength(2)
  const refused = await refusal(confirmPreview(server, bea, together))
  expect([refused.status, refused.code]).toEqual([409, 'counted_twice'])
})

test('accounts that were imported together stay one, and aren’t imported again on their own', async () => {
  const cleo = await server.signIn('cleo')
  const { account } = await confirmPreview(server, cleo, await read(TWO, [], cleo))
  expect(account.label).toBe('…0000, …61')
  const onlyOne = TWO.split('\n')
    .filter((line) => !line.includes('ROTH'))
    .join('\n')
  expect(await read(onlyOne, [], cleo)).toMatchObject({ label: '…0000, …61', known: 3, hasNews: false })
  expect(await read(TWO, ['…0000'], cleo)).toMatchObject({
    code: 'bad_export',
    message: expect.stringContaining('You imported …0000, …61 together as one account'),
  })
})

test('an account that the file doesn’t have leaves nothing to import, and says so', async () => {
  expect(await read(BOTH, ['…9999'])).toMatchObject({
    code: 'bad_export',
    message: expect.stringContaining('no trades, payments or positions'),
  })
})
