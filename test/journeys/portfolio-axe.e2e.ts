// The portfolio with a broker and its dialogs have no axe violation.
import {
  accountsOf,
  ASKING_FILE,
  connectSampleBroker,
  exportFile,
  failCalculation,
  HISTORY,
  holdingsOf,
  importHistory,
  TWO_ACCOUNTS,
} from './portfolio-steps.ts'
import { expectAccessible } from './expect-accessible.ts'
import { newCreator } from './payment-steps.ts'
import { expect, test } from './fixtures.ts'

test('an empty portfolio has no axe violation', { tag: '@slow' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await newCreator(page, 'iris')
  await page.goto('/portfolio')
  await expect(page.getByRole('link', { name: /Import/ })).toBeVisible()
  await expectAccessible(page)
})

test(
  'a portfolio with a broker and its dialogs have no axe violation',
  { tag: '@slow' },
  async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await newCreator(page, 'iris')
    await connectSampleBroker(page)
    await page.goto('/portfolio')
    await expect(holdingsOf(page)).toContainText('since purchase')
    await expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(0)
    await expectAccessible(page)
    const dialog = page.getByRole('dialog')
    await accountsOf(page)
      .getByRole('button', { name: /^Disconnect/ })
      .click()
    await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/portfolio?dialog=delete-portfolio')
    await expect(dialog.getByRole('button', { name: 'Delete everything' })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'a preview with opening positions and left-out rows has no axe violation',
  { tag: '@slow' },
  async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await newCreator(page, 'iris')
    await page.goto('/portfolio?dialog=import-portfolio')
    const dialog = page.getByRole('dialog')
    const rows = '2025-04-01,sell,CORD,12,31.25,375,,USD\n2025-04-02,buy,BOLT,a lot,10,-10,,USD\n'
    await dialog.locator('input[type=file]').setInputFiles(exportFile(HISTORY + rows))
    await dialog.getByLabel('Shares of CORD').fill('11')
    await expect(dialog).toContainText('You must have held at least 12.')
    await dialog.getByRole('button', { name: 'Show the row' }).click()
    await expectAccessible(page)
  },
)

test(
  'questions about accounts, cash, owed options and received shares, and a calculation that failed, have no axe violation',
  { tag: '@slow' },
  async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await newCreator(page, 'iris')
    await page.goto('/portfolio?dialog=import-portfolio')
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(exportFile(TWO_ACCOUNTS))
    await expect(dialog.getByRole('region', { name: '2 accounts in this file' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/portfolio?dialog=import-portfolio')
    await dialog.locator('input[type=file]').setInputFiles(exportFile(ASKING_FILE))
    await expect(dialog).toContainText('FB became META on Jun 9, 2022')
    await expect(dialog).not.toContainText('Shares of META')
    await dialog.getByLabel(/^Received per share of ACME/).fill('a little')
    await dialog.getByRole('button', { name: 'What received shares cost: 1 ticker' }).click()
    await dialog.getByLabel(/^Cost per share of BOLT/).fill('nothing')
    await dialog.getByLabel('Cash (USD)').fill('1')
    await expectAccessible(page)
    await importHistory(page)
    await failCalculation(page)
    await page.goto('/portfolio')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectAccessible(page)
  },
)
