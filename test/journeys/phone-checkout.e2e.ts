// Subscribing on a phone: one tap from a locked signal to the card form, in view together with the price, the terms and the button.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { openAs, expect, registerAndOpen, test, usePaymentLatency } from './fixtures.ts'
import { idOf, cardNumberField, payButton } from './payment-steps.ts'

/** When the purchase renews and how to cancel it. Those of the folded order don't count. */
const renewalTerms = (page: Page, due: string) =>
  page
    .getByRole('region', { name: 'Card details' })
    .getByText(
      new RegExp(`^Renews for \\${due} on .*, then monthly\\. Cancel any time under Manage Subscriptions`),
    )

/** The distance from the bottom of one to the top of the other, in px. */
async function gapBetween(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
  if (!above || !below) throw new Error('Not on screen')
  return below.y - above.y - above.height
}

usePaymentLatency()
test.use({ viewport: { width: 360, height: 640 } })

test('one tap on a locked signal opens a card form in view, and leaving it creates no subscription', async ({
  page,
}) => {
  await registerAndOpen(page, 'bo', '/profile/maya')
  const id = await idOf(page, 'maya')
  const locked = page.getByRole('article').filter({ hasText: 'Premium signal' }).first()
  await locked.getByRole('link', { name: 'Subscribe $12/month' }).click()
  await expect(page).toHaveURL(`/subscribe/creator/${id}`)
  await expect(cardNumberField(page)).toBeVisible()
  await expect(cardNumberField(page)).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)

  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary.getByText('$12/month · Due today $12.00')).toBeInViewport({ ratio: 1 })
  await expect(summary.getByText(/^Subscriber trades: Not rated yet/)).toBeInViewport({ ratio: 1 })
  const split = summary.getByText('Of your $12.00, $10.80 goes to Maya Lindqvist')
  await expect(split).toBeHidden()
  await summary.getByRole('button', { name: 'Order details', expanded: false }).click()
  await expect(split).toBeVisible()
  await summary.getByRole('button', { name: 'Order details', expanded: true }).click()
  await expect(split).toBeHidden()
  await payButton(page).scrollIntoViewIfNeeded()
  await expect(payButton(page)).toBeInViewport({ ratio: 1 })
  await expect(renewalTerms(page, '$12.00')).toBeInViewport({ ratio: 1 })
  await expect(summary.getByText('Cancel any time')).toBeHidden()

  await page.goto('/subscriptions')
  await expect(page.getByText('You have no active subscriptions.')).toBeVisible()
  await expect(page.getByText('Incomplete')).toHaveCount(0)
})

test('"Subscribed" on a profile opens that subscription', async ({ page }) => {
  await openAs(page, 'rosa', '/profile/maya')
  const id = await idOf(page, 'maya')
  await page.getByRole('link', { name: 'Subscribed' }).click()
  await expect(page).toHaveURL(`/subscriptions?creator=${id}`)
  const subscription = page.getByRole('region', { name: 'Your active subscriptions' }).getByRole('listitem')
  const ofMaya = subscription.filter({ hasText: 'Maya Lindqvist' })
  await expect(ofMaya).toBeFocused()
  await expect(ofMaya).toBeInViewport({ ratio: 1 })
  await expect(ofMaya.getByRole('button', { name: /^Cancel/ })).toBeVisible()
})

for (const { path, price, due } of [
  { path: '/creator-subscribe', price: '$2.00/month · Due today $2.00', due: '$2.00' },
  { path: '/subscribe?creator=', price: '$12/month · Due today $12.00', due: '$12.00' },
])
  test(
    `${path} shows its card form and its terms without scrolling on a larger phone`,
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await registerAndOpen(page, 'bo')
      await page.goto(path.endsWith('=') ? path + (await idOf(page, 'maya')) : path)
      await expect(cardNumberField(page)).toBeVisible()
      for (const size of [
        { width: 390, height: 844 },
        { width: 360, height: 800 },
      ]) {
        await page.setViewportSize(size)
        const terms = renewalTerms(page, due)
        for (const seen of [cardNumberField(page), terms, payButton(page), page.getByText(price)])
          await expect(seen).toBeInViewport({ ratio: 1 })
        // Right above the button.
        expect(await gapBetween(terms, payButton(page))).toBeLessThanOrEqual(20)
      }
      await page.getByRole('button', { name: 'Order details' }).click()
      await expectAccessible(page)
    },
  )
