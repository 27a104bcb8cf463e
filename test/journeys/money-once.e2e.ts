// Charged once, whatever a person does meanwhile: reloading, going back, pressing twice.
import type { Page } from '@playwright/test'
import { expect, LATENCY_OF_PAYING, newcomer, test, toastOf } from './people.ts'
import {
  CARDS,
  type Creator,
  grossOf,
  newCreator,
  numberOf,
  payOf,
  rowOf,
  signalOf,
  typeCard,
} from './paying.ts'

test.use({ latency: LATENCY_OF_PAYING })

/** Counts the tries to pay that this page makes. */
function triesOf(page: Page): () => number {
  let tries = 0
  page.on('request', (request) => (tries += request.url().endsWith('/confirm') ? 1 : 0))
  return () => tries
}

async function expectPaidOnce(page: Page, maker: Page, { username, premium }: Creator) {
  await expect(page).toHaveURL(`/profile/${username}`)
  await expect(signalOf(page, premium.id)).toContainText(premium.words)
  // The subscription is written before its payment.
  await expect.poll(() => grossOf(maker)).toBe(950)
  await page.goto('/subscriptions')
  await expect(rowOf(page, 'Your active subscriptions', username)).toHaveCount(1)
}

test(
  'pressing Pay twice, or Enter and then Pay, tries once and charges once',
  { tag: '@slow' },
  async ({ page, another }) => {
    const maker = await another()
    const creator = await newCreator(maker, 'mila')
    const tries = triesOf(page)
    await newcomer(page, 'bo', `/subscribe?creator=${creator.id}`)
    await typeCard(page, CARDS.isDeclined)
    await payOf(page).dblclick()
    await expect(page.getByText('Payment Failed')).toBeVisible()
    expect(tries()).toBe(1)
    // By the page itself, so that nothing can happen between the three.
    await numberOf(page).fill(CARDS.pays)
    await payOf(page).evaluate((button: HTMLButtonElement) => {
      button.form?.requestSubmit()
      button.click()
      button.click()
    })
    await expect(toastOf(page)).toContainText('Subscription Created')
    expect(tries()).toBe(2)
    await expectPaidOnce(page, maker, creator)
  },
)

test('a reload before paying picks up the same payment', { tag: '@slow' }, async ({ page, another }) => {
  const maker = await another()
  const creator = await newCreator(maker, 'mila')
  /** What the server begins, or picks up, while this happens. */
  const secretOf = async (opening: () => Promise<unknown>) => {
    const begun = page.waitForResponse('**/api/stripe/user-subscription')
    await opening()
    return ((await (await begun).json()) as { clientSecret: string }).clientSecret
  }
  const first = await secretOf(() => newcomer(page, 'bo', `/subscribe?creator=${creator.id}`))
  await typeCard(page, CARDS.pays)
  expect(await secretOf(() => page.reload())).toBe(first)
  await expect(numberOf(page)).toHaveValue('')
  await typeCard(page, CARDS.pays)
  await payOf(page).click()
  await expect(toastOf(page)).toContainText('Subscription Created')
  await expectPaidOnce(page, maker, creator)
})

test(
  'a reload after paying, while the server has not said so yet, goes on without paying again',
  { tag: '@slow' },
  async ({ page, another }) => {
    const maker = await another()
    const creator = await newCreator(maker, 'mila')
    const tries = triesOf(page)
    await newcomer(page, 'bo', `/subscribe?creator=${creator.id}`)
    await page.route('**/api/subscriptions/check', (route) =>
      route.fulfill({ json: { isSubscribed: false, status: 'incomplete' } }),
    )
    await typeCard(page, CARDS.pays)
    await payOf(page).click()
    await expect(page.getByRole('heading', { name: 'Confirming your payment…' })).toBeVisible()
    await expect(payOf(page)).toHaveCount(0)
    await page.unroute('**/api/subscriptions/check')
    await page.reload()
    await expectPaidOnce(page, maker, creator)
    expect(tries()).toBe(1)
  },
)

