// Tooltips of the header open after 700 ms, or at once within 300 ms of another one.
import type { Page } from '@playwright/test'
import { openAs, expect, test } from './fixtures.ts'

const antenna = (page: Page) => page.getByRole('link', { name: 'Share Investment Signal' })
const profile = (page: Page) => page.getByRole('link', { name: 'Your profile' })
const tooltip = (page: Page) => page.getByRole('tooltip')
/** Moves in steps, as a hand does: a tooltip stays open while the pointer moves onto it. */
const movePointerAway = async (page: Page) => {
  await page.mouse.move(640, 600)
  await page.mouse.move(640, 700, { steps: 3 })
}

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await openAs(page, 'theo', '/profile')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await movePointerAway(page)
})

// @spec-9.27
test('a tooltip opens after the pointer rests for 700 ms and closes when it leaves', async ({ page }) => {
  await antenna(page).hover()
  await page.clock.runFor(690)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tooltip(page)).toHaveText('Share Investment Signal')
  await movePointerAway(page)
  await page.clock.runFor(1)
  await expect(tooltip(page)).toHaveCount(0)
})

// @spec-9.28
test('the next tooltip opens at once within 300 ms of the last one, and otherwise after 700 ms', async ({
  page,
}) => {
  await antenna(page).hover()
  await page.clock.runFor(710)
  await expect(tooltip(page)).toHaveText('Share Investment Signal')
  await movePointerAway(page)
  await page.clock.runFor(280)
  await profile(page).hover()
  await page.clock.runFor(20)
  await expect(tooltip(page)).toHaveText('Your profile')

  await movePointerAway(page)
  await page.clock.runFor(320)
  await antenna(page).hover()
  await page.clock.runFor(690)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tooltip(page)).toHaveText('Share Investment Signal')
})

test("keyboard focus opens the tooltip at once, but focus returning from a dialog doesn't", async ({
  page,
}) => {
  await page.clock.resume()
  // The alerts and then the antenna come after the search.
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Search/ })
    .focus()
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
