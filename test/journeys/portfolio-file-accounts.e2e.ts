// A file with several accounts: the owner chooses the ones that count before the import.
import { readFileSync } from 'node:fs'
import { exportFile, expectToFit } from './portfolio-steps.ts'
import { newCreator } from './payment-steps.ts'
import { expect, test, toastIn } from './fixtures.ts'

const FILE = readFileSync('test/features/portfolio/inputs/retirement-plan-beside.csv', 'utf8')

for (const width of [1280, 360])
  test(
    `one of two accounts in a file is imported at ${width} px`,
    { tag: width === 1280 ? '@slow' : [] },
    async ({ screenPage: page }) => {
      await page.setViewportSize({ width, height: 800 })
      await newCreator(page, 'ines')
      await page.goto('/portfolio?dialog=import-portfolio')
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=file]').setInputFiles(exportFile(FILE))
      const accounts = dialog.getByRole('region', { name: '2 accounts in this file' })
      await expect(accounts).toContainText('ACME 401(K) PLAN …61')
      await accounts.getByRole('switch', { name: 'ACME 401(K) PLAN …61' }).click()
      await expectToFit(page)
      await accounts.getByRole('button', { name: 'Read 1 account' }).click()
      await expect(accounts.getByRole('switch', { name: 'Individual …0000' })).toBeChecked()
      await expect(accounts.getByRole('switch', { name: 'ACME 401(K) PLAN …61' })).not.toBeChecked()
      await dialog.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(toastIn(page)).toContainText('Portfolio Imported')
      await expect(page.getByRole('region', { name: 'Account Performance' })).toContainText('+50.0%')
    },
  )
