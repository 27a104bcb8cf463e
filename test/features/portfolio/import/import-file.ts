// Shared by import tests: a documented table, and its upload and confirmation for a signed-in person.
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import type { ImportChoice, Preview } from '#shared/contracts/import-preview.ts'
import type { Browser, TestServer } from '#test/server.ts'

export const documentedTable = (...rows: string[]): string =>
  `${['date,type,symbol,quantity,price,amount,fee,currency', ...rows].join('\n')}\n`

export async function previewFor(browser: Browser, body: string): Promise<Preview> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await browser.fetch(IMPORT_PATH, { method: 'POST', headers, body })
  const answer = (await response.json()) as Preview & { message?: string }
  if (!response.ok) throw new Error(answer.message)
  return answer
}

/** Confirms a preview, and waits until everything is calculated. */
export async function confirmPreview(
  server: TestServer,
  browser: Browser,
  { id }: Preview,
  choice: Partial<ImportChoice> = {},
) {
  const account = await browser.call(portfolio.confirmImport, { params: { id }, body: choice })
  await server.jobsDone()
  return { account, ...(await browser.call(portfolio.overview)) }
}
