// Importing a broker's file: previewed, computed while the page is open, and deleted again.
import { dropFile, exportFile, expectToFit, HISTORY, holdingsOf, accountsOf } from './portfolio-steps.ts'
import { newCreator } from './payment-steps.ts'
import { expect, test, toastIn } from './fixtures.ts'

for (const width of [1280, 360])
  // @spec-2.95 @spec-2.96 @spec-2.104
  test(
    `a dropped file is previewed, imported, and becomes holdings, return and chart at ${width} px`,
    { tag: width === 1280 ? '@slow' : [] },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await newCreator(page, 'iris')
      await page.goto('/portfolio')
      await expect(page.getByRole('heading', { name: 'No portfolio data available' })).toBeVisible()
      await expect(page.getByText('Connect your broker to share real trades with subscribers.')).toBeVisible()
      await page.getByRole('link', { name: 'Import a file' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('Import a file')
      // A phone has no drag and drop.
      if (width > 400) await dropFile(page, HISTORY)
      else await dialog.locator('input[type=file]').setInputFiles(exportFile(HISTORY))
      await expect(dialog).toContainText('Review before importing')
      await expect(dialog).toContainText('4 transactions found.')
      await expect(dialog).toContainText('2 buys')
      await expect(dialog).toContainText('Jan 6, 2025')
      await expectToFit(page)
      await dialog.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(toastIn(page)).toContainText('Portfolio imported')
      await expect(dialog).toHaveCount(0)

      // The server notifies the open page when the returns are computed.
      await expect(holdingsOf(page)).toContainText('2 positions')
      await expect(holdingsOf(page)).toContainText('since purchase')
      const performance = page.getByRole('region', { name: 'Account Performance' })
      await expect(performance).toContainText(/[+−]\d+\.\d%/)
      await expect(performance).toContainText('Overall return since Jan 6, 2025')
      await expect(performance.getByRole('img', { name: /^Your account against SPY/ })).toBeVisible()
      // Without market data the figures use sample prices, and the page says so.
      await expect(page.getByText('Sample data', { exact: true }).first()).toBeVisible()
      await expect(page.getByText('Live Data')).toHaveCount(0)
      await expectToFit(page)
    },
  )

test(
  'importing the same file again adds nothing, and the import can be deleted',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await page.goto('/portfolio?dialog=import-portfolio')
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(exportFile(HISTORY))
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(accountsOf(page)).toContainText('4 transactions')

    await page.getByRole('button', { name: 'Add an account' }).click()
    await page.getByRole('menuitem', { name: 'Import a file' }).click()
    await dialog.locator('input[type=file]').setInputFiles(exportFile(HISTORY))
    await expect(dialog).toContainText('Nothing new in this file')
    await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add an account' })).toBeFocused()

    await accountsOf(page)
      .getByRole('button', { name: /^Delete CSV file/ })
      .click()
    await expect(dialog).toContainText('This is your only account, so there will be nothing left to show.')
    await dialog.getByRole('button', { name: 'Delete import' }).click()
    await expect(toastIn(page)).toContainText('Import deleted')
    await expect(page.getByRole('heading', { name: 'No portfolio data available' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Account Performance' })).toContainText('+0.0%')
    // The button that opened the dialog is gone.
    await expect(page.locator('#content')).toBeFocused()
  },
)

test('a wrong file and a truncated file show what is wrong, and nothing is imported', async ({
  screenPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await newCreator(page, 'iris')
  await page.goto('/portfolio?dialog=import-portfolio')
  const dialog = page.getByRole('dialog')
  const choose = (content: string, name?: string) =>
    dialog.locator('input[type=file]').setInputFiles(exportFile(content, name))

  await choose('buy low\nsell high\n', 'notes.txt')
  await expect(dialog.getByRole('alert')).toContainText(/\w+ \w+/)
  await choose('')
  await expect(dialog.getByRole('alert')).toContainText(/empty/i)
  await dropFile(page, '\u0089PNG\r\n\u001a\n\u0000\u0000', 'picture.png')
  await expect(dialog.getByRole('alert')).toContainText(/\w+ \w+/)

  // A truncated row.
  await choose(`${HISTORY}2025-04-02,buy,BO`)
  await expect(dialog.getByRole('alert')).toContainText("1 row can't be read")
  const rows = dialog.getByRole('region', { name: "Rows that can't be read" }).getByRole('row')
  await expect(rows.filter({ hasText: /^6/ })).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await expectToFit(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'No portfolio data available' })).toBeVisible()
})
