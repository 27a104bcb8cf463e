// Paying at Stripe's real speed: a reload or a second tab while the payment is being begun, and a Stripe that takes very long.
import type { Page } from '@playwright/test'
import { allowErrors, expect, LATENCY_OF_PAYING, newcomer, test, toastOf } from './people.ts'
import { CARDS, newCreator, numberOf, payOf, rowOf, typeCard } from './paying.ts'

test.use({ latency: LATENCY_OF_PAYING })

const BEGIN = '**/api/stripe/user-subscription'

/** The secrets this page was given, in order. */
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
  await payOf(page).click()
  await expect(toastOf(page)).toContainText('Subscription Created')
  await page.goto('/subscriptions')
  await expect(rowOf(page, 'Your active subscriptions', username)).toHaveCount(1)
}

test(
  'a reload 300 ms after the checkout was opened stays there, and pays once',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await newCreator(await another(), 'mila')
    await newcomer(page, 'bo', '/feed')
    const checkout = `/subscribe?creator=${creator.id}`
    const begun = page.waitForRequest(BEGIN)
    await page.goto(checkout)
    await begun
    await page.waitForTimeout(300)
    await page.reload()
    await expect(numberOf(page)).toBeVisible()
    await expect(page).toHaveURL(checkout)
    await payHere(page, creator.username)
  },
)

test('two tabs opened at once show the same payment', { tag: '@slow' }, async ({ page, another }) => {
  const creator = await newCreator(await another(), 'mila')
  await newcomer(page, 'bo', '/feed')
  const tab = await page.context().newPage()
  const secrets = [secretsOf(page), secretsOf(tab)]
  await Promise.all([page, tab].map((each) => each.goto(`/subscribe?creator=${creator.id}`)))
  await expect(numberOf(page)).toBeVisible()
  await expect(numberOf(tab)).toBeVisible()
  expect(new Set(secrets.flat()).size).toBe(1)
  await payHere(tab, creator.username)
})

test('while the payment provider takes very long the page says so and goes on by itself', async ({
  page,
  another,
}) => {
  const creator = await newCreator(await another(), 'mila')
  await newcomer(page, 'bo', '/feed')
  const slow = { code: 'payments_slow', message: 'Still under way.' }
  allowErrors(page, /status of 503/)
  await page.route(BEGIN, (route) => route.fulfill({ status: 503, json: slow }), { times: 1 })
  await page.goto(`/subscribe?creator=${creator.id}`)
  await expect(page.getByText('taking longer than usual')).toBeVisible()
  await expect(numberOf(page)).toBeVisible()
  await expect(page.getByText('taking longer than usual')).toHaveCount(0)
  await payHere(page, creator.username)
})
