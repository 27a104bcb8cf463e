// Managing what one pays for: with the keyboard alone, through addresses, and on the provider's own page.
import type { Page } from '@playwright/test'
import { allowErrors, enter, expect, LATENCY_OF_PAYING, newcomer, test, toastOf, watched } from './people.ts'
import { CARDS, type Creator, newCreator, numberOf, rowOf, subscribe } from './paying.ts'

test.use({ latency: LATENCY_OF_PAYING })

const heldOf = (page: Page, { username }: Creator) => rowOf(page, 'Your active subscriptions', username)
const asksOf = (page: Page) => page.getByRole('dialog', { name: /^Cancel subscription/ })
const ENDS = /Ends \w{3} \d/

/** Somebody new who pays a creator, also new, and looks at what they pay for. */
async function bySubscriber(page: Page, maker: Page): Promise<Creator> {
  const creator = await newCreator(maker, 'mila')
  await newcomer(page, 'bo')
  await subscribe(page, creator.id)
  await page.goto('/subscriptions')
  await expect(heldOf(page, creator)).toContainText('renews')
  return creator
}

// @spec-2.18 @spec-4.27
test('cancelling and taking it back needs no mouse, and the focus is never lost', async ({
  page,
  another,
}) => {
  const creator = await bySubscriber(page, await another())
  const cancel = heldOf(page, creator).getByRole('button', { name: `Cancel, ${creator.username}` })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await expect(asksOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(asksOf(page)).toHaveCount(0)
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  // Close, "Keep it", and only then what cannot be meant by accident.
  for (const name of ['Close', 'Keep it', 'Cancel subscription']) {
    await page.keyboard.press('Tab')
    await expect(asksOf(page).getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Subscription Canceled')
  await expect(asksOf(page)).toHaveCount(0)
  await expect(heldOf(page, creator)).toContainText(ENDS)
  const undo = heldOf(page, creator).getByRole('button', { name: `Undo, ${creator.username}` })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('It renews monthly again.')
  await expect(cancel).toBeFocused()
  await expect(heldOf(page, creator)).toContainText('renews')
})

test(
  'the question has an address: it opens there, Back closes it and Forward asks again',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await bySubscriber(page, await another())
    await heldOf(page, creator)
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await expect(page).toHaveURL(/\/subscriptions\?dialog=cancel-subscription&subscription=[\w-]+$/)
    await expect(asksOf(page)).toBeVisible()
    const address = page.url()
    await page.goBack()
    await expect(asksOf(page)).toHaveCount(0)
    await expect(page).toHaveURL('/subscriptions')
    await page.goForward()
    await expect(asksOf(page)).toBeVisible()
    await page.reload()
    await asksOf(page).getByRole('button', { name: 'Keep it' }).click()
    await expect(asksOf(page)).toHaveCount(0)
    await expect(page).toHaveURL('/subscriptions')
    await expect(heldOf(page, creator)).toContainText('renews')

    // Where there is nothing to cancel, the address asks nothing.
    const stranger = await another()
    await newcomer(stranger, 'sol', address.slice(address.indexOf('/subscriptions')))
    await expect(stranger.getByText('You have no active subscriptions.')).toBeVisible()
    await expect(stranger.getByRole('dialog')).toHaveCount(0)
  },
)

/** Presses a button that opens the provider's page, and gives its tab. */
async function billingPage(page: Page, creator: Creator, name: RegExp): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await heldOf(page, creator).getByRole('button', { name }).click()
  const tab = watched(await opened)
  await expect(tab.getByRole('heading', { name: 'Billing', exact: true })).toBeVisible()
  return tab
}

// @spec-2.140 @spec-7.40
test(
  "Manage opens the provider's page in a new tab, and what is done there shows here by itself",
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await bySubscriber(page, await another())
    const portal = await billingPage(page, creator, /^Manage/)
    expect(await portal.evaluate(() => window.opener)).toBeNull()
    await expect(page).toHaveURL('/subscriptions')
    await portal.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(portal.getByRole('button', { name: "Don't cancel subscription" })).toBeVisible()
    await expect(heldOf(page, creator)).toContainText(ENDS)
    await portal.getByRole('button', { name: "Don't cancel subscription" }).click()
    await expect(portal.getByRole('button', { name: 'Cancel subscription', exact: true })).toBeVisible()
    await expect(heldOf(page, creator)).toContainText('renews')
    await portal.getByRole('link', { name: 'Return' }).click()
    await expect(portal).toHaveURL('/subscriptions')
    await expect(heldOf(portal, creator)).toContainText('renews')
  },
)

