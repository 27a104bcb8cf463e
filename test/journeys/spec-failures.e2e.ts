// The error messages for creators and subscribers, as the specification words them.
import type { Page } from '@playwright/test'
import { failWith } from './intercept-calls.ts'
import { newCreator, subscribe } from './payment-steps.ts'
import { allowConsoleErrors, openAs, expect, registerAndOpen, test, toastIn } from './fixtures.ts'

const CANNOT = { code: 'payments_unavailable', message: 'Payments rest today' }

// @spec-4.33 @spec-4.34 @spec-7.31 @spec-7.32 @spec-8.28 @spec-8.29
test(
  'starting payouts creates an account and a link, later only a link, and failures show messages',
  { tag: '@slow' },
  async ({ page }) => {
    allowConsoleErrors(page, /status of 50\d/)
    await openAs(page, 'jonas', '/creator-onboarding')
    const payouts = page.getByRole('region', { name: 'Payouts' })
    const start = payouts.getByRole('button', { name: /^(Set up payouts|Continue)$/ })
    await payouts.getByLabel('Your country').fill('United States')
    const account = '**/api/stripe/connect/create-account'
    const link = '**/api/stripe/connect/create-account-link'
    for (const [refusal, title, words] of [
      [failWith(500), 'Error', 'Failed to start onboarding'],
      [
        (route: Parameters<ReturnType<typeof failWith>>[0]) =>
          route.fulfill({
            status: 409,
            json: {
              code: 'connect_not_enabled',
              message: 'Enable the Connect feature in the Stripe dashboard first, then try again.',
            },
          }),
        'Payment Setup Required',
        'Enable the Connect feature in the Stripe dashboard first',
      ],
    ] as const) {
      await page.route(account, refusal)
      await start.click()
      await expect(toastIn(page)).toContainText(title)
      await expect(toastIn(page)).toContainText(words)
      await page.unroute(account)
    }
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname.replace(/.*\//, ''))
    })
    await start.click()
    await expect(page.getByRole('heading', { name: 'Get paid' })).toBeVisible()
    expect(asked).toEqual(['create-account', 'create-account-link'])
    asked.length = 0
    await page.goto('/creator-onboarding')
    await page.route(link, (route) => route.fulfill({ json: { url: '/profile' } }))
    await payouts.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/profile')
    expect(asked).toEqual(['create-account-link'])
  },
)

async function fails(page: Page, title: string, words: string, press: () => Promise<void>) {
  await press()
  await expect(toastIn(page)).toContainText(title)
  await expect(toastIn(page)).toContainText(words)
}

// @spec-2.146 @spec-2.147 @spec-5.39 @spec-5.40 @spec-5.41 @spec-8.30 @spec-8.31
test(
  "an invalid price shows the reason, and a price that can't be saved shows the error of its form",
  { tag: '@slow' },
  async ({ page }) => {
    allowConsoleErrors(page, /status of 500/)
    await newCreator(page, 'mila')
    await page.route('**/api/creator/subscription-price', failWith(500, 'Something of ours'))
    await page.goto('/creator-onboarding')
    const step = page.getByRole('region', { name: 'Subscription price' })
    const update = step.getByRole('button', { name: 'Update price' })
    for (const typed of ['4.99', '', 'ten', '100.01', '5.001']) {
      await step.getByLabel('Monthly price').fill(typed)
      await expect(update, typed).toBeDisabled()
    }
    for (const typed of ['5', '100', '5.01']) {
      await step.getByLabel('Monthly price').fill(typed)
      await expect(update, typed).toBeEnabled()
    }
    await fails(page, 'Error', 'Failed to update price', () => update.click())

    await page.goto('/subscriptions?dialog=edit-price')
    const dialog = page.getByRole('dialog', { name: 'Edit price' })
    const save = () => dialog.getByRole('button', { name: 'Update price' }).click()
    for (const typed of ['', 'ten', '4.99']) {
      await dialog.getByLabel('Monthly price').fill(typed)
      await fails(page, 'Invalid Price', 'Subscription price must be at least $5.00', save)
    }
    await dialog.getByLabel('Monthly price').fill('12')
    await fails(page, 'Update Failed', 'Failed to update subscription price', save)
    await expect(dialog).toBeVisible()
  },
)

// @spec-8.34 @spec-8.35
test(
  "a failed cancellation shows the server's message, or ours",
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    allowConsoleErrors(page, /status of 50\d/)
    const creator = await newCreator(await openBrowser(), 'mila')
    await newCreator(page, 'bo')
    await subscribe(page, creator.id)
    await page.goto('/subscriptions')
    const list = page.getByRole('region', { name: 'Your active subscriptions' })
    const plan = page.getByRole('region', { name: 'Creator plan' })
    for (const { place, path, confirm, ours } of [
      {
        place: list,
        path: /\/api\/subscriptions\/[\w-]+$/,
        confirm: 'Cancel subscription',
        ours: 'Failed to cancel subscription',
      },
      {
        place: plan,
        path: /\/api\/creator-subscription\/cancel$/,
        confirm: 'Cancel plan',
        ours: 'Failed to cancel creator subscription',
      },
    ]) {
      await place.getByRole('button', { name: /^Cancel/ }).click()
      const press = () => page.getByRole('dialog').getByRole('button', { name: confirm }).click()
      await page.route(path, (route) => route.fulfill({ status: 503, json: CANNOT }))
      await fails(page, 'Cancellation Failed', CANNOT.message, press)
      await page.unroute(path)
      await page.route(path, failWith(500))
      await fails(page, 'Cancellation Failed', ours, press)
      await page.unroute(path)
      await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  },
)

// @spec-8.7
test(
  'a failed sign-out shows the reason, and the person stays signed in',
  { tag: '@slow' },
  async ({ page }) => {
    allowConsoleErrors(page, /status of 503/)
    await registerAndOpen(page, 'ida', '/profile')
    await page.route('**/api/logout', failWith(503, 'Not now'))
    await fails(page, 'Logout failed', 'Not now', () =>
      page.getByRole('button', { name: 'Sign Out' }).click(),
    )
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
  },
)
