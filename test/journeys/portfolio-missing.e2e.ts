// A file that doesn't say everything: what was held before it begins is added, and what can't be read is left out.
import type { Page } from '@playwright/test'
import { accountsOf, exportFile, expectToFit, HISTORY } from './investing.ts'
import { newCreator } from './paying.ts'
import { expect, newcomer, test, toastOf } from './people.ts'

const SALES = `${HISTORY}2025-04-01,sell,ACME,150,240.5,36075,,USD
2025-04-02,sell,CORD,12,31.25,375,,USD
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

/** What somebody else reads beside the figures. */
async function expectSeen(viewer: Page, username: string, words: string): Promise<void> {
  await newcomer(viewer, 'bo', `/profile/${username}`)
  await expect(viewer.getByRole('region', { name: 'Performance' })).toContainText(words)
}

const tagOf = (width: number) => ({ tag: width === 1280 ? '@slow' : [] })
for (const width of [1280, 360]) {
  test(
    `shares sold but never bought are added as an opening position at ${width} px`,
    tagOf(width),
    async ({ page, another }) => {
      await page.setViewportSize({ width, height: 800 })
      const { username } = await newCreator(page, 'iris')
      await choose(page, SALES)
      const opening = dialogOf(page).getByRole('region', { name: 'Add what you held before Jan 6, 2025' })
      await expect(opening).toContainText('2 rows sell shares the file doesn’t show you buying')
      // ACME was bought 137 times, and CORD never.
      await expect(opening.getByLabel('Shares of ACME')).toHaveValue('13')
      await expect(opening.getByLabel('Shares of CORD')).toHaveValue('12')
      await opening.getByLabel('Shares of CORD').fill('11')
      await expect(opening).toContainText('You must have held at least 12.')
      await expect(importButton(page)).toBeDisabled()
      await opening.getByLabel('Shares of CORD').fill('12')
      await opening.getByLabel(/^Cost per share of CORD/).fill('28.5')
      await expectToFit(page)
      await importButton(page).click()
      await expect(toastOf(page)).toContainText('Portfolio Imported')
      const performance = page.getByRole('region', { name: 'Account Performance' })
      await expect(performance).toContainText('Opening positions added by you')
      await expect(accountsOf(page)).toContainText('Opening positions added by you')
      await expectToFit(page)
      await expectSeen(await another(), username, 'Opening positions added by the owner')
    },
  )

  test(
    `rows that can't be read are left out by choice at ${width} px`,
    tagOf(width),
    async ({ page, another }) => {
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
      await expect(toastOf(page)).toContainText('Portfolio Imported')
      const performance = page.getByRole('region', { name: 'Account Performance' })
      await expect(performance).toContainText('Incomplete: 2 rows left out')
      await expectToFit(page)
      await expectSeen(await another(), username, 'Incomplete: 2 rows left out')
    },
  )
}

test('somebody who doesn’t know what was held leaves the sales out', { tag: '@slow' }, async ({ page }) => {
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
})
