// The files that people import in the access control tests.
import { ColumnProposal } from '#shared/contracts/column-mapping.ts'
import { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH } from '#shared/contracts/portfolio.ts'
import type { Browser } from '#test/server.ts'

export const HISTORY = `date,type,symbol,quantity,price,amount,fee,currency
2025-01-06,deposit,,,,10000,,USD
2025-01-07,buy,ACME,20,245.00,-4901,1,USD
`
/** A table in an unknown format, and the meaning of its columns. */
const TABLE = `Day,What,Paper,How many,Sum
2025-01-06,Deposit,,,10000
2025-01-07,Buy,ACME,20,-4901
`
export const COLUMNS = {
  broker: 'Acme Bank',
  columns: { date: 0, action: 1, symbol: 2, quantity: 3, amount: 4 },
  meanings: [
    { word: 'Deposit', meaning: 'deposit' },
    { word: 'Buy', meaning: 'buy' },
  ],
  dates: 'ymd',
  decimal: '.',
  currency: 'USD',
  amount: 'after_fees',
  outflows: 'minus',
}

export async function previewBy(browser: Browser): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await browser.fetch(IMPORT_PATH, { method: 'POST', headers, body: HISTORY })
  return Preview.parse(await answer.json()).id
}

export async function tableBy(browser: Browser): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await browser.fetch(IMPORT_PATH, { method: 'POST', headers, body: TABLE })
  return ColumnProposal.parse(await answer.json()).fileId
}
