// When the page leads on after it has said something: to the tenth of a second, on a clock that the test holds.
import type { Page } from '@playwright/test'
import { stepUntil, stopClock } from './clock.ts'
import { CARDS, newCreator, payOf, typeCard } from './paying.ts'
import { enter, expect, newcomer, test, toastOf } from './people.ts'

/** That the page stays where it is for this long after the toast, give or take the steps, and no longer. */
async function expectToLeave(page: Page, from: string, afterMs: number, to: string | RegExp) {
  await page.clock.runFor(afterMs - 60)
  expect(new URL(page.url()).pathname).toBe(from)
  await page.clock.runFor(60)
  await expect(page).toHaveURL(to)
}

test.beforeEach(({ page }) => page.clock.install())

// @spec-4.35 @spec-8.13 @spec-9.15
test('whoever turns out to be signed out is led to signing in after 500 ms', async ({ page, context }) => {
  await enter(page, 'omar', '/profile/theo')
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await expect(follow).toBeVisible()
  await context.clearCookies()
  await stopClock(page)
  await follow.click()
  await stepUntil(page, toastOf(page), 'Unauthorized')
  await expectToLeave(page, '/profile/theo', 500, /\/\?auth=login$/)
})

// @spec-4.6 @spec-9.17
test('whoever signs out is led home after 500 ms', async ({ page }) => {
  await newcomer(page, 'ida', '/profile')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await stopClock(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await stepUntil(page, toastOf(page), 'Logged out')
  await expectToLeave(page, '/profile', 500, '/')
})

// @spec-4.28 @spec-9.20
test('whoever is a creator already is led to the setup after 500 ms', async ({ page }) => {
  await newCreator(page, 'mila')
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Manage Subscriptions' })).toBeVisible()
  // Fetched before the clock stands still.
  await page.evaluate(() => history.pushState(null, '', '/subscriptions'))
  await expect(page.getByRole('region', { name: 'Creator plan' })).toContainText('renews')
  await stopClock(page)
  await page.evaluate(() => history.pushState(null, '', '/creator-subscribe'))
  await stepUntil(page, toastOf(page), 'Already a creator')
  await expectToLeave(page, '/creator-subscribe', 500, '/creator-onboarding')
})

// @spec-4.30 @spec-9.18
test('whoever has paid for Creator Mode is led to the setup after 1 s', async ({ page }) => {
  await newcomer(page, 'mila', '/creator-subscribe')
  await typeCard(page, CARDS.pays)
  await stopClock(page)
  await payOf(page).click()
  await stepUntil(page, toastOf(page), 'Creator Mode Activated')
  await expectToLeave(page, '/creator-subscribe', 1000, '/creator-onboarding')
})

// @spec-4.20 @spec-9.19
test('whoever has subscribed is led on after 2 s', async ({ page, another }) => {
  const creator = await newCreator(await another(), 'mila')
  await newcomer(page, 'bo', `/subscribe/creator/${creator.id}`)
  await typeCard(page, CARDS.pays)
  await stopClock(page)
  await payOf(page).click()
  await stepUntil(page, toastOf(page), 'Subscription Created')
  await expectToLeave(page, `/subscribe/creator/${creator.id}`, 2000, `/profile/${creator.username}`)
})
