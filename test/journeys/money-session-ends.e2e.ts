// A session that ends between a click on Pay and the answer: after signing in again, the person sees if it was paid.
import type { Page } from '@playwright/test'
import {
  expect,
  registerAndOpen,
  REGISTERED_PASSWORD,
  test,
  toastIn,
  usePaymentLatency,
  watchConsole,
} from './fixtures.ts'
import {
  CARDS,
  cardNumberField,
  countPaymentAttempts,
  grossOf,
  newCreator,
  payButton,
  pressPay,
  subscriptionRow,
} from './payment-steps.ts'

usePaymentLatency()

/** Bo has pressed Pay at the checkout of Mila, a new creator. `release` lets his payment continue. */
async function openPaying(page: Page, maker: Page, card: string) {
  const creator = await newCreator(maker, 'mila')
  const checkout = `/subscribe?creator=${creator.id}`
  const username = await registerAndOpen(page, 'bo', checkout)
  const tries = countPaymentAttempts(page)
  return { creator, checkout, username, tries, release: await pressPay(page, tries, card) }
}

async function signInAgain(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(REGISTERED_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('after a session that ended while paying, the person signs in and sees that it was paid', async ({
  page,
  context,
  openBrowser,
}) => {
  const maker = await openBrowser()
  const { creator, username, tries, release } = await openPaying(page, maker, CARDS.pays)
  await context.clearCookies()
  release()
  await expect(page).toHaveURL('/?auth=login')
  await signInAgain(page, username)
  await expect(toastIn(page)).toContainText(
    `Your payment went through. You’re subscribed to ${creator.username} until`,
  )
  await expect(page).toHaveURL(`/profile/${creator.username}`)
  await expect.poll(() => grossOf(maker)).toBe(950)
  expect(tries()).toBe(1)
  await page.goto('/subscriptions')
  await expect(subscriptionRow(page, 'Your active subscriptions', creator.username)).toHaveCount(1)
})

test(
  'after signing out in another tab while paying, the person signs in and sees that nothing was charged',
  { tag: '@slow' },
  async ({ page, context, openBrowser }) => {
    const maker = await openBrowser()
    const { checkout, username, release } = await openPaying(page, maker, CARDS.isDeclined)
    const other = watchConsole(await context.newPage())
    await other.goto('/profile')
    await other.getByRole('button', { name: 'Sign Out' }).click()
    await expect(payButton(page)).toHaveCount(0)
    release()
    await expect(toastIn(page)).toContainText('Your card was declined.')
    await page.getByRole('link', { name: 'Log in' }).click()
    await signInAgain(page, username)
    await expect(page).toHaveURL(checkout)
    await expect(page.getByText('Your card was declined. You weren’t charged.')).toBeVisible()
    expect(await grossOf(maker)).toBe(0)
    // Once seen, the message isn't repeated.
    await page.reload()
    await expect(cardNumberField(page)).toBeVisible()
    await expect(page.getByText('You weren’t charged')).toHaveCount(0)
  },
)
