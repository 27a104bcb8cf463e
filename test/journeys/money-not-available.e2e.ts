// Subscriptions that can't be sold: the page shows the reason and redirects.
import type { Page } from '@playwright/test'
import { expect, registerAndOpen, register, test, toastIn, usePaymentLatency } from './fixtures.ts'
import { idOf, newCreator, cardNumberField, subscribe } from './payment-steps.ts'

usePaymentLatency()

/** Both checkout addresses, and the dialog. */
const checkoutPaths = (creatorId: string) => [
  `/subscribe?creator=${creatorId}`,
  `/subscribe/creator/${creatorId}`,
  `/?dialog=subscribe&creator=${creatorId}`,
]

async function expectNotAvailable(page: Page, path: string) {
  await page.goto(path)
  await expect(toastIn(page), path).toContainText('Creator Not Available')
  await expect(toastIn(page)).toContainText("This creator hasn't set up subscriptions yet.")
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cardNumberField(page)).toHaveCount(0)
}

// @spec-5.42
test('a checkout without a creator redirects to the feed', { tag: '@slow' }, async ({ page }) => {
  await registerAndOpen(page, 'bo')
  for (const path of ['/subscribe', '/subscribe?creator=nobody']) {
    await page.goto(path)
    await expect(toastIn(page), path).toContainText('Creator Not Found')
    await expect(toastIn(page)).toContainText('Please select a creator to subscribe to.')
    await expect(page).toHaveURL('/')
  }
})

// @spec-6.7 @spec-8.32
test(
  'nobody can subscribe to themselves, a member or an unknown person',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const member = await openBrowser()
    const memberName = await register(member, 'sol')
    const creator = await newCreator(page, 'mila')
    const memberId = await idOf(page, memberName)
    for (const id of [creator.id, memberId, '00000000-0000-4000-8000-000000000000'])
      for (const path of checkoutPaths(id)) await expectNotAvailable(page, path)
  },
)

// @spec-8.32
test(
  'nobody can subscribe to a creator without a price, even if they see the button',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(await openBrowser(), 'mila', null)
    await registerAndOpen(page, 'bo', `/profile/${creator.username}`)
    await page
      .getByRole('region', { name: creator.username })
      .getByRole('link', { name: /^Subscribe/ })
      .click()
    await expect(toastIn(page)).toContainText('Creator Not Available')
    await expect(page).toHaveURL('/')
    for (const path of checkoutPaths(creator.id)) await expectNotAvailable(page, path)
  },
)

test(
  'an existing subscriber gets a message and is redirected to the profile',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(await openBrowser(), 'mila')
    await register(page, 'bo')
    await subscribe(page, creator.id)
    for (const path of [`/subscribe?creator=${creator.id}`, `/subscribe/creator/${creator.id}`]) {
      await page.goto(path)
      await expect(toastIn(page), path).toContainText('Already subscribed')
      await expect(page).toHaveURL(`/profile/${creator.username}`)
      await expect(page.getByText('Subscribed', { exact: true })).toBeVisible()
    }
  },
)
