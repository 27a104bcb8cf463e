// Toasts: one at a time, five seconds, dismissed by a swipe to the right, focused with F8.
import type { Page } from '@playwright/test'
import { expect, signIn, test, toastIn } from './fixtures.ts'

/** Causes a "Login failed" toast and stops the page's clock. */
async function failToSignIn(page: Page) {
  await page.clock.install()
  await page.goto('/?auth=login')
  await page.getByLabel('Username').fill('rosa')
  await page.getByLabel('Password', { exact: true }).fill('not her password')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toastIn(page)).toContainText('Login failed')
}

/** Drags the toast to the right by this many pixels and releases it. */
async function swipe(page: Page, pixels: number) {
  const box = await toastIn(page).boundingBox()
  if (!box) throw new Error('There is no toast to swipe')
  const [x, y] = [box.x + 60, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + pixels, y, { steps: 6 })
  await page.mouse.up()
}

// @spec-9.24
test('a toast disappears after five seconds, not before', { tag: '@slow' }, async ({ page }) => {
  await failToSignIn(page)
  await page.clock.runFor(4900)
  await expect(toastIn(page)).toHaveAttribute('data-state', 'open')
  await page.clock.runFor(200)
  await expect(toastIn(page)).toHaveCount(0)
})

// @spec-9.23
test('a new toast replaces the previous one at once', { tag: '@slow' }, async ({ page }) => {
  await failToSignIn(page)
  await page.clock.resume()
  await page.getByLabel('Password', { exact: true }).fill('signalpost')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toastIn(page)).toContainText(['Welcome back!'])
  await expect(toastIn(page)).toHaveCount(1)
})

// @spec-9.25
test(
  "a swipe of more than 50 pixels to the right dismisses a toast, a shorter one doesn't",
  { tag: '@slow' },
  async ({ page }) => {
    await failToSignIn(page)
    await swipe(page, 30)
    await expect(toastIn(page)).toHaveAttribute('data-swipe', 'cancel')
    await expect(toastIn(page)).toHaveAttribute('data-state', 'open')
    await swipe(page, -90)
    await expect(toastIn(page)).toHaveAttribute('data-state', 'open')
    await swipe(page, 60)
    await expect(toastIn(page)).toHaveCount(0)
  },
)

test('Dismiss closes a toast and leaves the dialog below it open', { tag: '@slow' }, async ({ page }) => {
  await failToSignIn(page)
  await toastIn(page).locator('[aria-label="Dismiss"]').click()
  await expect(toastIn(page)).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Welcome to Signalpost' })).toBeVisible()
})

// @spec-9.26
test('F8 focuses the toast, which then stays until it is dismissed', { tag: '@slow' }, async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'rosa')
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  await page.clock.runFor(20_000)
  await expect(toastIn(page)).toHaveAttribute('data-state', 'open')
  await page.keyboard.press('Tab')
  await expect(toastIn(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toastIn(page).getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastIn(page)).toHaveCount(0)
})

test(
  'F8 focuses the toast over an open dialog, and the focus returns to where it was',
  { tag: '@slow' },
  async ({ page }) => {
    await failToSignIn(page)
    const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
    const password = page.getByLabel('Password', { exact: true })
    // The form moves the focus back to the password by itself.
    await page.clock.runFor(100)
    await expect(password).toBeFocused()
    await page.keyboard.press('F8')
    const place = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')
    await expect(place).toBeFocused()
    await page.clock.runFor(20_000)
    await expect(toastIn(page)).toHaveAttribute('data-state', 'open')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(toastIn(page).getByRole('button', { name: 'Dismiss' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toastIn(page)).toHaveCount(0)
    await expect(password).toBeFocused()
    await expect(dialog).toBeVisible()
    // The dialog traps the focus again.
    for (let n = 0; n < 12; n++) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
  },
)
