// Tooltips of the header: after 700 ms, at once for the next one within 300 ms, and never in the way.
import type { Page } from '@playwright/test'
import { enter, expect, test } from './people.ts'

const antenna = (page: Page) => page.getByRole('link', { name: 'Share Investment Signal' })
const profile = (page: Page) => page.getByRole('link', { name: 'Your profile' })
const tooltip = (page: Page) => page.getByRole('tooltip')
/** In steps, as a hand does: on the way from the control to its tooltip it stays open. */
const away = async (page: Page) => {
  await page.mouse.move(640, 600)
  await page.mouse.move(640, 700, { steps: 3 })
}

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await enter(page, 'theo', '/profile')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await away(page)
})

// @spec-9.27
test('a tooltip opens when the pointer has rested for 700 ms, and closes when it leaves', async ({
  page,
}) => {
  await antenna(page).hover()
  await page.clock.runFor(690)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tooltip(page)).toHaveText('Share Investment Signal')
  await away(page)
  await page.clock.runFor(1)
  await expect(tooltip(page)).toHaveCount(0)
})

// @spec-9.28
test('the next tooltip opens at once within 300 ms, and waits again after that', async ({ page }) => {
  await antenna(page).hover()
  await page.clock.runFor(710)
  await expect(tooltip(page)).toHaveText('Share Investment Signal')
  await away(page)
  await page.clock.runFor(280)
  await profile(page).hover()
  await page.clock.runFor(20)
  await expect(tooltip(page)).toHaveText('Your profile')

  await away(page)
  await page.clock.runFor(320)
  await antenna(page).hover()
  await page.clock.runFor(690)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tooltip(page)).toHaveText('Share Investment Signal')
})

test('a keyboard has the tooltip at once; the focus that comes back from a dialog brings none', async ({
  page,
}) => {
  await page.clock.resume()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(antenna(page)).toBeFocused()
  await expect(tooltip(page)).toHaveText('Share Investment Signal')
  await page.keyboard.press('Escape')
  await expect(tooltip(page)).toHaveCount(0)
  await antenna(page).click()
  const dialog = page.getByRole('dialog', { name: 'Share Investment Signal' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(antenna(page)).toBeFocused()
  await expect(tooltip(page)).toHaveCount(0)
})
