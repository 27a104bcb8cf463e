// Where nothing can be paid for: each time it is said why, and the page leads somewhere else.
import type { Page } from '@playwright/test'
import { ALREADY_A_CREATOR_MS } from '#shared/limits.ts'
import { expect, LATENCY_OF_PAYING, newcomer, register, test, toastOf } from './people.ts'
import { idOf, newCreator, numberOf, watchStay, subscribe } from './paying.ts'

test.use({ latency: LATENCY_OF_PAYING })

/** Both addresses of the checkout, and the dialog. */
const waysTo = (creatorId: string) => [
  `/subscribe?creator=${creatorId}`,
  `/subscribe/creator/${creatorId}`,
  `/?dialog=subscribe&creator=${creatorId}`,
]

async function expectNotAvailable(page: Page, path: string) {
  await page.goto(path)
  await expect(toastOf(page), path).toContainText('Creator Not Available')
  await expect(toastOf(page)).toContainText("This creator hasn't set up subscriptions yet.")
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(numberOf(page)).toHaveCount(0)
}

// @spec-5.42
test('a checkout without a creator leads home', { tag: '@slow' }, async ({ page }) => {
  await newcomer(page, 'bo')
  for (const path of ['/subscribe', '/subscribe?creator=nobody']) {
    await page.goto(path)
    await expect(toastOf(page), path).toContainText('Creator Not Found')
    await expect(toastOf(page)).toContainText('Please select a creator to subscribe to.')
    await expect(page).toHaveURL('/')
  }
})

// @spec-6.7 @spec-8.32
test(
  'oneself, a member and somebody unknown cannot be subscribed to',
  { tag: '@slow' },
  async ({ page, another }) => {
    const member = await another()
    const memberName = await register(member, 'sol')
    const creator = await newCreator(page, 'mila')
    const memberId = await idOf(page, memberName)
    for (const id of [creator.id, memberId, '00000000-0000-4000-8000-000000000000'])
      for (const path of waysTo(id)) await expectNotAvailable(page, path)
  },
)

// @spec-8.32
test(
  'a creator who has no price yet cannot be subscribed to, also not by who sees the button',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await newCreator(await another(), 'mila', null)
    await newcomer(page, 'bo', `/profile/${creator.username}`)
    await page
      .getByRole('region', { name: creator.username })
      .getByRole('link', { name: /^Subscribe/ })
      .click()
    await expect(toastOf(page)).toContainText('Creator Not Available')
    await expect(page).toHaveURL('/')
    for (const path of waysTo(creator.id)) await expectNotAvailable(page, path)
  },
)

test(
  'whoever is subscribed already is told so, and led to the profile',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await newCreator(await another(), 'mila')
    await register(page, 'bo')
    await subscribe(page, creator.id)
    for (const path of [`/subscribe?creator=${creator.id}`, `/subscribe/creator/${creator.id}`]) {
      await page.goto(path)
      await expect(toastOf(page), path).toContainText('Already subscribed')
      await expect(page).toHaveURL(`/profile/${creator.username}`)
      await expect(page.getByText('Subscribed', { exact: true })).toBeVisible()
    }
  },
)

test(
  'whoever is a creator already is led to the setup after half a second',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'mila')
    await page.goto('/profile')
    await expect(page.getByRole('link', { name: 'Manage Subscriptions' })).toBeVisible()
    const expectStay = watchStay(page, 'Already a creator')
    // Within the page: no button leads there any more, but Back may.
    await page.evaluate(() => history.pushState(null, '', '/creator-subscribe'))
    await expect(toastOf(page)).toContainText('Creator Mode is active.')
    await expect(page).toHaveURL('/creator-onboarding')
    await expectStay(ALREADY_A_CREATOR_MS)
    await expect(page.getByText('All three steps are done.')).toBeVisible()
  },
)
