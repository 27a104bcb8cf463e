// One press for the second creator, one card for all, withdrawing from a contract, and asking for a refund.
import { expect, registerAndOpen, test, toastIn, usePaymentLatency } from './fixtures.ts'
import {
  CARDS,
  cardNumberField,
  newCreator,
  payButton,
  subscribe,
  subscriptionRow,
  typeCard,
} from './payment-steps.ts'

usePaymentLatency()

test('paying a second creator takes one press, and one change of the card applies to all', async ({
  screenPage: page,
  openBrowser,
}) => {
  const [first, second] = [
    await newCreator(await openBrowser(), 'mila'),
    await newCreator(await openBrowser(), 'noor', 700),
  ]
  await registerAndOpen(page, 'bo')
  await subscribe(page, first.id)
  await page.goto(`/subscribe?creator=${second.id}`)
  await expect(page.getByText('Visa ending 4242')).toBeVisible()
  await expect(cardNumberField(page)).toHaveCount(0)
  await payButton(page).click()
  await expect(page.getByText(`You are now subscribed to ${second.username}`)).toBeVisible()

  await page.goto('/settings/billing')
  await expect(page.getByText('Visa ending 4242')).toBeVisible()
  await page.getByRole('button', { name: 'Change card' }).click()
  await page.getByLabel('Card number').fill('5555555555554444')
  await page.getByLabel(/Expiry/).fill('12/34')
  await page.getByLabel(/CVC|Security code/).fill('123')
  await page.getByRole('button', { name: 'Update card' }).click()
  await expect(page).toHaveURL(/\/settings\/billing$/)
  await expect(page.getByText('Mastercard ending 4444')).toBeVisible()
})

test('a declined saved card leads to the form for another one', async ({ screenPage: page, openBrowser }) => {
  const [first, second] = [
    await newCreator(await openBrowser(), 'mila'),
    await newCreator(await openBrowser(), 'noor', 700),
  ]
  await registerAndOpen(page, 'bo')
  await subscribe(page, first.id)
  // Removed elsewhere, on a page that is open here.
  await page.goto(`/subscribe?creator=${second.id}`)
  await expect(page.getByText('Visa ending 4242')).toBeVisible()
  await page.route('**/confirm', (route) =>
    route.fulfill({ status: 400, json: { error: { type: 'invalid_request_error', message: 'Detached' } } }),
  )
  await payButton(page).click()
  await expect(page.getByText('This card can’t be used any more. Enter another one.')).toBeVisible()
  await page.unroute('**/confirm')
  await typeCard(page, CARDS.pays)
  await payButton(page).click()
  await expect(page.getByText(`You are now subscribed to ${second.username}`)).toBeVisible()
})

test('a subscriber withdraws in two presses and keeps a receipt', async ({
  screenPage: page,
  openBrowser,
}) => {
  const creator = await newCreator(await openBrowser(), 'mila')
  await registerAndOpen(page, 'bo')
  await subscribe(page, creator.id)
  await page.goto('/settings/billing')
  await page.getByRole('link', { name: `Withdraw from contract with ${creator.username}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Back to your card')
  await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(dialog).toContainText('You have withdrawn')
  await expect(dialog).toContainText(/W-\d{4}-\d{5}/)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Save as PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^withdrawal-W-.*\.pdf$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const payments = page.getByRole('region', { name: 'Payments and refunds' })
  await expect(payments).toContainText('Refund, you withdrew')
  await expect(payments.getByRole('heading')).toBeFocused()
  await page.goto('/subscriptions')
  await expect(subscriptionRow(page, 'Your active subscriptions', creator.username)).toContainText('ended')
})

test('a person asks for a refund, and the creator grants it', async ({ screenPage: page, openBrowser }) => {
  const maker = await openBrowser()
  const creator = await newCreator(maker, 'mila')
  await registerAndOpen(page, 'bo')
  await subscribe(page, creator.id)
  await page.goto('/settings/billing')
  await page.getByRole('link', { name: `Ask ${creator.username} for a refund` }).click()
  await page.getByRole('dialog').getByLabel('Why').fill('No signals this month.')
  await page.getByRole('dialog').getByRole('button', { name: 'Request refund', exact: true }).click()
  await expect(page.getByText(/You asked for a refund/)).toBeVisible()
  await maker.goto('/subscriptions')
  const requests = maker.getByRole('region', { name: 'Refund requests' })
  await expect(requests).toContainText('No signals this month.')
  await requests.getByRole('button', { name: /^Answer/ }).click()
  const answer = maker.getByRole('dialog')
  await answer.getByText('All of it').click()
  await expect(answer).toContainText('They get $9.50 back.')
  await answer.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(answer).toContainText('Give a reason')
  await answer.getByLabel('Reason').fill('Sorry about that.')
  await answer.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(requests).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Payments and refunds' })).toContainText('Sorry about that.')
})

test('a creator reads what blocking a payer costs, and the unused days go back', async ({
  screenPage: page,
  openBrowser,
}) => {
  const maker = await openBrowser()
  const creator = await newCreator(maker, 'mila')
  const payer = await registerAndOpen(page, 'bo')
  await subscribe(page, creator.id)
  await maker.goto('/studio')
  const subscribers = maker.getByRole('region', { name: 'Subscribers', exact: true })
  await subscribers.getByRole('button', { name: `More about @${payer}` }).click()
  await maker.getByRole('menuitem', { name: `Block @${payer}` }).click()
  const dialog = maker.getByRole('dialog', { name: `Block @${payer}? They pay you.` })
  for (const part of ['$9.50 a month', 'Ends today', 'refunded', 'They can’t subscribe again while blocked.'])
    await expect(dialog).toContainText(part)
  await dialog.getByRole('button', { name: /^Block and refund \$9\.\d\d$/ }).click()
  await expect(toastIn(maker)).toContainText(`Blocked @${payer}`)
  // Where money moves, there is no way back.
  await expect(toastIn(maker).getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(async () => {
    await page.goto('/settings/billing')
    await expect(page.getByRole('region', { name: 'Payments and refunds' })).toContainText('Refund', {
      timeout: 2000,
    })
  }).toPass()
  await page.goto(`/profile/${creator.username}`)
  await expect(page.getByText('User not found').first()).toBeVisible()
})
