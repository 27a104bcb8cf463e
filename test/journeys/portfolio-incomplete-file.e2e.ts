// An incomplete file: the owner adds opening positions and leaves out rows that can't be read.
import type { Page } from '@playwright/test'
import { accountsOf, exportFile, expectToFit, HISTORY } from './portfolio-steps.ts'
import { newCreator } from './payment-steps.ts'
import { expect, registerAndOpen, test, toastIn } from './fixtures.ts'

const SALES = `${HISTORY}2025-04-01,sell,ACME,150,240.5,36075,,USD
2025-04-02,sell,CORD,12,31.25,375,,USD
`
/** Shares for 5,000 dollars rise by a tenth, but only 1,000 dollars came in. */
const SHORT_OF_CASH = `date,type,symbol,quantity,price,amount,fee,currency
2025-01-06,deposit,,,,1000,,USD
2025-01-07,buy,ACME,50,100,-5000,,USD
2025-06-02,sell,ACME,50,110,5500,,USD
`
const UNREADABLE = `${HISTORY}2025-04-01,barter,ACME,1,10,-10,,USD
2025-04-02,buy,BOLT,a lot,10,-10,,USD
2025-04-03,dividend,ACME,,,5.25,,USD
`

const dialogOf = (page: Page) => page.getByRole('dialog')
const importButton = (page: Page) => dialogOf(page).getByRole('button', { name: 'Import', exact: true })

async function choose(page: Page, content: string): Promise<void> {
  await page.goto('/portfolio?dialog=import-portfolio')
  await dialogOf(page).locator('input[type=file]').setInputFiles(exportFile(content))
  await expect(dialogOf(page)).toContainText('Review before importing')
}

/** Another viewer sees this note beside the figures. */
async function expectNote(viewer: Page, username: string, words: string): Promise<void> {
  await registerAndOpen(viewer, 'bo', `/profile/${username}`)
  await expect(viewer.getByRole('region', { name: 'Performance' })).toContainText(words)
}

const tagOf = (width: number) => ({ tag: width === 1280 ? '@slow' : [] })
for (const width of [1280, 360]) {
  test(
    `the owner adds shares sold but never bought as an opening position at ${width} px`,
    tagOf(width),
    async ({ screenPage: page, openBrowser }) => {
      await page.setViewportSize({ width, height: 800 })
      const { username } = await newCreator(page, 'iris')
      await choose(page, SALES)
      const opening = dialogOf(page).getByRole('region', { name: 'Add what you held before Jan 6, 2025' })
      await expect(opening).toContainText('2 rows sell shares the file doesn’t show you buying')
      // The file has purchases of 137 ACME and none of CORD.
      await expect(opening.getByLabel('Shares of ACME')).toHaveValue('13')
      await expect(opening.getByLabel('Shares of CORD')).toHaveValue('12')
      await opening.getByLabel('Shares of CORD').fill('11')
      await expect(opening).toContainText('You must have held at least 12.')
      await expect(importButton(page)).toBeDisabled()
      await opening.getByLabel('Shares of CORD').fill('12')
      await opening.getByLabel(/^Cost per share of CORD/).fill('28.5')
      await expectToFit(page)
      await importButton(page).click()
      await expect(toastIn(page)).toContainText('Portfolio imported')
      const performance = page.getByRole('region', { name: 'Account Performance' })
      await expect(performance).toContainText('Opening positions added by you')
      await expect(accountsOf(page)).toContainText('Opening positions added by you')
      await expectToFit(page)
      await expectNote(await openBrowser(), username, 'Opening positions added by the owner')
    },
  )

  test(
    `the owner sees the cash that must have been there before the file, and may enter more, at ${width} px`,
    tagOf(width),
    async ({ screenPage: page, openBrowser }) => {
      await page.setViewportSize({ width, height: 800 })
      const { username } = await newCreator(page, 'ivo')
      await choose(page, SHORT_OF_CASH)
      const opening = dialogOf(page).getByRole('region', { name: 'Cash you held before Jan 6, 2025' })
      await expect(opening).toContainText('Your purchases cost $4,000.00 more than this file brings in')
      await expect(opening.getByLabel('Cash (USD)')).toHaveValue('4000')
      await expect(opening).toContainText('Opening cash assumed')
      await opening.getByLabel('Cash (USD)').fill('3999')
      await expect(opening).toContainText('Your purchases need at least $4,000.00.')
      await expect(importButton(page)).toBeDisabled()
      await opening.getByLabel('Cash (USD)').fill('9000')
      await expectToFit(page)
      await importButton(page).click()
      await expect(toastIn(page)).toContainText('Portfolio imported')
      const performance = page.getByRole('region', { name: 'Account Performance' })
      await expect(performance).toContainText('+5.0%')
      await expect(performance).toContainText('Opening cash added by you')
      await expectNote(await openBrowser(), username, 'Opening cash added by the owner')
    },
  )

  test(
    `the owner leaves out rows that can't be read at ${width} px`,
    tagOf(width),
    async ({ screenPage: page, openBrowser }) => {
      await page.setViewportSize({ width, height: 800 })
      const { username } = await newCreator(page, 'iris')
      await choose(page, UNREADABLE)
      await expect(dialogOf(page).getByRole('alert')).toContainText("2 rows can't be read")
      const rows = dialogOf(page).getByRole('region', { name: "Rows that can't be read" }).getByRole('row')
      await expect(rows.filter({ hasText: /^6/ })).toHaveCount(1)
      await expect(rows.filter({ hasText: /^7/ })).toHaveCount(1)
      await expect(importButton(page)).toBeDisabled()
      await dialogOf(page).getByRole('switch', { name: 'Leave these 2 rows out' }).click()
      await expect(dialogOf(page)).toContainText('“Incomplete: 2 rows left out”')
      await expectToFit(page)
      await importButton(page).click()
      await expect(toastIn(page)).toContainText('Portfolio imported')
      const performance = page.getByRole('region', { name: 'Account Performance' })
      await expect(performance).toContainText('Incomplete: 2 rows left out')
      await expectToFit(page)
      await expectNote(await openBrowser(), username, 'Incomplete: 2 rows left out')
    },
  )
}

test(
  'an owner who doesn’t know the opening position leaves the sales out',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await choose(page, SALES)
    await dialogOf(page).getByRole('switch', { name: 'Leave these 2 rows out instead' }).click()
    await expect(dialogOf(page).getByLabel('Shares of ACME')).toHaveCount(0)
    await dialogOf(page).getByRole('button', { name: 'Show the 2 rows' }).click()
    await expect(dialogOf(page)).toContainText('150 of ACME left the account')
    await importButton(page).click()
    await expect(page.getByRole('region', { name: 'Account Performance' })).toContainText(
      'Incomplete: 2 rows left out',
    )
  },
)
