// Files of unknown brokers: the owner maps the columns once, and the next file uses the same mapping.
import { workbook, zip } from '#test/engine/broker-files/columns/build-workbook.ts'
import { expectAccessible } from './expect-accessible.ts'
import {
  unknownBrokerTable,
  dropFile,
  expectToFit,
  accountsOf,
  exportFile,
  holdingsOf,
} from './portfolio-steps.ts'
import { pressEnterOn, expectFocusVisible, tabTo } from './keyboard-steps.ts'
import { newCreator } from './payment-steps.ts'
import { expect, test, toastIn } from './fixtures.ts'

for (const width of [1280, 360])
  test(
    `the owner of an unknown table checks and changes its columns, and the mapping is saved at ${width} px`,
    { tag: width === 1280 ? '@slow' : [] },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await newCreator(page, 'iris')
      await page.goto('/portfolio?dialog=import-portfolio')
      const dialog = page.getByRole('dialog')
      if (width > 400) await dropFile(page, unknownBrokerTable())
      else await dialog.locator('input[type=file]').setInputFiles(exportFile(unknownBrokerTable()))
      await expect(dialog.getByRole('heading', { name: 'Choose columns' })).toBeVisible()
      await expect(dialog).toContainText('We don’t know this file’s format')
      await expect(dialog.getByRole('region', { name: 'The first rows of your file' })).toContainText(
        'BUY - MARKET',
      )
      await expect(dialog.getByRole('combobox', { name: 'Date', exact: true })).toContainText('Date')
      await expect(dialog.getByRole('combobox', { name: 'What “BUY - MARKET” means' })).toContainText('Buy')
      await expect(dialog.getByRole('combobox', { name: 'Date', exact: true })).toHaveAccessibleDescription(
        'In 4 of 4 rows.',
      )
      await expect(dialog.getByRole('status')).toContainText('3 of 4 can be read.')
      await expectToFit(page)

      // One word has no guess; the file can't be read before the owner maps it.
      await expect(dialog).toContainText('Choose what “PERK” means.')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog.locator('#missing-columns')).toBeFocused()
      await dialog.getByRole('combobox', { name: 'What “PERK” means' }).click()
      await page.getByRole('option', { name: 'Deposit', exact: true }).click()
      await expect(dialog.getByText('Before we can import it')).toHaveCount(0)

      // A wrong column shows its effect at once.
      await dialog.getByRole('combobox', { name: 'Quantity' }).click()
      await page.getByRole('option', { name: 'Ticker' }).click()
      await expect(dialog.getByText('Ticker: “ACME” isn’t a number.').first()).toBeVisible()
      await dialog.getByRole('combobox', { name: 'Quantity' }).click()
      await page.getByRole('option', { name: 'Quantity' }).click()
      await expect(dialog.getByRole('status')).toContainText('All 4 can be read.')

      await dialog.getByRole('textbox', { name: 'Broker name' }).fill('Revolut')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog).toContainText('Review before importing')
      await expect(dialog).toContainText('Read with your columns')
      await expect(dialog).toContainText('4 transactions found.')
      await dialog.getByRole('button', { name: 'Change columns' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Broker name' })).toHaveValue('Revolut')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(toastIn(page)).toContainText('Portfolio imported')
      await expect(accountsOf(page)).toContainText('Revolut')
      await expect(accountsOf(page)).toContainText('Read with your columns')
      await expect(holdingsOf(page)).toContainText('1 position')

      // The next file with the same header goes straight to the preview.
      await page.getByRole('button', { name: 'Add an account' }).click()
      await page.getByRole('menuitem', { name: 'Import a file' }).click()
      await dialog.locator('input[type=file]').setInputFiles(exportFile(unknownBrokerTable()))
      await expect(dialog).toContainText('You chose them for an earlier file with the same header.')
      await expect(dialog).toContainText('Nothing new in this file')
    },
  )

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const excel = (buffer: Buffer, name = 'statement.xlsx') => ({ name, mimeType: XLSX, buffer })
const day = (text: string) => new Date(`${text}T00:00:00Z`)

test(
  'a workbook uses the recognized sheet, or the one its owner chooses',
  { tag: '@slow' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await newCreator(page, 'iris')
    await page.goto('/portfolio?dialog=import-portfolio')
    const dialog = page.getByRole('dialog')
    const choose = (buffer: Buffer) => dialog.locator('input[type=file]').setInputFiles(excel(buffer))

    await choose(zip({ 'xl/workbook.xml': '<workbook/>' }, { isEncrypted: true }))
    await expect(dialog.getByRole('alert')).toContainText('protected with a password')

    const own = [
      ['date', 'type', 'symbol', 'quantity', 'price', 'amount', 'fee', 'currency'],
      [day('2025-01-06'), 'deposit', null, null, null, 5000, null, 'USD'],
      [day('2025-01-07'), 'buy', 'ACME', 10, 245, -2450, 0, 'USD'],
    ]
    await choose(
      workbook([
        { name: 'Notes', rows: [['Hello']] },
        { name: 'Trades', rows: own },
      ]),
    )
    await expect(dialog).toContainText('2 transactions found.')
    await expect(dialog.getByText('Read with your columns')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Choose another file' }).click()

    const trades = [
      ['Trade day', 'What', 'Ticker', 'Shares', 'Amount'],
      [day('2025-01-06'), 'Deposit', null, null, 5000],
      [day('2025-01-07'), 'Bought', 'ACME', 10, -2450],
    ]
    const fees = [
      ['Date', 'Type', 'Symbol', 'Quantity', 'Amount'],
      [day('2025-02-06'), 'Custody fee', null, null, -3],
    ]
    await choose(
      workbook([
        { name: 'Trades', rows: trades },
        { name: 'Fees', rows: fees },
      ]),
    )
    const sheet = dialog.getByRole('combobox', { name: 'Sheet' })
    await expect(sheet).toContainText('Fees')
    await expect(dialog).toContainText('Your file: 1 row')
    await sheet.click()
    await page.getByRole('option', { name: 'Trades' }).click()
    await expect(dialog).toContainText('Your file: 2 rows')
    // The file doesn't contain the currency.
    await expect(dialog).toContainText('Enter the currency of the account')
    await dialog.getByRole('textbox', { name: 'Currency of the account' }).fill('usd')
    await expect(dialog.getByText('Buy 10 ACME')).toBeVisible()
    await expectToFit(page)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toContainText('2 transactions found.')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(toastIn(page)).toContainText('Portfolio imported')
  },
)

test(
  'the columns can be mapped by keyboard alone, without an axe violation',
  { tag: '@slow' },
  async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await newCreator(page, 'iris')
    await page.goto('/portfolio?dialog=import-portfolio')
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(exportFile(unknownBrokerTable()))
    await expect(dialog.getByText('can be read').first()).toBeVisible()
    // The focus moves from the previous step to the text of this one.
    await expect(dialog.getByText('We don’t know this file’s format')).toBeFocused()
    await expectAccessible(page)
    const perk = dialog.getByRole('combobox', { name: 'What “PERK” means' })
    await tabTo(page, perk)
    await expectFocusVisible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.type('Deposit')
    await expect(page.getByRole('option', { name: 'Deposit', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(perk).toContainText('Deposit')
    await expect(perk).toBeFocused()
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Continue' }))
    await expect(dialog).toContainText('Read with your columns')
    await expectAccessible(page)
    expect(await dialog.evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true)
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Change columns' }))
    await expect(perk).toContainText('Deposit')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  },
)
