// Cards that do not just pay: declined ones, and banks that want to see the owner first.
import type { Page } from '@playwright/test'
import { expect, LATENCY_OF_PAYING, newcomer, test, toastOf } from './people.ts'
import { answerTheBank, CARDS, grossOf, newCreator, numberOf, payOf, signalOf, typeCard } from './paying.ts'

test.use({ latency: LATENCY_OF_PAYING })

/** Why it did not go through, next to the form. */
const failureOf = (page: Page) =>
  page.getByRole('region', { name: 'Card details' }).getByText('Payment Failed').locator('..')

// @spec-2.148 @spec-8.25
test('a declined card is said next to the form, all that was typed stays, and another card pays', async ({
  page,
  another,
}) => {
  const maker = await another()
  const creator = await newCreator(maker, 'mila')
  await newcomer(page, 'bo', `/subscribe?creator=${creator.id}`)
  await typeCard(page, CARDS.isDeclined)
  await page.getByLabel('Name on card').fill('Bo Berg')
  await payOf(page).click()
  await expect(failureOf(page)).toContainText('Your card was declined.')
  // Said once: a toast would lie on the button that is needed next.
  await expect(toastOf(page)).toHaveCount(0)
  // The focus is where the bad news is, so that it is read at once.
  await expect(page.locator(':focus')).toContainText('Your card was declined.')
  await expect(numberOf(page)).toHaveValue(CARDS.isDeclined)
  await expect(page.getByLabel('Expiry')).toHaveValue('12 / 34')
  await expect(page.getByLabel('Security code')).toHaveValue('123')
  await expect(page.getByLabel('Name on card')).toHaveValue('Bo Berg')

  await numberOf(page).fill(CARDS.hasNoFunds)
  await payOf(page).click()
  await expect(failureOf(page)).toContainText('insufficient funds')
  expect(await grossOf(maker)).toBe(0)

  await numberOf(page).fill(CARDS.pays)
  await payOf(page).click()
  await expect(toastOf(page)).toContainText('Subscription Created')
  await expect(page).toHaveURL(`/profile/${creator.username}`)
  await expect(signalOf(page, creator.premium.id)).toContainText(creator.premium.words)
  expect(await grossOf(maker)).toBe(950)
})

test('what is wrong with a card before anybody is asked is said at its field, and nothing is sent', async ({
  page,
}) => {
  await newcomer(page, 'bo', '/creator-subscribe')
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  await expect(numberOf(page)).toBeVisible()
  asked.length = 0
  await payOf(page).click()
  await expect(page.getByText('Card number is required')).toBeVisible()
  await expect(page.getByText('Expiry is required')).toBeVisible()
  await expect(page.getByText('Security code is required')).toBeVisible()
  await expect(numberOf(page)).toBeFocused()
  await numberOf(page).fill('4242 4242 4242 4241')
  await page.getByLabel('Expiry').fill('01/20')
  await page.getByLabel('Security code').fill('12')
  await payOf(page).click()
  await expect(page.getByText('Card number isn’t valid')).toBeVisible()
  await expect(page.getByText('This card has expired')).toBeVisible()
  await expect(page.getByText('Security code has 3 digits')).toBeVisible()
  expect(asked).toEqual([])
})

// @spec-2.15
test(
  'a bank that refuses leads back to the form, and one that agrees to the subscription',
  { tag: '@slow' },
  async ({ page, another }) => {
    const maker = await another()
    const creator = await newCreator(maker, 'mila')
    await newcomer(page, 'bo', `/subscribe/creator/${creator.id}`)
    await typeCard(page, CARDS.asksTheBank)
    await payOf(page).click()
    await answerTheBank(page, 'Fail')
    await expect(failureOf(page)).toBeVisible()
    // Nothing of what the bank added stays in the address, so a reload is no second failure.
    await expect(page).toHaveURL(`/subscribe/creator/${creator.id}`)
    await page.reload()
    await expect(numberOf(page)).toBeVisible()
    await expect(page.getByText('Payment Failed')).toHaveCount(0)
    expect(await grossOf(maker)).toBe(0)

    await typeCard(page, CARDS.asksTheBank)
    await payOf(page).click()
    await answerTheBank(page, 'Complete')
    await expect(toastOf(page)).toContainText('Subscription Created')
    await expect(page).toHaveURL(`/profile/${creator.username}`)
    await expect(signalOf(page, creator.premium.id)).toContainText(creator.premium.words)
    expect(await grossOf(maker)).toBe(950)
    // Back from there does not lead to the bank again.
    await page.goBack()
    await expect(page.getByRole('heading', { name: '3-D Secure' })).toHaveCount(0)
  },
)

// @spec-2.144
test('Creator Mode is paid with a card whose bank asks first', { tag: '@slow' }, async ({ page }) => {
  await newcomer(page, 'mila', '/creator-subscribe')
  await typeCard(page, CARDS.asksTheBank)
  await payOf(page).click()
  await answerTheBank(page, 'Complete')
  await expect(toastOf(page)).toContainText('Creator Mode Activated')
  await expect(page).toHaveURL('/creator-onboarding')
  await expect(page.getByRole('region', { name: 'Creator Mode' })).toContainText('Active')
})
