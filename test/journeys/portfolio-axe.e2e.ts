// The portfolio with a broker, and the dialogs that end it, without a violation that axe can find.
import { accountsOf, connectSample, holdingsOf } from './investing.ts'
import { expectAccessible } from './accessible.ts'
import { newCreator } from './paying.ts'
import { expect, test } from './people.ts'

test('axe finds nothing on a portfolio with nothing in it', { tag: '@slow' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await newCreator(page, 'iris')
  await page.goto('/portfolio')
  await expect(page.getByRole('link', { name: /Import/ })).toBeVisible()
  await expectAccessible(page)
})

test(
  'axe finds nothing on a portfolio with a broker and on the dialogs over it',
  { tag: '@slow' },
  async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await newCreator(page, 'iris')
    await connectSample(page)
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
