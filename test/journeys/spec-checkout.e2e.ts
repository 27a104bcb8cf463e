// The checkouts where something is missing or fails: what shows meanwhile, what is said, and where it leads.
import type { Page } from '@playwright/test'
import { held, letThrough, refusedWith } from './held-calls.ts'
import { idOf, numberOf } from './paying.ts'
import { allowErrors, expect, letIn, newcomer, register, test, toastOf } from './people.ts'

/** Somebody new, and the id of a creator who can be subscribed to. */
async function byNewcomer(page: Page): Promise<string> {
  await register(page, 'bo')
  return idOf(page, 'maya')
}

// @spec-2.14 @spec-9.4
test('while no price is known the checkout shows $6/month, then the price of the creator', async ({
  page,
}) => {
  const id = await byNewcomer(page)
  const offer = await held(page, '**/api/subscriptions/offer/*')
  const begun = await held(page, '**/api/stripe/user-subscription')
  await page.goto(`/subscribe?creator=${id}`)
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText('$6/month')
  await offer(letThrough)
  await begun(letThrough)
  await expect(summary).toContainText('$12/month')
  await expect(summary).not.toContainText('$6/month')
})

// @spec-8.19
test('a subscription that cannot be begun is said in the words of the server, or in ours, and leads home', async ({
  page,
}) => {
  allowErrors(page, /status of 500/)
  const id = await byNewcomer(page)
  for (const [path, call] of [
    [`/subscribe?creator=${id}`, '**/api/stripe/user-subscription'],
    [`/subscribe/creator/${id}`, '**/api/subscribe/creator'],
  ] as const)
    for (const words of ['The bank is asleep', undefined]) {
      await page.route(call, refusedWith(500, words))
      await page.goto(path)
      await expect(toastOf(page)).toContainText('Subscription Error')
      await expect(toastOf(page)).toContainText(words ?? 'Failed to create subscription')
      await expect(page).toHaveURL('/')
      await page.unroute(call)
    }
})

// @spec-8.33
test('details that cannot be loaded are said, and nobody pays without them', async ({ page }) => {
  allowErrors(page, /status of 500/)
  const id = await byNewcomer(page)
  await page.route('**/api/subscriptions/offer/*', refusedWith(500))
  await page.goto(`/subscribe/creator/${id}`)
  await expect(toastOf(page)).toContainText('Failed to load subscription details')
  await expect(page.getByRole('main')).toContainText('Failed to load subscription details')
  await expect(numberOf(page)).toHaveCount(0)
})

// @spec-2.130 @spec-2.131 @spec-2.136 @spec-4.18 @spec-8.17
test('the subscribe dialog shows the creator and waits; what fails is said, and it stays open', async ({
  page,
}) => {
  allowErrors(page, /status of 500/)
  const id = await byNewcomer(page)
  await page.goto(`/profile/maya?dialog=subscribe&creator=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Maya Lindqvist' })
  await expect(dialog.getByText('MA', { exact: true })).toBeVisible()
  await expect(dialog).toContainText(/Performance\s*[+−]\d+\.\d%/)
  await expect(dialog).toContainText('$12per month')
  const answer = await held(page, '**/api/subscriptions/create')
  await dialog.getByRole('button', { name: 'Subscribe $12/mo' }).click()
  await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await answer(refusedWith(500, 'Something of ours'))
  await expect(toastOf(page)).toContainText('Error')
  await expect(toastOf(page)).toContainText('Failed to create subscription. Please try again.')
  await expect(dialog).toBeVisible()
})

// @spec-8.26
test('a card form that cannot be fetched asks to refresh', async ({ page }) => {
  // The page’s own policy refuses the provider’s script here, which is as good as its being away.
  allowErrors(page, /js\.stripe\.com|Stripe\.js/)
  await newcomer(page, 'bo')
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    const config = (await answer.json()) as { payments: object }
    const payments = { ...config.payments, mode: 'stripe', publishableKey: 'pk_test_none' }
    await route.fulfill({ response: answer, json: { ...config, payments } })
  })
  await page.goto('/creator-subscribe')
  await expect(toastOf(page)).toContainText('Failed to load payment form. Please refresh and try again.')
  await expect(page.getByRole('main')).toContainText('Failed to load payment form.')
})

// @spec-8.27
test('"Already a creator" in an answer leads to the setup', async ({ page }) => {
  await newcomer(page, 'bo')
  await page.route('**/api/stripe/creator-subscription', refusedWith(409, 'Already a creator, they say'))
  await page.goto('/creator-subscribe')
  await expect(toastOf(page)).toContainText('Already a creator')
  await expect(page).toHaveURL('/creator-onboarding')
})

// @spec-2.137 @spec-2.138 @spec-2.141 @spec-4.25
test('the subscriptions of a member are one list, with Manage and Cancel where they are active', async ({
  page,
}) => {
  await letIn(page, 'rosa')
  await page.goto('/subscriptions')
  const list = page.getByRole('region', { name: 'Your active subscriptions' })
  const active = list.getByRole('listitem').filter({ hasText: 'renews' }).first()
  await expect(active.getByRole('button', { name: /^Manage/ })).toBeVisible()
  await expect(active.getByRole('button', { name: /^Cancel/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'People subscribed to you' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Revenue summary' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Creator plan' })).toContainText('$2.00/month')
})
