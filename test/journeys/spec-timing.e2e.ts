// The delay between a message and a redirect, to a tenth of a second, with a stopped clock.
import type { Page } from '@playwright/test'
import { stepUntil, stopClock } from './page-clock.ts'
import { CARDS, newCreator, payButton, typeCard } from './payment-steps.ts'
import { openAs, expect, registerAndOpen, test, toastIn } from './fixtures.ts'

/** The page stays for this long after the toast, within one clock step, and then redirects. */
async function expectToLeave(page: Page, from: string, afterMs: number, to: string | RegExp) {
  await page.clock.runFor(afterMs - 60)
  expect(new URL(page.url()).pathname).toBe(from)
  await page.clock.runFor(60)
  await expect(page).toHaveURL(to)
}

test.beforeEach(({ page }) => page.clock.install())

// @spec-4.35 @spec-8.13 @spec-9.15
test('a signed-out person is redirected to sign in after 500 ms', async ({ page, context }) => {
  await openAs(page, 'omar', '/profile/theo')
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await expect(follow).toBeVisible()
  await context.clearCookies()
  await stopClock(page)
  await follow.click()
  await stepUntil(page, toastIn(page), 'Unauthorized')
  await expectToLeave(page, '/profile/theo', 500, /\/\?auth=login$/)
})

// @spec-4.6 @spec-9.17
test('signing out redirects to the landing page after 500 ms', async ({ page }) => {
  await registerAndOpen(page, 'ida', '/profile')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await stopClock(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await stepUntil(page, toastIn(page), 'Logged out')
  await expectToLeave(page, '/profile', 500, '/')
})

// @spec-4.28 @spec-9.20
test('an existing creator is redirected to the setup after 500 ms', async ({ page }) => {
  await newCreator(page, 'mila')
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Manage Subscriptions' })).toBeVisible()
  // Loads the page before the clock stops.
  await page.evaluate(() => history.pushState(null, '', '/subscriptions'))
  await expect(page.getByRole('region', { name: 'Creator plan' })).toContainText('renews')
  await stopClock(page)
  // No button leads there anymore, but Back can.
  await page.evaluate(() => history.pushState(null, '', '/creator-subscribe'))
  await stepUntil(page, toastIn(page), 'Already a creator')
  await expect(toastIn(page)).toContainText('Creator Mode is active.')
  await expectToLeave(page, '/creator-subscribe', 500, '/creator-onboarding')
  await page.clock.resume()
  await expect(page.getByText('All three steps are done.')).toBeVisible()
})

// @spec-4.30 @spec-9.18
test('paying for Creator Mode redirects to the setup after 1 s', async ({ page }) => {
  await registerAndOpen(page, 'mila', '/creator-subscribe')
  await typeCard(page, CARDS.pays)
  await stopClock(page)
  await payButton(page).click()
  await stepUntil(page, toastIn(page), 'Creator Mode Activated')
  await expectToLeave(page, '/creator-subscribe', 1000, '/creator-onboarding')
})

// @spec-4.20 @spec-9.19
test('subscribing redirects after 2 s', async ({ page, openBrowser }) => {
  const creator = await newCreator(await openBrowser(), 'mila')
  await registerAndOpen(page, 'bo', `/subscribe/creator/${creator.id}`)
  await typeCard(page, CARDS.pays)
  await stopClock(page)
  await payButton(page).click()
  await stepUntil(page, toastIn(page), 'Subscription Created')
  await expectToLeave(page, `/subscribe/creator/${creator.id}`, 2000, `/profile/${creator.username}`)
})
