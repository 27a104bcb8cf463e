// One's own profile and other people's profiles, and the buttons of each.
import type { Page } from '@playwright/test'
import { openAs, expect, profileFigure, signInByApi, registerAndOpen, register, test } from './fixtures.ts'
import { idOf } from './payment-steps.ts'

const head = (page: Page) => page.locator('[aria-labelledby="profile-name"]')
/** On wide screens, subscribing is beside the profile. */
const actions = (page: Page) => head(page).or(page.getByRole('region', { name: /^Subscribe to / }))
const action = (page: Page, name: string | RegExp) =>
  actions(page).getByRole('link', { name }).or(actions(page).getByRole('button', { name }))

// @spec-2.11 @spec-2.107 @spec-2.108 @spec-2.111 @spec-2.112 @spec-2.113 @spec-2.114 @spec-2.115 @spec-2.116
// @spec-2.121 @spec-2.122
test("a member's own profile has Edit, Creator Mode and Sign Out, and no Follow button", async ({
  screenPage: page,
}) => {
  const username = await registerAndOpen(page, 'ida', '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(username)
  await expect(head(page).locator('[aria-hidden]').first()).toHaveText('ID')
  await expect(head(page).getByText('Creator', { exact: true })).toHaveCount(0)
  await expect(profileFigure(page, 'Followers')).toHaveText('0')
  await expect(profileFigure(page, 'Following')).toHaveText('0')
  await expect(profileFigure(page, 'Performance')).toHaveText('+0.0% No portfolio')
  await expect(action(page, 'Edit Profile')).toBeVisible()
  await expect(action(page, 'Enable Creator Mode')).toHaveAttribute('href', '/creator-subscribe')
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(action(page, /^(Follow|Following)$/)).toHaveCount(0)
  await expect(action(page, /^Subscribe /)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Recent Signals' })).toBeVisible()
  await expect(
    page.getByText("You haven't posted any signals yet. Share your first trade idea!"),
  ).toBeVisible()
  // The address with the username shows the same profile.
  await page.goto(`/profile/${username}`)
  await expect(action(page, 'Edit Profile')).toBeVisible()
})

// @spec-2.107 @spec-2.108 @spec-2.109 @spec-2.110 @spec-2.113 @spec-2.115
test("a creator's own profile has a creator badge and no link to enable Creator Mode", async ({
  screenPage: page,
}) => {
  await openAs(page, 'maya', '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Lindqvist')
  await expect(head(page).locator('[aria-hidden]').first()).toHaveText('MA')
  await expect(head(page).getByText('Creator', { exact: true })).toBeVisible()
  await expect(head(page).locator('p[dir=auto]')).not.toBeEmpty()
  await expect(action(page, 'Enable Creator Mode')).toHaveCount(0)
  const signals = page.getByRole('region', { name: 'Recent Signals' })
  await expect(signals.getByRole('article').first()).toBeVisible()
  // One card: neither the author nor the disclaimer is repeated in its rows.
  await expect(signals.getByRole('link', { name: 'maya', exact: true })).toHaveCount(0)
  await expect(signals.getByText('Not an investment recommendation.')).toHaveCount(1)
})

// @spec-2.117 @spec-2.120 @spec-2.123 @spec-4.36
test("another member has a Follow button and no Subscribe button, and the page doesn't request a subscription status", async ({
  screenPage: page,
  openBrowser,
}) => {
  const quiet = await register(await openBrowser(), 'quiet')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openAs(page, 'omar', `/profile/${quiet}`)
  await expect(page.getByText("This user hasn't posted any signals yet.")).toBeVisible()
  await expect(action(page, /^Follow$/)).toBeVisible()
  await expect(action(page, /^Subscribe /)).toHaveCount(0)
  for (const name of ['Edit Profile', 'Sign Out', 'Enable Creator Mode'])
    await expect(action(page, name), name).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toHaveCount(0)
  expect(asked.filter((path) => path.startsWith('/api/subscriptions/status/'))).toEqual([])
  expect(asked.some((path) => path.startsWith('/api/follows/status/'))).toBe(true)
})

// @spec-2.119 @spec-4.36 @spec-9.3
test("a creator's profile links to the checkout with the price, or $6 if the view has none", async ({
  screenPage: page,
}) => {
  await signInByApi(page, 'omar')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const id = await idOf(page, 'theo')
  await page.goto('/profile/theo')
  await expect(action(page, /^Subscribe \$[\d.]+\/month$/)).toHaveAttribute(
    'href',
    `/subscribe?creator=${id}`,
  )
  expect(asked).toContain(`/api/subscriptions/status/${id}`)
  await page.route('**/api/users/theo', async (route) => {
    const answer = await route.fetch()
    const user = (await answer.json()) as object
    await route.fulfill({ response: answer, json: { ...user, subscriptionPriceInCents: 0 } })
  })
  await page.reload()
  await expect(action(page, /^Subscribe /)).toHaveText('Subscribe $6/month')
})
