// The whole payment story: a person becomes a creator, another one subscribes, cancels, and undoes the cancellation.
import type { Page } from '@playwright/test'
import { answerDisclosures, expect, registerAndOpen, test, toastIn, usePaymentLatency } from './fixtures.ts'
import { CARDS, payButton, revenueFigure, subscriptionRow, typeCard } from './payment-steps.ts'

usePaymentLatency()

/** Goes from one's own profile through the $2 payment to the first step of the setup. */
async function enableCreatorMode(page: Page) {
  await page.getByRole('link', { name: 'Enable Creator Mode' }).click()
  await expect(page).toHaveURL('/creator-subscribe')
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$2.00/month')
  await typeCard(page, CARDS.pays)
  await page.getByRole('button', { name: 'Pay $2.00' }).click()
  await expect(toastIn(page)).toContainText('Creator Mode Activated')
  await expect(page).toHaveURL('/creator-onboarding')
}

/** Submits the payment provider's page unchanged and returns. */
async function setUpPayouts(page: Page) {
  const payouts = page.getByRole('region', { name: 'Payouts' })
  await expect(payouts).toContainText('Not connected')
  await payouts.getByLabel('Your country').fill('United States')
  await payouts.getByRole('button', { name: 'Set up payouts' }).click()
  await expect(page.getByRole('heading', { name: 'Get paid' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page).toHaveURL(/\/creator-onboarding/)
  await expect(payouts).toContainText('Connected')
}

async function setPrice(page: Page) {
  const step = page.getByRole('region', { name: 'Subscription price' })
  const update = step.getByRole('button', { name: 'Set price' })
  await step.getByLabel('Monthly price').fill('4.99')
  await expect(update).toBeDisabled()
  await step.getByLabel('Monthly price').fill('9.50')
  await expect(step).toContainText('You receive $8.55, Signalpost keeps $0.95')
  await update.click()
  await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add your portfolio' })).toHaveAttribute('href', '/portfolio')
}

// @spec-1.4 @spec-1.5 @spec-2.17 @spec-2.118 @spec-2.137 @spec-2.142 @spec-2.144 @spec-2.145 @spec-2.147
// @spec-4.29 @spec-4.32 @spec-4.34 @spec-6.12 @spec-6.13 @spec-7.24 @spec-7.30 @spec-7.39 @spec-9.1
test('a new person becomes a creator, and a subscriber pays, cancels and undoes the cancellation', async ({
  page: nina,
  openBrowser,
}) => {
  test.slow()
  const words = `Before the results, a third of the position ${Math.random()}`
  const ninasName = await registerAndOpen(nina, 'nina', '/profile')
  await enableCreatorMode(nina)
  await setUpPayouts(nina)
  await setPrice(nina)
  await nina.getByRole('main').getByRole('link', { name: 'New signal' }).click()
  const dialog = nina.getByRole('dialog', { name: 'Share Investment Signal' })
  await dialog.getByRole('textbox', { name: /^Tickers/ }).fill('asml')
  await dialog.getByRole('textbox', { name: 'Content' }).fill(words)
  await answerDisclosures(nina)
  await dialog.getByRole('switch', { name: 'Premium' }).click()
  await dialog.getByRole('button', { name: 'Post Signal' }).click()
  await expect(toastIn(nina)).toContainText('Signal Posted')

  const ben = await openBrowser()
  const bensName = await registerAndOpen(ben, 'ben', `/profile/${ninasName}`)
  const signal = ben.getByRole('article', { name: `Signal by ${ninasName}` })
  await expect(signal).toContainText('Premium signal')
  await expect(signal).not.toContainText(words)
  await ben
    .getByRole('region', { name: ninasName })
    .getByRole('link', { name: 'Subscribe $9.50/month' })
    .click()
  await expect(ben.getByRole('heading', { level: 1 })).toHaveText(`Subscribe to ${ninasName}`)
  const summary = ben.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText('$9.50/month')
  await expect(summary).toContainText('Of your $9.50, $8.55 goes to')
  await typeCard(ben, CARDS.pays)
  await payButton(ben).click()
  await expect(toastIn(ben)).toContainText('You are now subscribed to the creator')
  await expect(ben).toHaveURL(`/profile/${ninasName}`)
  await expect(ben.getByText('Subscribed', { exact: true })).toBeVisible()
  await expect(signal).toContainText(words)
  await expect(signal.getByText('$ASML', { exact: true })).toBeVisible()
  await expect(ben.getByRole('link', { name: /^Subscribe \$/ })).toHaveCount(0)

  await ben.goto('/subscriptions')
  const subscription = subscriptionRow(ben, 'Your active subscriptions', ninasName)
  await expect(subscription).toContainText('$9.50/month, renews')
  await subscription.getByRole('button', { name: 'Cancel' }).click()
  const asks = ben.getByRole('dialog', { name: `Cancel subscription to ${ninasName}?` })
  await expect(asks).toContainText('You keep access until')
  await asks.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(toastIn(ben)).toContainText('You keep access until the paid month ends.')
  await expect(asks).toHaveCount(0)
  await expect(subscription).toContainText(/Ends \w{3} \d/)
  await ben.goto(`/profile/${ninasName}`)
  await expect(ben.getByText('Subscribed', { exact: true })).toBeVisible()
  await expect(signal).toContainText(words)

  await nina.goto('/subscriptions')
  const pays = subscriptionRow(nina, 'People subscribed to you', bensName)
  await expect(pays).toContainText('$9.50/month')
  await expect(pays).toContainText(/Ends \w{3} \d/)
  await ben.goto('/subscriptions')
  await subscription.getByRole('button', { name: 'Undo' }).click()
  await expect(toastIn(ben)).toContainText('Subscription kept')
  await expect(subscription).toContainText('renews')
  await expect(subscription.getByRole('button', { name: 'Cancel' })).toBeVisible()

  // The creator's page updates without a reload.
  await expect(pays).not.toContainText('Ends')
  for (const [name, value] of Object.entries({
    'Your price': '$9.50/month',
    'Active subscribers': '1',
    'Gross per month': '$9.50',
    'Platform fee': '−$0.95',
    'Net per month': '$8.55',
    'Next payout': '$8.55',
  }))
    await expect(revenueFigure(nina, name), name).toHaveText(value)
  const summaryOfNina = nina.getByRole('region', { name: 'Revenue summary' })
  await expect(summaryOfNina).toContainText('Your share of $9.50 received')
  const meaning = summaryOfNina.getByText('Your share: gross less the platform fee.')
  await expect(meaning).toBeHidden()
  await summaryOfNina.getByRole('button', { name: 'Net per month' }).click()
  await expect(meaning).toBeVisible()
  await summaryOfNina.getByRole('button', { name: 'Show as table' }).click()
  const newest = summaryOfNina.getByRole('table').getByRole('row').nth(1)
  await expect(newest.getByRole('cell')).toHaveText(['$9.50', '$0.95', '$8.55'])
})