// @spec-2.141 @spec-6.14 @spec-7.38
test('a creator plan is cancelled and kept in the same way', { tag: '@slow' }, async ({ page }) => {
  await newCreator(page, 'mila')
  await page.goto('/subscriptions')
  const plan = page.getByRole('region', { name: 'Creator plan' })
  await expect(plan).toContainText('$2.00/month, renews')
  await plan.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/subscriptions?dialog=cancel-plan')
  const asks = page.getByRole('dialog', { name: 'Cancel your creator plan?' })
  await expect(asks).toContainText('Your posted signals stay.')
  await asks.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(toastOf(page)).toContainText('Creator Mode Canceled')
  await expect(plan).toContainText('Creator Mode stays on until then.')
  // Until then everything works.
  const posted = await page.request.post('/api/signals', { data: { content: 'Still here' } })
  expect(posted.status()).toBe(201)
  await plan.getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toContainText('Creator Mode Kept')
  await expect(plan).toContainText('renews')
})

// @spec-2.139
test(
  "a renewal that failed is paid at once with a card that replaces the refused one on the provider's page",
  { tag: '@slow' },
  async ({ page }) => {
    // Of the demo, as a renewal takes a month; so this can be done once a run.
    await enter(page, 'elif', '/subscriptions')
    const due = page.getByRole('region', { name: 'Your active subscriptions' }).getByRole('listitem')
    await expect(due).toHaveCount(1)
    await expect(due).toContainText('Past due')
    await expect(due).toContainText('access until')
    const opened = page.context().waitForEvent('page')
    await due.getByRole('button', { name: /^Fix payment/ }).click()
    const portal = watched(await opened)
    // There is nothing but the form for another card.
    const number = portal.getByLabel('Card number')
    await expect(number).toBeVisible()
    await expect(portal.getByRole('button')).toHaveText(['Update card'])
    const replaceWith = async (card: string) => {
      await number.fill(card)
      await portal.getByLabel('Expiry').fill('12/34')
      await portal.getByLabel('Security code').fill('123')
      await portal.getByRole('button', { name: 'Update card' }).click()
    }
    await replaceWith(CARDS.isDeclined)
    await expect(portal.getByText('Your card was declined.')).toBeVisible()
    await replaceWith(CARDS.pays)
    await expect(toastOf(portal)).toContainText('Payment Received')
    await expect(portal).toHaveURL('/subscriptions')
    const there = portal.getByRole('region', { name: 'Your active subscriptions' }).getByRole('listitem')
    await expect(there).toContainText('renews')
    await expect(due).toContainText('renews')
    await expect(due.getByRole('button', { name: /^Manage/ })).toBeVisible()
  },
)

const NOTHING = { paid: 0, unchanged: 0, declined: null, confirmUrl: null }
for (const [name, reply, words] of [
  ['the card is the same', { ...NOTHING, unchanged: 1 }, 'Nothing Was Charged'],
  ['the new card is declined', { ...NOTHING, declined: 'Your card has expired.' }, 'Your card has expired.'],
  ['the bank asks', { ...NOTHING, paid: 1, confirmUrl: '/feed' }, 'Confirm Your Payment'],
] as const)
  test(`back from the provider's page, ${name}: it is said, and not asked for again by a reload`, async ({
    page,
  }) => {
    await newcomer(page, 'bo')
    allowErrors(page, /status of 503/)
    let asked = 0
    await page.route('**/api/billing/pay-due', async (route) => {
      asked += 1
      // At first the payment is under way and has no answer yet; asking again pays nothing more.
      if (asked === 1) return route.fulfill({ status: 503, json: { code: 'payments_slow', message: 'Slow' } })
      const confirmUrl = reply.confirmUrl && new URL(reply.confirmUrl, page.url()).href
      await route.fulfill({ json: { ...reply, confirmUrl } })
    })
    await page.goto('/subscriptions?billing=back')
    await expect(toastOf(page)).toContainText(words)
    await expect(page).toHaveURL(reply.confirmUrl ?? '/subscriptions')
    await page.reload()
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(asked).toBe(2)
  })

test(
  'a look at the checkout of Creator Mode leaves nothing that seems begun',
  { tag: '@slow' },
  async ({ page }) => {
    await newcomer(page, 'bo', '/creator-subscribe')
    await expect(numberOf(page)).toBeVisible()
    await page.goto('/subscriptions')
    const plan = page.getByRole('region', { name: 'Creator plan' })
    await expect(plan).toContainText('Not active')
    await expect(plan).not.toContainText('Incomplete')
    await expect(plan.getByRole('link', { name: 'Enable Creator Mode' })).toBeVisible()
  },
)
