// What open pages show of payments that happen elsewhere, within a second and without a reload.
import { atMost } from '#test/full.ts'
import { expect, LATENCY_OF_PAYING, letIn, newcomer, test, toastOf, watched } from './people.ts'
import { CARDS, newCreator, payOf, revenueOf, rowOf, signalOf, subscribe, typeCard } from './paying.ts'

test.use({ latency: LATENCY_OF_PAYING })

const A_SECOND = { timeout: atMost(1000) }

test('a payment in one tab unlocks the signal in the other one, and the creator sees who came', async ({
  page,
  context,
  another,
}) => {
  const maker = await another()
  const creator = await newCreator(maker, 'mila')
  await maker.goto('/subscriptions')
  await expect(revenueOf(maker, 'Active subscribers')).toHaveText('0')
  const name = await newcomer(page, 'bo', `/profile/${creator.username}`)
  const card = signalOf(page, creator.premium.id)
  await expect(card).toContainText('Premium signal')
  let loads = 0
  page.on('load', () => (loads += 1))

  const other = watched(await context.newPage())
  await other.goto(`/subscribe?creator=${creator.id}`)
  await typeCard(other, CARDS.pays)
  await payOf(other).click()
  await expect(toastOf(other)).toContainText('Subscription Created')
  await Promise.all([
    expect(card).toContainText(creator.premium.words, A_SECOND),
    expect(page.getByText('Subscribed', { exact: true })).toBeVisible(A_SECOND),
    expect(rowOf(maker, 'People subscribed to you', name)).toContainText('$9.50/month', A_SECOND),
    expect(revenueOf(maker, 'Net per month')).toHaveText('$8.55', A_SECOND),
  ])
  expect(loads).toBe(0)
})

test(
  'on another device of the same person a signal opens, and a list says what was canceled',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await newCreator(await another(), 'mila')
    const name = await newcomer(page, 'bo', `/profile/${creator.username}`)
    const card = signalOf(page, creator.premium.id)
    await expect(card).toContainText('Premium signal')
    const phone = await another()
    await letIn(phone, name)
    await subscribe(phone, creator.id)
    await expect(card).toContainText(creator.premium.words, A_SECOND)

    await page.goto('/subscriptions')
    const row = rowOf(page, 'Your active subscriptions', creator.username)
    await expect(row).toContainText('renews')
    await phone.goto('/subscriptions')
    await rowOf(phone, 'Your active subscriptions', creator.username)
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(toastOf(phone)).toContainText('Subscription Canceled')
    await expect(row).toContainText(/Ends \w{3} \d/, A_SECOND)
  },
)

test(
  'Creator Mode shows in all tabs of the person who paid for it',
  { tag: '@slow' },
  async ({ page, context }) => {
    await newcomer(page, 'mila', '/profile')
    await expect(page.getByRole('link', { name: 'Enable Creator Mode' })).toBeVisible()
    const other = watched(await context.newPage())
    await other.goto('/creator-subscribe')
    await typeCard(other, CARDS.pays)
    await payOf(other).click()
    await expect(toastOf(other)).toContainText('Creator Mode Activated')
    await expect(page.getByRole('link', { name: 'Finish setup' })).toBeVisible(A_SECOND)
    await expect(page.getByRole('link', { name: 'Enable Creator Mode' })).toHaveCount(0)
  },
)
