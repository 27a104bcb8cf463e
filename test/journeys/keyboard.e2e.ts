// Posting a signal by keyboard alone: skipping the header, filling in the dialog, and where the focus returns.
import type { Page } from '@playwright/test'
import { tabTo } from './keyboard-steps.ts'
import { openAs, expect, test, toastIn } from './fixtures.ts'

// Animated elements can't be measured.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

const postSignalLink = (page: Page) => page.getByRole('link', { name: 'Share Investment Signal' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Investment Signal' })

test('the first Tab focuses the link that skips the header', async ({ page }) => {
  await openAs(page, 'sunniva')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Following' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/?scope=everyone')
})

test('a signal is written and posted by keyboard, and the focus returns to the button', async ({ page }) => {
  const words = `Typed, never clicked ${Math.random()}`
  await openAs(page, 'sunniva')
  await expect(page.getByRole('article').first()).toBeVisible()
  await tabTo(page, postSignalLink(page))
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog).toBeFocused()

  await tabTo(page, dialog.getByRole('combobox', { name: 'Signal type' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Buy' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Sell' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Signal type' })).toHaveText('Sell')
  await expect(dialog.getByRole('combobox', { name: 'Signal type' })).toBeFocused()
  await tabTo(page, dialog.getByRole('textbox', { name: 'Tickers' }))
  await page.keyboard.type('nesn.sw')
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('radio', { name: 'Close my trade' }))
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'Open a short' })).toBeChecked()
  await tabTo(page, dialog.getByRole('textbox', { name: 'Content' }))
  await page.keyboard.type(words)
  for (const name of ['Do you hold this?', 'Were you paid to post this?']) {
    await tabTo(page, dialog.getByRole('radiogroup', { name }).getByRole('radio').first())
    await page.keyboard.press('Space')
  }
  await tabTo(page, dialog.getByRole('button', { name: 'Post Signal' }))
  await page.keyboard.press('Enter')
  await expect(toastIn(page)).toContainText('Signal Posted')
  await expect(dialog).toHaveCount(0)
  await expect(postSignalLink(page)).toBeFocused()
  await expect(page.getByRole('article').first()).toContainText(words)
  await expect(page.getByRole('article').first().getByRole('listitem')).toHaveText(['Sell', '$NESN.SW'])
})

// @spec-2.58
test('Tab stays inside the dialog, and Escape returns the focus to the link that opened it', async ({
  page,
}) => {
  await openAs(page, 'sunniva')
  await expect(page.getByRole('article').first()).toBeVisible()
  const composer = page.getByRole('link', { name: 'New signal' })
  await tabTo(page, composer)
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeFocused()
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    expect(await dialogOf(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(composer).toBeFocused()
  await expect(page).toHaveURL('/')
})