// @spec-4.24
test(
  'Back from the checkout charges nothing and lists nothing, and it can be finished later',
  { tag: '@slow' },
  async ({ page, another }) => {
    const maker = await another()
    const creator = await newCreator(maker, 'mila')
    await newcomer(page, 'bo', `/profile/${creator.username}`)
    const subscribe = page
      .getByRole('region', { name: creator.username })
      .getByRole('link', { name: 'Subscribe $9.50/month' })
    await subscribe.click()
    await expect(numberOf(page)).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(`/profile/${creator.username}`)
    await expect(subscribe).toBeVisible()
    await page.goForward()
    await expect(numberOf(page)).toBeVisible()
    await page.goBack()
    await expect(subscribe).toBeVisible()
    expect(await grossOf(maker)).toBe(0)
    // The creator does not see anybody who has not paid.
    await maker.goto('/subscriptions')
    await expect(maker.getByText('No subscribers yet.')).toBeVisible()

    // An attempt is no subscription.
    await page.goto('/subscriptions')
    await expect(page.getByRole('heading', { name: 'Your active subscriptions' })).toBeVisible()
    await expect(rowOf(page, 'Your active subscriptions', creator.username)).toHaveCount(0)
    await page.goto(`/profile/${creator.username}`)
    await subscribe.click()
    await typeCard(page, CARDS.pays)
    await payOf(page).click()
    await expectPaidOnce(page, maker, creator)
  },
)

test(
  'Back before the payment is answered charges once, and it is told on the page one went back to',
  { tag: '@slow' },
  async ({ page, another }) => {
    const maker = await another()
    const creator = await newCreator(maker, 'mila')
    const tries = triesOf(page)
    await newcomer(page, 'bo', `/profile/${creator.username}`)
    await page
      .getByRole('region', { name: creator.username })
      .getByRole('link', { name: 'Subscribe $9.50/month' })
      .click()
    await typeCard(page, CARDS.pays)
    const answer = Promise.withResolvers<void>()
    await page.route('**/confirm', async (route) => {
      await answer.promise
      await route.continue()
    })
    await payOf(page).click()
    await expect.poll(tries).toBe(1)
    await page.goBack()
    await expect(page).toHaveURL(`/profile/${creator.username}`)
    answer.resolve()
    await expect(toastOf(page)).toContainText('Subscription Created')
    await expectPaidOnce(page, maker, creator)
    expect(tries()).toBe(1)
  },
)

test('a card that is declined after its page was left is told where one is by then', async ({
  page,
  another,
}) => {
  const maker = await another()
  const creator = await newCreator(maker, 'mila')
  await newcomer(page, 'bo', `/profile/${creator.username}`)
  await page
    .getByRole('region', { name: creator.username })
    .getByRole('link', { name: 'Subscribe $9.50/month' })
    .click()
  await typeCard(page, CARDS.isDeclined)
  const answer = Promise.withResolvers<void>()
  await page.route('**/confirm', async (route) => {
    await answer.promise
    await route.continue()
  })
  const tries = triesOf(page)
  await payOf(page).click()
  await expect.poll(tries).toBe(1)
  await page.goBack()
  await expect(page).toHaveURL(`/profile/${creator.username}`)
  answer.resolve()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await expect(toastOf(page)).toContainText('Your card was declined.')
})

test(
  'two tabs at the same checkout charge once, and the second one says that it is paid',
  { tag: '@slow' },
  async ({ page, context, another }) => {
    const maker = await another()
    const creator = await newCreator(maker, 'mila')
    await newcomer(page, 'bo', `/subscribe?creator=${creator.id}`)
    const other = await context.newPage()
    await other.goto(`/subscribe/creator/${creator.id}`)
    await typeCard(page, CARDS.pays)
    await typeCard(other, CARDS.pays)
    await payOf(page).click()
    await expect(toastOf(page)).toContainText('Subscription Created')
    await payOf(other).click()
    await expect(other).toHaveURL(`/profile/${creator.username}`)
    await expectPaidOnce(page, maker, creator)
  },
)
