// A creator whose payout account the provider checks: what the creator sees, what subscribers and others see, and the end.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, LATENCY_OF_PAYING, newcomer, register, test } from './people.ts'
import { type Creator, newCreator, numberOf, rowOf, signalOf, subscribe } from './paying.ts'

test.use({ latency: LATENCY_OF_PAYING })

const DOCUMENT = 'A photo of an identity document'
const stripeEventOf = (page: Page) => page.getByRole('status').filter({ hasText: 'Your payouts' })
const heldOf = (page: Page, { username }: Creator) => rowOf(page, 'Your active subscriptions', username)

/** Has the provider check the account of the creator of this page (sandbox/stripe/pages/account-verification.ts). */
async function checkAccount(page: Page, check: 'ask' | 'restrict'): Promise<void> {
  const answer = await page.request.post('/api/stripe/connect/create-account-link')
  const { url } = (await answer.json()) as { url: string }
  const { status } = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ check }),
    redirect: 'manual',
  })
  expect(status, 'the check is begun').toBe(303)
}

/** Of a locked signal not even the answer has these. */
const HIDDEN = { content: undefined, signalType: undefined, tickers: undefined }

/** Answers a call for a list as the server does, with these fields changed in each item. */
async function changed(page: Page, address: RegExp, fields: object): Promise<void> {
  await page.route(address, async (route) => {
    const items = (await (await route.fetch()).json()) as object[]
    await route.fulfill({ json: items.map((item) => ({ ...item, ...fields })) })
  })
}

async function expectClosed(page: Page, { id, username }: Creator, words: string | RegExp): Promise<void> {
  await page.goto(`/subscribe?creator=${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Creator Not Available' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(words)
  await expect(numberOf(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: `Go to ${username}’s profile` })).toBeVisible()
}

test(
  'payouts on hold: the creator is led to what is missing, subscribers see why, and everything resumes',
  { tag: '@slow' },
  async ({ page, another }) => {
    test.slow()
    const creator = await newCreator(page, 'mila')
    const subscriber = await another()
    await register(subscriber, 'bo')
    await subscribe(subscriber, creator.id)
    await subscriber.goto('/subscriptions')
    await expect(heldOf(subscriber, creator)).toContainText('renews')
    await page.goto('/profile')
    await expect(page.getByRole('link', { name: 'Manage Subscriptions' })).toBeVisible()

    await checkAccount(page, 'restrict')
    await expect(stripeEventOf(page)).toContainText('Your payouts are on hold')
    await expect(stripeEventOf(page)).toContainText(DOCUMENT)
    await expect(page.getByRole('link', { name: 'Finish setup' })).toHaveCount(0)
    await expectAccessible(page)
    await expect(heldOf(subscriber, creator)).toContainText('Paused')
    await expect(heldOf(subscriber, creator)).toContainText(/payouts are checked; access until \w{3} \d/)
    await expect(heldOf(subscriber, creator).getByRole('button', { name: /^Cancel/ })).toBeVisible()
    await expect(heldOf(subscriber, creator).getByRole('button', { name: /^Manage/ })).toHaveCount(0)
    await expectAccessible(subscriber)
    const stranger = await another()
    await newcomer(stranger, 'sol')
    await expectClosed(stranger, creator, 'waiting for details of their payout account')
    await expectAccessible(stranger)

    await page.goto('/subscriptions')
    await expect(stripeEventOf(page)).toBeVisible()
    await expect(rowOf(page, 'People subscribed to you', 'bo_')).toContainText('Paused')
    await page.goto('/')
    await page.getByRole('link', { name: 'Share Investment Signal' }).click()
    await expect(page).toHaveURL('/creator-onboarding')
    const payouts = page.getByRole('region', { name: 'Payouts' })
    await expect(payouts).toContainText('On hold')
    await expectAccessible(page)
    await payouts.getByRole('button', { name: 'Provide details' }).click()
    await expect(page.getByRole('heading', { name: 'Confirm your identity' })).toBeVisible()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page).toHaveURL(/\/creator-onboarding/)
    await expect(payouts).toContainText('Connected')
    await expect(stripeEventOf(page)).toHaveCount(0)
    await expect(heldOf(subscriber, creator)).toContainText('renews')
    await stranger.goto(`/subscribe?creator=${creator.id}`)
    await expect(numberOf(stranger)).toBeVisible()
  },
)

test('what is only asked for stops nothing, and is said with its day', { tag: '@slow' }, async ({ page }) => {
  await newCreator(page, 'mila')
  await checkAccount(page, 'ask')
  await page.goto('/profile')
  await expect(stripeEventOf(page)).toContainText(/Your payouts need more details by \w{3} \d{1,2}, \d{4}/)
  await expect(stripeEventOf(page)).toContainText(DOCUMENT)
  await expect(stripeEventOf(page)).toContainText('Nothing is paused yet.')
  await page.getByRole('link', { name: 'Share Investment Signal' }).click()
  await expect(page.getByRole('dialog', { name: 'Share Investment Signal' })).toBeVisible()
})

test(
  'once the paid period is over the profile and locked signals say that the subscription is paused',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await newCreator(await another(), 'mila')
    await register(page, 'bo')
    await subscribe(page, creator.id)
    // What the server answers when the period is over; nobody waits a month for it here.
    const pausedFrom = new Date(Date.now() - 60_000).toISOString()
    await changed(page, /\/api\/subscriptions\/subscriber\//, { pausedFrom, hasAccess: false })
    await changed(page, /\/api\/signals\/user\//, { ...HIDDEN, isLocked: true })
    await page.route(/\/api\/subscriptions\/status\//, (route) =>
      route.fulfill({ json: { isSubscribed: false } }),
    )
    await page.goto(`/profile/${creator.username}`)
    const card = signalOf(page, creator.premium.id)
    await expect(card).toContainText('Subscription paused')
    await expect(page.getByRole('link', { name: /^Subscribe/ })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Subscription paused' }).click()
    await expect(page).toHaveURL(`/subscriptions?creator=${creator.id}`)
    await expect(heldOf(page, creator)).toContainText('no access and no charge until')
    await expect(heldOf(page, creator)).toBeFocused()
    await heldOf(page, creator)
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await expect(page.getByRole('dialog')).toContainText(
      'You don’t have access right now. You won’t be charged again',
    )
  },
)

test(
  'a creator whose plan was canceled takes nobody new, and the checkout says until when they stay',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await newCreator(page, 'mila')
    expect((await page.request.delete('/api/creator-subscription/cancel')).ok()).toBe(true)
    const stranger = await another()
    await newcomer(stranger, 'sol')
    await expectClosed(stranger, creator, /stops on \w+ \d{1,2}, \d{4} and isn’t taking new subscribers/)
  },
)
