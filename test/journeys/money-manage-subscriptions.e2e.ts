// Managing subscriptions: by keyboard, through addresses, and on the payment provider's page.
import type { Page } from '@playwright/test'
import { forgetReauthentications } from './forget-reauthentications.ts'
import { expectBackOn, expectFocusVisible, pressEnterOn } from './keyboard-steps.ts'
import {
  allowConsoleErrors,
  openAs,
  expect,
  registerAndOpen,
  REGISTERED_PASSWORD,
  test,
  toastIn,
  watchConsole,
  usePaymentLatency,
} from './fixtures.ts'
import {
  CARDS,
  type Creator,
  newCreator,
  cardNumberField,
  subscriptionRow,
  subscribe,
} from './payment-steps.ts'

usePaymentLatency()

const subscriptionTo = (page: Page, { username }: Creator) =>
  subscriptionRow(page, 'Your active subscriptions', username)
const cancelDialog = (page: Page) => page.getByRole('dialog', { name: /^Cancel subscription/ })
const ENDS = /Ends \w{3} \d/

/** Registers a new person who pays a new creator, and opens their subscriptions. */
async function openAsSubscriber(page: Page, maker: Page): Promise<Creator> {
  const creator = await newCreator(maker, 'mila')
  await registerAndOpen(page, 'bo')
  await subscribe(page, creator.id)
  await page.goto('/subscriptions')
  await expect(subscriptionTo(page, creator)).toContainText('renews')
  return creator
}

