// Changing the price: existing subscribers keep their price, new subscribers pay the new one.
import { expect, registerAndOpen, test, toastIn, usePaymentLatency } from './fixtures.ts'
import {
  CARDS,
  newCreator,
  cardNumberField,
  payButton,
  revenueFigure,
  subscriptionRow,
  subscribe,
  typeCard,
} from './payment-steps.ts'

usePaymentLatency()

// @spec-2.143 @spec-7.34
test(
  'an existing subscriber keeps $9.50, and a new one sees and pays $12',
  { tag: '@slow' },
  async ({ page: maker, openBrowser }) => {
    const creator = await newCreator(maker, 'mila')
    const early = await openBrowser()
    const earlyName = await registerAndOpen(early, 'early')
    await subscribe(early, creator.id)

    await maker.goto('/subscriptions')
    await maker.getByRole('button', { name: 'Edit price' }).click()
    await expect(maker).toHaveURL('/subscriptions?dialog=edit-price')
    const dialog = maker.getByRole('dialog', { name: 'Edit price' })
    await expect(dialog).toContainText('Current price: $9.50/month')
    await expect(dialog).toContainText('Existing subscribers keep the price they agreed to.')
    // Saving the unchanged price sends nothing and shows no message.
    await dialog.getByRole('button', { name: 'Update price' }).click()
    await expect(toastIn(maker)).toContainText('This is already your price.')
    await maker.getByRole('button', { name: 'Edit price' }).click()
    await dialog.getByLabel('Monthly price').fill('4')
    await dialog.getByRole('button', { name: 'Update price' }).click()
    await expect(toastIn(maker)).toContainText('Invalid Price')
    await expect(dialog).toContainText('Subscription price must be at least $5.00')
    await dialog.getByLabel('Monthly price').fill('12')
    await expect(dialog).toContainText('You receive $10.80, Signalpost keeps $1.20')
    await dialog.getByRole('button', { name: 'Update price' }).click()
    await expect(toastIn(maker)).toContainText('New subscribers pay the new price.')
    await expect(dialog).toHaveCount(0)
    await expect(maker).toHaveURL('/subscriptions')
    await expect(revenueFigure(maker, 'Your price')).toHaveText('$12/month')
    await expect(revenueFigure(maker, 'Gross per month')).toHaveText('$9.50')

    const late = await openBrowser()
    const lateName = await registerAndOpen(late, 'late', `/profile/${creator.username}`)
    await late
      .getByRole('region', { name: creator.username })
      .getByRole('link', { name: 'Subscribe $12/month' })
      .click()
    await expect(late.getByRole('region', { name: 'Order summary' })).toContainText('$12/month')
    await typeCard(late, CARDS.pays)
    await late.getByRole('button', { name: 'Pay $12.00' }).click()
    await expect(toastIn(late)).toContainText('Subscription Created')

    await early.goto('/subscriptions')
    await expect(subscriptionRow(early, 'Your active subscriptions', creator.username)).toContainText(
      '$9.50/month',
    )
    const list = 'People subscribed to you'
    await expect(subscriptionRow(maker, list, lateName)).toContainText('$12/month')
    await expect(subscriptionRow(maker, list, earlyName)).toContainText('$9.50/month')
    for (const [name, value] of Object.entries({
      'Active subscribers': '2',
      'Gross per month': '$21.50',
      'Platform fee': '−$2.15',
      'Net per month': '$19.35',
    }))
      await expect(revenueFigure(maker, name), name).toHaveText(value)
  },
)

// @spec-2.14
test("nobody pays a price that the page didn't show", { tag: '@slow' }, async ({ page, openBrowser }) => {
  const maker = await openBrowser()
  const creator = await newCreator(maker, 'mila')
  await registerAndOpen(page, 'bo', `/subscribe?creator=${creator.id}`)
  await expect(page.getByRole('button', { name: 'Pay $9.50' })).toBeVisible()
  const changed = await maker.request.put('/api/creator/subscription-price', { data: { priceInCents: 1200 } })
  expect(changed.status()).toBe(200)
  // Another tab starts the payment at the new price, which voids the old one.
  const other = await page.context().newPage()
  await other.goto(`/subscribe?creator=${creator.id}`)
  await expect(other.getByRole('button', { name: 'Pay $12.00' })).toBeVisible()

  await typeCard(page, CARDS.pays)
  await payButton(page).click()
  await expect(page.getByText('This payment is no longer open.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $12.00' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$12/month')
  await expect(cardNumberField(page)).toHaveValue(CARDS.pays)
  await payButton(page).click()
  await expect(toastIn(page)).toContainText('Subscription Created')
  await page.goto('/subscriptions')
  await expect(subscriptionRow(page, 'Your active subscriptions', creator.username)).toContainText(
    '$12/month',
  )
})
