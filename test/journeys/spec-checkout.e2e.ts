// Checkouts with missing data or failures: placeholders, messages and redirects.
import type { Page } from '@playwright/test'
import { holdCalls, continueCall, failWith } from './intercept-calls.ts'
import { idOf, cardNumberField } from './payment-steps.ts'
import {
  allowConsoleErrors,
  expect,
  signInByApi,
  registerAndOpen,
  register,
  test,
  toastIn,
} from './fixtures.ts'

/** Registers a person and returns the id of a creator with subscriptions. */
async function registerAndFindCreator(page: Page): Promise<string> {
  await register(page, 'bo')
  return idOf(page, 'maya')
}

// @spec-2.14 @spec-9.4
test("the checkout shows $6/month until the creator's price is known", async ({ screenPage: page }) => {
  const id = await registerAndFindCreator(page)
  const offer = await holdCalls(page, '**/api/subscriptions/offer/*')
  const begun = await holdCalls(page, '**/api/stripe/user-subscription')
  await page.goto(`/subscribe?creator=${id}`)
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText('$6/month')
  await offer(continueCall)
  await begun(continueCall)
  await expect(summary).toContainText('$12/month')
  await expect(summary).not.toContainText('$6/month')
})

// @spec-8.19
test("a subscription that can't start shows the server's message, or ours, and redirects to the feed", async ({
  screenPage: page,
}) => {
  allowConsoleErrors(page, /status of 500/)
  const id = await registerAndFindCreator(page)
  for (const [path, call] of [
    [`/subscribe?creator=${id}`, '**/api/stripe/user-subscription'],
    [`/subscribe/creator/${id}`, '**/api/subscribe/creator'],
  ] as const)
    for (const words of ['The bank is asleep', undefined]) {
      await page.route(call, failWith(500, words))
      await page.goto(path)
      await expect(toastIn(page)).toContainText('Subscription Error')
      await expect(toastIn(page)).toContainText(words ?? 'Failed to create subscription')
      await expect(page).toHaveURL('/')
      await page.unroute(call)
    }
})

// @spec-8.33
test("payment details that can't be loaded show an error, and nobody can pay without them", async ({
  screenPage: page,
}) => {
  allowConsoleErrors(page, /status of 500/)
  const id = await registerAndFindCreator(page)
  await page.route('**/api/subscriptions/offer/*', failWith(500))
  await page.goto(`/subscribe/creator/${id}`)
  await expect(toastIn(page)).toContainText('Failed to load subscription details')
  await expect(page.getByRole('main')).toContainText('Failed to load subscription details')
  await expect(cardNumberField(page)).toHaveCount(0)
})

// @spec-2.130 @spec-2.131 @spec-2.136 @spec-4.18 @spec-8.17
test('the subscribe dialog shows the creator and a pending state, and stays open after an error', async ({
  page,
}) => {
  allowConsoleErrors(page, /status of 500/)
  const id = await registerAndFindCreator(page)
  await page.goto(`/profile/maya?dialog=subscribe&creator=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Maya Lindqvist' })
  await expect(dialog.getByText('MA', { exact: true })).toBeVisible()
  await expect(dialog).toContainText(/Portfolio performance\s*[+−]\d+\.\d%/)
  await expect(dialog).toContainText('$12per month')
  const answer = await holdCalls(page, '**/api/subscriptions/create')
  await dialog.getByRole('button', { name: 'Subscribe $12/mo' }).click()
  await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await answer(failWith(500, 'Something of ours'))
  await expect(toastIn(page)).toContainText('Error')
  await expect(toastIn(page)).toContainText('Failed to create subscription. Please try again.')
  await expect(dialog).toBeVisible()
})

/** Has the page believe that Stripe takes the payments, whose script can't be loaded. */
async function payAtStripe(page: Page): Promise<void> {
  // The page’s content security policy blocks the provider’s script here, which has the same effect as an outage.
  allowConsoleErrors(page, /js\.stripe\.com|Stripe\.js/)
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    const config = (await answer.json()) as { payments: object }
    const payments = { ...config.payments, mode: 'stripe', publishableKey: 'pk_test_none' }
    await route.fulfill({ response: answer, json: { ...config, payments } })
  })
}

// @spec-8.26
test("a card form that can't be loaded asks to refresh", async ({ screenPage: page }) => {
  await payAtStripe(page)
  await registerAndOpen(page, 'bo', '/creator-subscribe')
  await expect(toastIn(page)).toContainText('Failed to load payment form. Please refresh and try again.')
  await expect(page.getByRole('main')).toContainText('Failed to load payment form.')
})

test('a card form of Stripe gets a document of its own, as other pages may not load Stripe’s scripts', async ({
  screenPage: page,
}) => {
  await payAtStripe(page)
  await registerAndOpen(page, 'bo', '/profile')
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.getByRole('main').getByRole('link', { name: 'Enable Creator Mode' }).click()
  await expect(page.getByRole('main')).toContainText('Failed to load payment form.')
  expect(documents).toEqual(['/creator-subscribe'])
})

// @spec-8.27
test('the error "Already a creator" leads to the setup', async ({ screenPage: page }) => {
  await registerAndOpen(page, 'bo')
  await page.route('**/api/stripe/creator-subscription', failWith(409, 'Already a creator, they say'))
  await page.goto('/creator-subscribe')
  await expect(toastIn(page)).toContainText('Already a creator')
  await expect(page).toHaveURL('/creator-onboarding')
})

// @spec-2.137 @spec-2.138 @spec-2.141 @spec-4.25
test("a member's subscriptions are one list, with Manage and Cancel on active ones", async ({
  screenPage: page,
}) => {
  await signInByApi(page, 'rosa')
  await page.goto('/subscriptions')
  const list = page.getByRole('region', { name: 'Your active subscriptions' })
  const active = list.getByRole('listitem').filter({ hasText: 'renews' }).first()
  await expect(active.getByRole('button', { name: /^Manage/ })).toBeVisible()
  await expect(active.getByRole('button', { name: /^Cancel/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'People subscribed to you' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Revenue summary' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Creator plan' })).toContainText('$2.00/month')
})
