// A person is charged once, even if they reload, go back or press twice.
import type { Page } from '@playwright/test'
import { expect, registerAndOpen, test, toastIn, usePaymentLatency } from './fixtures.ts'
import {
  CARDS,
  countPaymentAttempts,
  type Creator,
  grossOf,
  newCreator,
  cardNumberField,
  payButton,
  pressPay,
  subscriptionRow,
  signalCard,
  typeCard,
} from './payment-steps.ts'

usePaymentLatency()

const checkoutOf = ({ id }: Creator) => `/subscribe?creator=${id}`
const profileOf = ({ username }: Creator) => `/profile/${username}`

/** Mila, a creator in a browser of her own, and Bo, who registers in `page` and opens a path that belongs to her. */
async function openAsBo(page: Page, openBrowser: () => Promise<Page>, pathOf: (creator: Creator) => string) {
  const maker = await openBrowser()
  const creator = await newCreator(maker, 'mila')
  await registerAndOpen(page, 'bo', pathOf(creator))
  return { maker, creator, tries: countPaymentAttempts(page) }
}

const subscribeLink = (page: Page, { username }: Creator) =>
  page.getByRole('region', { name: username }).getByRole('link', { name: 'Subscribe $9.50/month' })

/** Pays with a card, starting at the creator's profile, and goes back there before the card is confirmed. */
async function goBackWhilePaying(page: Page, creator: Creator, tries: () => number, card: string) {
  await subscribeLink(page, creator).click()
  const release = await pressPay(page, tries, card)
  await page.goBack()
  await expect(page).toHaveURL(profileOf(creator))
  release()
}

async function expectPaidOnce(page: Page, maker: Page, creator: Creator) {
  const { username, premium } = creator
  await expect(page).toHaveURL(profileOf(creator))
  await expect(signalCard(page, premium.id)).toContainText(premium.words)
  // The subscription is saved before its payment.
  await expect.poll(() => grossOf(maker)).toBe(950)
  await page.goto('/subscriptions')
  await expect(subscriptionRow(page, 'Your active subscriptions', username)).toHaveCount(1)
}

test(
  'pressing Pay twice, or Enter and then Pay, makes one attempt and one charge',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const { maker, creator, tries } = await openAsBo(page, openBrowser, checkoutOf)
    await typeCard(page, CARDS.isDeclined)
    await payButton(page).dblclick()
    await expect(page.getByText('Payment Failed')).toBeVisible()
    expect(tries()).toBe(1)
    // Dispatched in the page, so that nothing can happen between the three events.
    await cardNumberField(page).fill(CARDS.pays)
    await payButton(page).evaluate((button: HTMLButtonElement) => {
      button.form?.requestSubmit()
      button.click()
      button.click()
    })
    await expect(toastIn(page)).toContainText('Subscription Created')
    expect(tries()).toBe(2)
    await expectPaidOnce(page, maker, creator)
  },
)

test('a reload before paying continues the same payment', { tag: '@slow' }, async ({ page, openBrowser }) => {
  const maker = await openBrowser()
  const creator = await newCreator(maker, 'mila')
  /** The client secret that the server returns during `opening`. */
  const secretOf = async (opening: () => Promise<unknown>) => {
    const begun = page.waitForResponse('**/api/stripe/user-subscription')
    await opening()
    return ((await (await begun).json()) as { clientSecret: string }).clientSecret
  }
  const first = await secretOf(() => registerAndOpen(page, 'bo', checkoutOf(creator)))
  await typeCard(page, CARDS.pays)
  expect(await secretOf(() => page.reload())).toBe(first)
  await expect(cardNumberField(page)).toHaveValue('')
  await typeCard(page, CARDS.pays)
  await payButton(page).click()
  await expect(toastIn(page)).toContainText('Subscription Created')
  await expectPaidOnce(page, maker, creator)
})

test(
  'a reload after paying, before the server confirms it, completes without a second charge',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const { maker, creator, tries } = await openAsBo(page, openBrowser, checkoutOf)
    await page.route('**/api/subscriptions/check', (route) =>
      route.fulfill({ json: { isSubscribed: false, status: 'incomplete' } }),
    )
    await typeCard(page, CARDS.pays)
    await payButton(page).click()
    await expect(page.getByRole('heading', { name: 'Confirming your payment…' })).toBeVisible()
    await expect(payButton(page)).toHaveCount(0)
    await page.unroute('**/api/subscriptions/check')
    await page.reload()
    await expectPaidOnce(page, maker, creator)
    expect(tries()).toBe(1)
  },
)

// @spec-4.24
test(
  'leaving the checkout charges nothing and lists nothing, and the payment can be completed later',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const { maker, creator } = await openAsBo(page, openBrowser, profileOf)
    const subscribe = subscribeLink(page, creator)
    await subscribe.click()
    await expect(cardNumberField(page)).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(profileOf(creator))
    await expect(subscribe).toBeVisible()
    await page.goForward()
    await expect(cardNumberField(page)).toBeVisible()
    await page.goBack()
    await expect(subscribe).toBeVisible()
    expect(await grossOf(maker)).toBe(0)
    // The creator doesn't see people who haven't paid.
    await maker.goto('/subscriptions')
    await expect(maker.getByText('No subscribers yet.')).toBeVisible()

    // An unpaid attempt is not a subscription.
    await page.goto('/subscriptions')
    await expect(page.getByRole('heading', { name: 'Your active subscriptions' })).toBeVisible()
    await expect(subscriptionRow(page, 'Your active subscriptions', creator.username)).toHaveCount(0)
    await page.goto(profileOf(creator))
    await subscribe.click()
    await typeCard(page, CARDS.pays)
    await payButton(page).click()
    await expectPaidOnce(page, maker, creator)
  },
)

test(
  'Back during a payment charges once, and the previous page shows the result',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const { maker, creator, tries } = await openAsBo(page, openBrowser, profileOf)
    await goBackWhilePaying(page, creator, tries, CARDS.pays)
    await expect(toastIn(page)).toContainText('Subscription Created')
    await expectPaidOnce(page, maker, creator)
    expect(tries()).toBe(1)
  },
)

test('a card declined after leaving the checkout shows the error on the current page', async ({
  screenPage: page,
  openBrowser,
}) => {
  const { creator, tries } = await openAsBo(page, openBrowser, profileOf)
  await goBackWhilePaying(page, creator, tries, CARDS.isDeclined)
  await expect(toastIn(page)).toContainText('Payment Failed')
  await expect(toastIn(page)).toContainText('Your card was declined.')
})

test(
  'two tabs at the same checkout charge once, and the second one says that it is already paid',
  { tag: '@slow' },
  async ({ page, context, openBrowser }) => {
    const { maker, creator } = await openAsBo(page, openBrowser, checkoutOf)
    const other = await context.newPage()
    await other.goto(`/subscribe/creator/${creator.id}`)
    await typeCard(page, CARDS.pays)
    await typeCard(other, CARDS.pays)
    await payButton(page).click()
    await expect(toastIn(page)).toContainText('Subscription Created')
    await payButton(other).click()
    await expect(other).toHaveURL(profileOf(creator))
    await expectPaidOnce(page, maker, creator)
  },
)
