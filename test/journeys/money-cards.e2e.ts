// Declined cards, and cards that require 3-D Secure.
import type { Page } from '@playwright/test'
import { expect, registerAndOpen, test, toastIn, usePaymentLatency } from './fixtures.ts'
import {
  answer3dSecure,
  CARDS,
  grossOf,
  newCreator,
  cardNumberField,
  payButton,
  signalCard,
  typeCard,
} from './payment-steps.ts'

usePaymentLatency()

/** The error next to the card form. */
const failureOf = (page: Page) =>
  page.getByRole('region', { name: 'Card details' }).getByText('Payment Failed').locator('..')

// @spec-2.148 @spec-8.25
test('a declined card shows an error next to the form, keeps the input, and another card pays', async ({
  screenPage: page,
  openBrowser,
}) => {
  const maker = await openBrowser()
  const creator = await newCreator(maker, 'mila')
  await registerAndOpen(page, 'bo', `/subscribe?creator=${creator.id}`)
  await typeCard(page, CARDS.isDeclined)
  await page.getByLabel('Name on card').fill('Bo Berg')
  await payButton(page).click()
  await expect(failureOf(page)).toContainText('Your card was declined.')
  // No toast: it would cover the Pay button.
  await expect(toastIn(page)).toHaveCount(0)
  // The error has the focus, so a screen reader reads it at once.
  await expect(page.locator(':focus')).toContainText('Your card was declined.')
  await expect(cardNumberField(page)).toHaveValue(CARDS.isDeclined)
  await expect(page.getByLabel('Expiry')).toHaveValue('12 / 34')
  await expect(page.getByLabel('Security code')).toHaveValue('123')
  await expect(page.getByLabel('Name on card')).toHaveValue('Bo Berg')

  await cardNumberField(page).fill(CARDS.hasNoFunds)
  await payButton(page).click()
  await expect(failureOf(page)).toContainText('insufficient funds')
  expect(await grossOf(maker)).toBe(0)

  await cardNumberField(page).fill(CARDS.pays)
  await payButton(page).click()
  await expect(toastIn(page)).toContainText('Subscription Created')
  await expect(page).toHaveURL(`/profile/${creator.username}`)
  await expect(signalCard(page, creator.premium.id)).toContainText(creator.premium.words)
  expect(await grossOf(maker)).toBe(950)
})

test('an invalid card field shows its error before anything is sent', async ({ screenPage: page }) => {
  await registerAndOpen(page, 'bo', '/creator-subscribe')
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  await expect(cardNumberField(page)).toBeVisible()
  asked.length = 0
  await payButton(page).click()
  await expect(page.getByText('Card number is required')).toBeVisible()
  await expect(page.getByText('Expiry is required')).toBeVisible()
  await expect(page.getByText('Security code is required')).toBeVisible()
  await expect(cardNumberField(page)).toBeFocused()
  await cardNumberField(page).fill('4242 4242 4242 4241')
  await page.getByLabel('Expiry').fill('01/20')
  await page.getByLabel('Security code').fill('12')
  await payButton(page).click()
  await expect(page.getByText('Card number isn’t valid')).toBeVisible()
  await expect(page.getByText('This card has expired')).toBeVisible()
  await expect(page.getByText('Security code has 3 digits')).toBeVisible()
  expect(asked).toEqual([])
})

// @spec-2.15
test(
  'failed 3-D Secure returns to the form, and completed 3-D Secure starts the subscription',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const maker = await openBrowser()
    const creator = await newCreator(maker, 'mila')
    await registerAndOpen(page, 'bo', `/subscribe/creator/${creator.id}`)
    await typeCard(page, CARDS.asksTheBank)
    await payButton(page).click()
    await answer3dSecure(page, 'Fail')
    await expect(failureOf(page)).toBeVisible()
    // The bank's parameters are removed from the address, so a reload doesn't repeat the error.
    await expect(page).toHaveURL(`/subscribe/creator/${creator.id}`)
    await page.reload()
    await expect(cardNumberField(page)).toBeVisible()
    await expect(page.getByText('Payment Failed')).toHaveCount(0)
    expect(await grossOf(maker)).toBe(0)

    await typeCard(page, CARDS.asksTheBank)
    await payButton(page).click()
    await answer3dSecure(page, 'Complete')
    await expect(toastIn(page)).toContainText('Subscription Created')
    await expect(page).toHaveURL(`/profile/${creator.username}`)
    await expect(signalCard(page, creator.premium.id)).toContainText(creator.premium.words)
    expect(await grossOf(maker)).toBe(950)
    // Back doesn't return to the bank's page.
    await page.goBack()
    await expect(page.getByRole('heading', { name: '3-D Secure' })).toHaveCount(0)
  },
)

// @spec-2.144
test('Creator Mode is paid with a card that requires 3-D Secure', { tag: '@slow' }, async ({ page }) => {
  await registerAndOpen(page, 'mila', '/creator-subscribe')
  await typeCard(page, CARDS.asksTheBank)
  await payButton(page).click()
  await answer3dSecure(page, 'Complete')
  await expect(toastIn(page)).toContainText('Creator Mode Activated')
  await expect(page).toHaveURL('/creator-onboarding')
  await expect(page.getByRole('region', { name: 'Creator Mode' })).toContainText('Active')
})