// @spec-2.18 @spec-4.27
test('canceling and undoing works by keyboard, and the focus is never lost or covered', async ({
  screenPage: page,
  openBrowser,
}) => {
  // Animated elements can't be measured.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // The smallest space between the header and the tabs with a toast above them.
  await page.setViewportSize({ width: 360, height: 800 })
  const creator = await openAsSubscriber(page, await openBrowser())
  const cancel = subscriptionTo(page, creator).getByRole('button', { name: `Cancel, ${creator.username}` })
  await pressEnterOn(page, cancel)
  await expect(cancelDialog(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expectBackOn(page, cancel)
  await page.keyboard.press('Enter')
  await pressEnterOn(page, cancelDialog(page).getByRole('button', { name: 'Keep it' }))
  await expectBackOn(page, cancel)
  await page.keyboard.press('Enter')
  await expect(cancelDialog(page)).toBeFocused()
  // Close, "Keep it", and the destructive action last.
  for (const name of ['Close', 'Keep it', 'Cancel subscription']) {
    await page.keyboard.press('Tab')
    await expect(cancelDialog(page).getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(toastIn(page)).toContainText('Subscription canceled')
  await expect(subscriptionTo(page, creator)).toContainText(ENDS)
  await expectBackOn(
    page,
    subscriptionTo(page, creator).getByRole('button', { name: `Undo, ${creator.username}` }),
  )
  await page.keyboard.press('Enter')
  await expect(toastIn(page)).toContainText('It renews monthly again.')
  await expect(cancel).toBeFocused()
  await expectFocusVisible(page)
  await expect(subscriptionTo(page, creator)).toContainText('renews')
})

test(
  'the cancel dialog has an address; Back closes it and Forward opens it again',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await openAsSubscriber(page, await openBrowser())
    await subscriptionTo(page, creator)
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await expect(page).toHaveURL(/\/subscriptions\?dialog=cancel-subscription&subscription=[\w-]+$/)
    await expect(cancelDialog(page)).toBeVisible()
    const address = page.url()
    await page.goBack()
    await expect(cancelDialog(page)).toHaveCount(0)
    await expect(page).toHaveURL('/subscriptions')
    await page.goForward()
    await expect(cancelDialog(page)).toBeVisible()
    await page.reload()
    await cancelDialog(page).getByRole('button', { name: 'Keep it' }).click()
    await expect(cancelDialog(page)).toHaveCount(0)
    await expect(page).toHaveURL('/subscriptions')
    await expect(subscriptionTo(page, creator)).toContainText('renews')

    // For a person without that subscription, the address opens no dialog.
    const stranger = await openBrowser()
    await registerAndOpen(stranger, 'sol', address.slice(address.indexOf('/subscriptions')))
    await expect(stranger.getByText('You have no active subscriptions.')).toBeVisible()
    await expect(stranger.getByRole('dialog')).toHaveCount(0)
  },
)

// @spec-2.140 @spec-7.40
test(
  "Manage opens the provider's page in a new tab, and changes made there appear here without a reload",
  { tag: '@slow' },
  async ({ page, openBrowser, product }) => {
    const creator = await openAsSubscriber(page, await openBrowser())
    await forgetReauthentications(product)
    await subscriptionTo(page, creator)
      .getByRole('button', { name: /^Manage/ })
      .click()
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirm.getByLabel('Password', { exact: true }).fill(REGISTERED_PASSWORD)
    // The empty tab didn't stay in front of the dialog.
    await expect.poll(() => page.context().pages().length).toBe(1)
    const opened = page.context().waitForEvent('page')
    await page.keyboard.press('Enter')
    const portal = watchConsole(await opened)
    await expect(portal.getByRole('heading', { name: 'Billing', exact: true })).toBeVisible()
    expect(await portal.evaluate(() => window.opener)).toBeNull()
    await expect(page).toHaveURL('/subscriptions')
    await portal.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(portal.getByRole('button', { name: "Don't cancel subscription" })).toBeVisible()
    await expect(subscriptionTo(page, creator)).toContainText(ENDS)
    await portal.getByRole('button', { name: "Don't cancel subscription" }).click()
    await expect(portal.getByRole('button', { name: 'Cancel subscription', exact: true })).toBeVisible()
    await expect(subscriptionTo(page, creator)).toContainText('renews')
    await portal.getByRole('link', { name: 'Return' }).click()
    await expect(portal).toHaveURL('/subscriptions')
    await expect(subscriptionTo(portal, creator)).toContainText('renews')
  },
)

// @spec-2.141 @spec-6.14 @spec-7.38
test('a creator plan can be canceled and the cancellation undone', { tag: '@slow' }, async ({ page }) => {
  await newCreator(page, 'mila')
  await page.goto('/subscriptions')
  const plan = page.getByRole('region', { name: 'Creator plan' })
  await expect(plan).toContainText('$2.00/month, renews')
  await plan.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/subscriptions?dialog=cancel-plan')
  const asks = page.getByRole('dialog', { name: 'Cancel your creator plan?' })
  await expect(asks).toContainText('Your posted signals stay.')
  await asks.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(toastIn(page)).toContainText('Creator Mode canceled')
  await expect(plan).toContainText('Creator Mode stays on until then.')
  // Creator Mode works until the plan ends.
  const posted = await page.request.post('/api/signals', { data: { content: 'Still here' } })
  expect(posted.status()).toBe(201)
  await plan.getByRole('button', { name: 'Undo' }).click()
  await expect(toastIn(page)).toContainText('Creator Mode kept')
  await expect(plan).toContainText('renews')
})

// @spec-2.139
test(
  "a failed renewal is paid at once with the new card from the provider's page",
  { tag: '@slow' },
  async ({ page }) => {
    // Uses the demo's failed renewal, because a renewal takes a month. It can be paid only once in a run.
    await openAs(page, 'elif', '/subscriptions')
    const due = page.getByRole('region', { name: 'Your active subscriptions' }).getByRole('listitem')
    await expect(due).toHaveCount(1)
    await expect(due).toContainText('Past due')
    await expect(due).toContainText('access until')
    const opened = page.context().waitForEvent('page')
    await due.getByRole('button', { name: /^Fix payment/ }).click()
    const portal = watchConsole(await opened)
    // The page has only the form for a new card.
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
    await expect(toastIn(portal)).toContainText('Payment received')
    await expect(portal).toHaveURL('/subscriptions')
    const there = portal.getByRole('region', { name: 'Your active subscriptions' }).getByRole('listitem')
    await expect(there).toContainText('renews')
    await expect(due).toContainText('renews')
    await expect(due.getByRole('button', { name: /^Manage/ })).toBeVisible()
  },
)

const NOTHING = { paid: 0, inactive: 0, unchanged: 0, declined: null, confirmUrl: null }
for (const [name, reply, words] of [
  ['the card is the same', { ...NOTHING, unchanged: 1 }, 'Nothing was charged'],
  ['the new card is declined', { ...NOTHING, declined: 'Your card has expired.' }, 'Your card has expired.'],
  ['a payment is not active yet', { ...NOTHING, inactive: 1 }, 'Payment received'],
  ['the bank requires authentication', { ...NOTHING, paid: 1, confirmUrl: '/feed' }, 'Confirm your payment'],
] as const)
  test(`after returning from the provider's page, a message says that ${name}, and a reload doesn't repeat it`, async ({
    screenPage: page,
  }) => {
    await registerAndOpen(page, 'bo')
    allowConsoleErrors(page, /status of 503/)
    let asked = 0
    await page.route('**/api/billing/pay-due', async (route) => {
      asked += 1
      // The first response says that the payment is in progress; asking again doesn't charge twice.
      if (asked === 1) return route.fulfill({ status: 503, json: { code: 'payments_slow', message: 'Slow' } })
      const confirmUrl = reply.confirmUrl && new URL(reply.confirmUrl, page.url()).href
      await route.fulfill({ json: { ...reply, confirmUrl } })
    })
    await page.goto('/subscriptions?billing=back')
    await expect(toastIn(page)).toContainText(words)
    await expect(page).toHaveURL(reply.confirmUrl ?? '/subscriptions')
    await page.reload()
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(asked).toBe(2)
  })

test(
  'opening the Creator Mode checkout without paying leaves no unfinished plan',
  { tag: '@slow' },
  async ({ page }) => {
    await registerAndOpen(page, 'bo', '/creator-subscribe')
    await expect(cardNumberField(page)).toBeVisible()
    await page.goto('/subscriptions')
    const plan = page.getByRole('region', { name: 'Creator plan' })
    await expect(plan).toContainText('Not active')
    await expect(plan).not.toContainText('Incomplete')
    await expect(plan.getByRole('link', { name: 'Enable Creator Mode' })).toBeVisible()
  },
)
