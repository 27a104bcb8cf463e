// A file with several accounts: the owner chooses the ones that count before the import.
import { exportFile, expectToFit, TWO_ACCOUNTS as FILE } from './portfolio-steps.ts'
import { newCreator } from './payment-steps.ts'
import { expect, test, toastIn } from './fixtures.ts'

/** The same, with a deposit in each account. */
const TWO = FILE.replace('ACME 401(K) PLAN', 'ROTH IRA').replace(
  '"Contributions",,"VANGUARD TARGET 2070",,22.146',
  '"Electronic Funds Transfer Received (Cash)",,"No Description",Cash,',
)

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
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(accounts.getByRole('switch', { name: 'Individual …0000' })).toBeChecked()
      await expect(accounts.getByRole('switch', { name: 'ACME 401(K) PLAN …61' })).not.toBeChecked()
      await dialog.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(toastIn(page)).toContainText('Portfolio imported')
      await expect(page.getByRole('region', { name: 'Account Performance' })).toContainText('+50.0%')
    },
  )

test('the accounts of a file are imported one after the other, each with a review of its own', async ({
  screenPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await newCreator(page, 'iris')
  await page.goto('/portfolio?dialog=import-portfolio')
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(exportFile(TWO))
  await expect(dialog.getByRole('radio', { name: 'One for each' })).toBeChecked()
  await expectToFit(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('Account 1 of 2: Individual …0000')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toContainText('Account 2 of 2: ROTH IRA …61')
  await expectToFit(page)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('region', { name: 'Accounts' })
  await expect(list).toContainText('…0000')
  await expect(list).toContainText('…61')
})
