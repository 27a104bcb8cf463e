// A payout account on hold: what the creator, subscribers and others see, and how it ends.
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, registerAndOpen, register, test, usePaymentLatency } from './fixtures.ts'
import {
  type Creator,
  newCreator,
  cardNumberField,
  subscriptionRow,
  signalCard,
  subscribe,
} from './payment-steps.ts'

usePaymentLatency()

const DOCUMENT = 'A photo of an identity document'
const payoutsNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'Your payouts' })
const subscriptionTo = (page: Page, { username }: Creator) =>
  subscriptionRow(page, 'Your active subscriptions', username)

/** Makes the sandbox verify the account of the creator on this page (tools/sandbox/stripe/pages/account-verification.ts). */
async function checkAccount(page: Page, check: 'ask' | 'restrict'): Promise<void> {
  const answer = await page.request.post('/api/stripe/connect/create-account-link')
  const { url } = (await answer.json()) as { url: string }
  const { status } = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ check }),
    redirect: 'manual',
  })
  expect(status, 'the verification starts').toBe(303)
}

/** The response for a locked signal doesn't contain these fields. */
const HIDDEN = { content: undefined, signalType: undefined, tickers: undefined }

/** Returns the server's list with these fields changed in each item. */
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
  await expect(cardNumberField(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: `Go to ${username}’s profile` })).toBeVisible()
}

test(
  'payouts on hold lead the creator to what is missing, subscribers see the reason, and everything resumes',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    test.slow()
    const creator = await newCreator(page, 'mila')
    const subscriber = await openBrowser()
    await register(subscriber, 'bo')
    await subscribe(subscriber, creator.id)
    await subscriber.goto('/subscriptions')
    await expect(subscriptionTo(subscriber, creator)).toContainText('renews')
    await page.goto('/profile')
    await expect(page.getByRole('link', { name: 'Manage Subscriptions' })).toBeVisible()

    await checkAccount(page, 'restrict')
    await expect(payoutsNotice(page)).toContainText('Your payouts are on hold')
    await expect(payoutsNotice(page)).toContainText(DOCUMENT)
    await expect(page.getByRole('link', { name: 'Finish setup' })).toHaveCount(0)
    await expectAccessible(page)
    await expect(subscriptionTo(subscriber, creator)).toContainText('Paused')
    await expect(subscriptionTo(subscriber, creator)).toContainText(
      /payouts are checked; access until \w{3} \d/,
    )
    await expect(subscriptionTo(subscriber, creator).getByRole('button', { name: /^Cancel/ })).toBeVisible()
    await expect(subscriptionTo(subscriber, creator).getByRole('button', { name: /^Manage/ })).toHaveCount(0)
    await expectAccessible(subscriber)
    const stranger = await openBrowser()
    await registerAndOpen(stranger, 'sol')
    await expectClosed(stranger, creator, 'waiting for details of their payout account')
    await expectAccessible(stranger)

    await page.goto('/subscriptions')
    await expect(payoutsNotice(page)).toBeVisible()
    await expect(subscriptionRow(page, 'People subscribed to you', 'bo_')).toContainText('Paused')
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
    await expect(payoutsNotice(page)).toHaveCount(0)
    await expect(subscriptionTo(subscriber, creator)).toContainText('renews')
    await stranger.goto(`/subscribe?creator=${creator.id}`)
    await expect(cardNumberField(stranger)).toBeVisible()
  },
)

test(
  'a requirement with a due date stops nothing, and the page shows the date',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'mila')
    await checkAccount(page, 'ask')
    await page.goto('/profile')
    await expect(payoutsNotice(page)).toContainText(/Your payouts need more details by \w{3} \d{1,2}, \d{4}/)
    await expect(payoutsNotice(page)).toContainText(DOCUMENT)
    await expect(payoutsNotice(page)).toContainText('Nothing is paused yet.')
    await page.getByRole('link', { name: 'Share Investment Signal' }).click()
    await expect(page.getByRole('dialog', { name: 'Share Investment Signal' })).toBeVisible()
  },
)

test(
  'after the paid period, the profile and locked signals say that the subscription is paused',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(await openBrowser(), 'mila')
    await register(page, 'bo')
    await subscribe(page, creator.id)
    // Simulates the server's response after the period ends, because that takes a month.
    const pausedFrom = new Date(Date.now() - 60_000).toISOString()
    await changed(page, /\/api\/subscriptions\/subscriber\//, { pausedFrom, hasAccess: false })
    await changed(page, /\/api\/signals\/user\//, { ...HIDDEN, isLocked: true })
    await page.route(/\/api\/subscriptions\/status\//, (route) =>
      route.fulfill({ json: { isSubscribed: false } }),
    )
    await page.goto(`/profile/${creator.username}`)
    const card = signalCard(page, creator.premium.id)
    await expect(card).toContainText('Subscription paused')
    await expect(page.getByRole('link', { name: /^Subscribe/ })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Subscription paused' }).click()
    await expect(page).toHaveURL(`/subscriptions?creator=${creator.id}`)
    await expect(subscriptionTo(page, creator)).toContainText('no access and no charge until')
    await expect(subscriptionTo(page, creator)).toBeFocused()
    await subscriptionTo(page, creator)
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await expect(page.getByRole('dialog')).toContainText(
      'You don’t have access right now. You won’t be charged again',
    )
  },
)

test(
  'a creator with a canceled plan gets no new subscribers, and the checkout says when the plan ends',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(page, 'mila')
    expect((await page.request.delete('/api/creator-subscription/cancel')).ok()).toBe(true)
    const stranger = await openBrowser()
    await registerAndOpen(stranger, 'sol')
    await expectClosed(stranger, creator, /stops on \w+ \d{1,2}, \d{4} and isn’t taking new subscribers/)
  },
)
