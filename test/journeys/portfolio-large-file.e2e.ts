// A large broker file shows its progress while it is read and can be canceled.
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { exportFile } from './portfolio-steps.ts'
import { newCreator } from './payment-steps.ts'
import { expect, test } from './fixtures.ts'

const ROWS = 40_000
const LARGE = `date,type,symbol,quantity,price,amount,fee,currency
2025-01-06,deposit,,,,20000000,,USD
${'2025-01-07,buy,ACME,1,245.00,-245,,USD\n'.repeat(ROWS - 1)}`

test(
  'a large file shows how many rows were found and leaves nothing behind when canceled',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await page.goto('/portfolio?dialog=import-portfolio')
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(exportFile(LARGE))
    await expect(dialog).toContainText(/Reading .*[\d,]+ rows/)
    await expect(dialog.getByRole('progressbar')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toContainText('Drop the file here')
    await expect(dialog.getByRole('alert')).toHaveCount(0)

    await dialog.locator('input[type=file]').setInputFiles(exportFile(LARGE))
    await expect(dialog).toContainText('40,000 transactions found.', {
      timeout: WAIT_TIMEOUT_MS,
    })
  },
)
