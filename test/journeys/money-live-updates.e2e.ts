// Open pages show payments from other tabs and devices within a second, without a reload.
import { atMost } from '#test/test-scope.ts'
import {
  expect,
  REGISTERED_PASSWORD,
  signInByApi,
  registerAndOpen,
  test,
  toastIn,
  watchConsole,
  usePaymentLatency,
} from './fixtures.ts'
import {
  CARDS,
  newCreator,
  payButton,
  revenueFigure,
  subscriptionRow,
  signalCard,
  subscribe,
  typeCard,
} from './payment-steps.ts'

usePaymentLatency()

const A_SECOND = { timeout: atMost(1000) }

test('a payment in one tab unlocks the signal in another, and the creator sees the new subscriber', async ({
  page,
  context,
  openBrowser,
}) => {
  const maker = await openBrowser()
  const creator = await newCreator(maker, 'mila')
  await maker.goto('/subscriptions')
  await expect(revenueFigure(maker, 'Active subscribers')).toHaveText('0')
  const name = await registerAndOpen(page, 'bo', `/profile/${creator.username}`)
  const card = signalCard(page, creator.premium.id)
  await expect(card).toContainText('Premium signal')
  let loads = 0
  page.on('load', () => (loads += 1))

  const other = watchConsole(await context.newPage())
  await other.goto(`/subscribe?creator=${creator.id}`)
  await typeCard(other, CARDS.pays)
  await payButton(other).click()
  await expect(toastIn(other)).toContainText('Subscription Created')
  await Promise.all([
    expect(card).toContainText(creator.premium.words, A_SECOND),
    expect(page.getByText('Subscribed', { exact: true })).toBeVisible(A_SECOND),
    expect(subscriptionRow(maker, 'People subscribed to you', name)).toContainText('$9.50/month', A_SECOND),
    expect(revenueFigure(maker, 'Net per month')).toHaveText('$8.55', A_SECOND),
  ])
  expect(loads).toBe(0)
})

test(
  'another device of the same person unlocks the signal and shows a cancellation',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(await openBrowser(), 'mila')
    const name = await registerAndOpen(page, 'bo', `/profile/${creator.username}`)
    const card = signalCard(page, creator.premium.id)
    await expect(card).toContainText('Premium signal')
    const phone = await openBrowser()
    await signInByApi(phone, name, REGISTERED_PASSWORD)
    await subscribe(phone, creator.id)
    await expect(card).toContainText(creator.premium.words, A_SECOND)

    await page.goto('/subscriptions')
    const row = subscriptionRow(page, 'Your active subscriptions', creator.username)
    await expect(row).toContainText('renews')
    await phone.goto('/subscriptions')
    await subscriptionRow(phone, 'Your active subscriptions', creator.username)
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(toastIn(phone)).toContainText('Subscription canceled')
    await expect(row).toContainText(/Ends \w{3} \d/, A_SECOND)
  },
)

test(
  'Creator Mode appears in all tabs of the person who pays for it',
  { tag: '@slow' },
  async ({ page, context }) => {
    await registerAndOpen(page, 'mila', '/profile')
    await expect(page.getByRole('link', { name: 'Enable Creator Mode' })).toBeVisible()
    const other = watchConsole(await context.newPage())
    await other.goto('/creator-subscribe')
    await typeCard(other, CARDS.pays)
    await payButton(other).click()
    await expect(toastIn(other)).toContainText('Creator Mode Activated')
    await expect(page.getByRole('link', { name: 'Finish setup' })).toBeVisible(A_SECOND)
    await expect(page.getByRole('link', { name: 'Enable Creator Mode' })).toHaveCount(0)
  },
)
