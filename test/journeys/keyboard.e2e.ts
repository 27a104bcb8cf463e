// The whole way with a keyboard alone: past the header, into the signal dialog, posting, and back to where one was.
import type { Page } from '@playwright/test'
import { tabTo } from './keys.ts'
import { enter, expect, test, toastOf } from './people.ts'

// Nothing is looked at on its way to where it stands.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

const postSignalLink = (page: Page) => page.getByRole('link', { name: 'Share Investment Signal' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Investment Signal' })

test('the first Tab offers to skip the header', async ({ page }) => {
  await enter(page, 'sunniva')
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

test('a signal is written and posted without a mouse, and the focus comes back', async ({ page }) => {
  const words = `Typed, never clicked ${Math.random()}`
  await enter(page, 'sunniva')
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
  await page.keyboard.press('Tab')
  await page.keyboard.type('nesn.sw')
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Content' }))
  await page.keyboard.type(words)
  await tabTo(page, dialog.getByRole('button', { name: 'Post Signal' }))
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Signal Posted')
  await expect(dialog).toHaveCount(0)
  await expect(postSignalLink(page)).toBeFocused()
  await expect(page.getByRole('article').first()).toContainText(words)
  await expect(page.getByRole('article').first().getByRole('listitem')).toHaveText(['Sell', '$NESN.SW'])
})

// @spec-2.58
test('Tab stays inside the dialog, and Escape leads back to what opened it', async ({ page }) => {
  await enter(page, 'sunniva')
  await expect(page.getByRole('article').first()).toBeVisible()
  const composer = page.getByRole('link', { name: 'Share an idea' })
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
