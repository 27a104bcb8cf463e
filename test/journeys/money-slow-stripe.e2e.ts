// Paying with Stripe's latency: a reload or a second tab while the payment starts, and a very slow Stripe.
import type { Page } from '@playwright/test'
import { allowConsoleErrors, expect, registerAndOpen, test, toastIn, usePaymentLatency } from './fixtures.ts'
import { CARDS, newCreator, cardNumberField, payButton, subscriptionRow, typeCard } from './payment-steps.ts'

usePaymentLatency()

const BEGIN = '**/api/stripe/user-subscription'

/** The client secrets that this page receives, in order. */
function secretsOf(page: Page): string[] {
  const secrets: string[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/stripe/user-subscription') || !response.ok()) return
    void response.json().then(({ clientSecret }: { clientSecret: string }) => secrets.push(clientSecret))
  })
  return secrets
}

async function payHere(page: Page, username: string): Promise<void> {
  await typeCard(page, CARDS.pays)
  await payButton(page).click()
  await expect(toastIn(page)).toContainText('Subscription Created')
  await page.goto('/subscriptions')
  await expect(subscriptionRow(page, 'Your active subscriptions', username)).toHaveCount(1)
}

test(
  'a reload 300 ms after opening the checkout stays there and pays once',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(await openBrowser(), 'mila')
    await registerAndOpen(page, 'bo', '/feed')
    const checkout = `/subscribe?creator=${creator.id}`
    const begun = page.waitForRequest(BEGIN)
    await page.goto(checkout)
    await begun
    await page.waitForTimeout(300)
    await page.reload()
    await expect(cardNumberField(page)).toBeVisible()
    await expect(page).toHaveURL(checkout)
    await payHere(page, creator.username)
  },
)

test(
  'two tabs opened at the same time share one payment',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(await openBrowser(), 'mila')
    await registerAndOpen(page, 'bo', '/feed')
    const tab = await page.context().newPage()
    const secrets = [secretsOf(page), secretsOf(tab)]
    await Promise.all([page, tab].map((each) => each.goto(`/subscribe?creator=${creator.id}`)))
    await expect(cardNumberField(page)).toBeVisible()
    await expect(cardNumberField(tab)).toBeVisible()
    expect(new Set(secrets.flat()).size).toBe(1)
    await payHere(tab, creator.username)
  },
)

test('while the payment provider is very slow, the page says so and continues by itself', async ({
  page,
  openBrowser,
}) => {
  const creator = await newCreator(await openBrowser(), 'mila')
  await registerAndOpen(page, 'bo', '/feed')
  const slow = { code: 'payments_slow', message: 'Still under way.' }
  allowConsoleErrors(page, /status of 503/)
  await page.route(BEGIN, (route) => route.fulfill({ status: 503, json: slow }), { times: 1 })
  await page.goto(`/subscribe?creator=${creator.id}`)
  await expect(page.getByText('taking longer than usual')).toBeVisible()
  await expect(cardNumberField(page)).toBeVisible()
  await expect(page.getByText('taking longer than usual')).toHaveCount(0)
  await payHere(page, creator.username)
})
