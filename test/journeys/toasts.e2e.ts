// Toasts: one at a time, five seconds, swiped away to the right, and F8 to reach them.
import type { Page } from '@playwright/test'
import { expect, signIn, test, toastOf } from './people.ts'

/** Brings about "Login failed"; from then on time stands still on the page. */
async function failToSignIn(page: Page) {
  await page.clock.install()
  await page.goto('/?auth=login')
  await page.getByLabel('Username').fill('rosa')
  await page.getByLabel('Password').fill('not her password')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toastOf(page)).toContainText('Login failed')
}

/** Draws the toast to the right by so many pixels and lets go. */
async function swipe(page: Page, pixels: number) {
  const box = await toastOf(page).boundingBox()
  if (!box) throw new Error('There is no toast to swipe')
  const [x, y] = [box.x + 60, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + pixels, y, { steps: 6 })
  await page.mouse.up()
}

// @spec-9.24
test('a toast goes after five seconds, not before', async ({ page }) => {
  await failToSignIn(page)
  await page.clock.runFor(4900)
  await expect(toastOf(page)).toHaveAttribute('data-state', 'open')
  await page.clock.runFor(200)
  await expect(toastOf(page)).toHaveCount(0)
})

// @spec-9.23
test('a toast gives way to the next one at once', async ({ page }) => {
  await failToSignIn(page)
  await page.clock.resume()
  await page.getByLabel('Password').fill('signalpost')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toastOf(page)).toContainText(['Welcome back!'])
  await expect(toastOf(page)).toHaveCount(1)
})

// @spec-9.25
test('a toast is swiped away by more than 50 pixels to the right, and by less it stays', async ({ page }) => {
  await failToSignIn(page)
  await swipe(page, 30)
  await expect(toastOf(page)).toHaveAttribute('data-swipe', 'cancel')
  await expect(toastOf(page)).toHaveAttribute('data-state', 'open')
  await swipe(page, -90)
  await expect(toastOf(page)).toHaveAttribute('data-state', 'open')
  await swipe(page, 60)
  await expect(toastOf(page)).toHaveCount(0)
})

test('Dismiss closes a toast and leaves the dialog below it open', async ({ page }) => {
  await failToSignIn(page)
  await toastOf(page).locator('[aria-label="Dismiss"]').click()
  await expect(toastOf(page)).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Welcome to Signalpost' })).toBeVisible()
})

// @spec-9.26
test('F8 leads the focus to the toast, which then waits, and a press there dismisses it', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'rosa')
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  await page.clock.runFor(20_000)
  await expect(toastOf(page)).toHaveAttribute('data-state', 'open')
  await page.keyboard.press('Tab')
  await expect(toastOf(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toastOf(page).getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toHaveCount(0)
})

test('F8 reaches the toast over an open dialog too, and the focus comes back to where it was', async ({
  page,
}) => {
  await failToSignIn(page)
  const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
  const password = page.getByLabel('Password')
  // The form brings it back by itself, to be typed over.
  await page.clock.runFor(100)
  await expect(password).toBeFocused()
  await page.keyboard.press('F8')
  const place = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')
  await expect(place).toBeFocused()
  await page.clock.runFor(20_000)
  await expect(toastOf(page)).toHaveAttribute('data-state', 'open')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(toastOf(page).getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toHaveCount(0)
  await expect(password).toBeFocused()
  await expect(dialog).toBeVisible()
  // The dialog keeps the focus as before.
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
})
