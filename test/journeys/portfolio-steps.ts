// Steps of the portfolio journeys: a file with private figures, importing it, and connecting a broker.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Quantities, prices and amounts that occur nowhere else, so that a test can search for them. */
export const HISTORY = `date,type,symbol,quantity,price,amount,fee,currency
2025-01-06,deposit,,,,73519.42,,USD
2025-01-07,buy,ACME,137,245.13,-33583.81,1,USD
2025-02-03,buy,BOLT,59,410.57,-24224.63,1,USD
2025-03-10,dividend,ACME,,,47.95,,USD
`
/** The private figures of the file. */
export const PRIVATE = ['73519', '73,519', '33583', '33,583', '24224', '24,224', '245.13', '410.57', '47.95']
/** Short figures, which count only as whole numbers, not as digits of a longer one. */
export const QUANTITIES = ['137', '59']

export const exportFile = (content: string, name = 'history.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})

/** Drops a file on the open import dialog. */
export async function dropFile(page: Page, content: string, name = 'history.csv'): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([text, fileName]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], fileName, { type: 'text/csv' }))
      return transfer
    },
    [content, name] as const,
  )
  const place = page.getByRole('dialog').getByText('Drop the file here')
  await place.dispatchEvent('dragover', { dataTransfer })
  await place.dispatchEvent('drop', { dataTransfer })
}

/** Imports a file with calls, for the person signed in on this page. */
export async function importHistory({ request }: Page, content = HISTORY): Promise<void> {
  const read = await request.post('/api/portfolio/imports', {
    headers: { 'content-type': 'application/octet-stream' },
    data: Buffer.from(content),
  })
  expect(read.status()).toBe(201)
  const { id } = (await read.json()) as { id: string }
  expect((await request.post(`/api/portfolio/imports/${id}/confirm`)).ok()).toBe(true)
  await expect(async () => {
    const overview = await request.get('/api/portfolio/overview')
    expect(await overview.json()).toMatchObject({ isWorking: false, picture: {} })
  }).toPass()
}

/** Connects a sample broker with calls, for the person signed in on this page, and waits for its data. */
export async function connectSampleBroker(
  { request }: Page,
  broker = 'SAMPLE',
  state = 'live',
): Promise<void> {
  const begun = await request.post('/api/portfolio/connections', { data: { provider: 'snaptrade' } })
  const { url } = (await begun.json()) as { url: string }
  expect((await request.post(url, { form: { do: 'connect', broker } })).ok()).toBe(true)
  expect((await request.post('/api/portfolio/connections/look')).ok()).toBe(true)
  await expect(async () => {
    const overview = await request.get('/api/portfolio/overview')
    expect(await overview.json()).toMatchObject({ isWorking: false, connections: [{ state }] })
  }).toPass()
}

/** Goes from the open connect dialog through the pages of the sample broker and back. */
export async function signInAtBroker(page: Page, broker: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Connect a sample broker' })).toBeVisible()
  await page.getByRole('radio', { name: broker }).check()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await returnFromBroker(page)
}

/** Returns from the last page of the sample broker, unless it redirects by itself. */
export async function returnFromBroker(page: Page): Promise<void> {
  const back = page.getByRole('link', { name: 'Go back' })
  const own = page.getByRole('heading', { name: 'My Portfolio' })
  await expect(back.or(own)).toBeVisible()
  if (await back.isVisible()) await back.click()
  // The provider's parameters are removed from the address.
  await expect(page).toHaveURL('/portfolio')
}

/** The badges beside the heading of the page. */
export const sourceBadges = (page: Page): Locator =>
  page.getByRole('heading', { name: 'My Portfolio' }).locator('..')

export const accountsOf = (page: Page): Locator => page.getByRole('region', { name: 'Accounts' })
export const holdingsOf = (page: Page): Locator => page.getByRole('region', { name: 'Current Holdings' })

/** Nothing is wider than the page. */
export async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** An export of a broker without a reader; there is no guess for PERK. */
export const unknownBrokerTable = (...more: string[]): string =>
  `${[
    'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,Exchange Rate',
    '2025-01-06T09:00:00.000Z,,CASH TOP-UP,,,USD 9000,USD,1.03',
    '2025-01-07T15:00:00.000Z,ACME,BUY - MARKET,20,USD 245.00,USD 4900.00,USD,1.03',
    '2025-03-10T06:00:00.000Z,ACME,DIVIDEND,,,USD 5.20,USD,1.08',
    '2025-04-10T06:00:00.000Z,,PERK,,,USD 1.00,USD,1.08',
    ...more,
  ].join('\n')}\n`

/** A file about which the owner is asked for cash, an owed option and the cost of received shares; FB and META are one share. */
export const ASKING_FILE = `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"06/02/2025","Sell","META","META PLATFORMS","50","$660.00","","$33,000.00"
"02/03/2025","Stock Plan Activity","BOLT","BOLT INC","10","","",""
"01/08/2025","Buy to Close","ACME 01/17/2025 90.00 P","PUT ACME","1","$0.50","$0.65","-$50.65"
"01/07/2022","Buy","FB","META PLATFORMS","50","$330.00","","-$16,500.00"
"01/06/2022","MoneyLink Transfer","","DEPOSIT","","","","$1,000.00"
`

/** A Fidelity history with two accounts. */
export const TWO_ACCOUNTS = readFileSync('test/features/portfolio/inputs/retirement-plan-beside.csv', 'utf8')

/** The page's portfolio can't be calculated, because the provider of prices doesn't answer. */
export const failCalculation = (page: Page): Promise<unknown> =>
  page.route('**/api/portfolio/overview', async (route) => {
    const response = await route.fetch()
    const fault = 'The provider doesn’t answer.'
    const failed = { picture: null, isWorking: false, fault, canRetry: true }
    await route.fulfill({ response, json: { ...(await response.json()), ...failed } })
  })
