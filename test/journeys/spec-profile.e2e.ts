// The profile: what stands on one's own, what on another's, and which of the two has which button.
import type { Page } from '@playwright/test'
import { enter, expect, figureOf, letIn, newcomer, register, test } from './people.ts'
import { idOf } from './paying.ts'

const head = (page: Page) => page.locator('[aria-labelledby="profile-name"]')
const action = (page: Page, name: string | RegExp) =>
  head(page).getByRole('link', { name }).or(head(page).getByRole('button', { name }))

// @spec-2.11 @spec-2.107 @spec-2.108 @spec-2.111 @spec-2.112 @spec-2.113 @spec-2.114 @spec-2.115 @spec-2.116
// @spec-2.121 @spec-2.122
test('the own profile of a member leads to editing, Creator Mode and out, and follows nobody', async ({
  page,
}) => {
  const username = await newcomer(page, 'ida', '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(username)
  await expect(head(page).locator('[aria-hidden]').first()).toHaveText('ID')
  await expect(head(page).getByText('Creator', { exact: true })).toHaveCount(0)
  await expect(figureOf(page, 'Followers')).toHaveText('0')
  await expect(figureOf(page, 'Following')).toHaveText('0')
  await expect(figureOf(page, 'Performance')).toHaveText('+0.0% No portfolio')
  await expect(action(page, 'Edit Profile')).toBeVisible()
  await expect(action(page, 'Enable Creator Mode')).toHaveAttribute('href', '/creator-subscribe')
  await expect(action(page, 'Sign Out')).toBeVisible()
  await expect(action(page, /^(Follow|Following)$/)).toHaveCount(0)
  await expect(action(page, /^Subscribe /)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Recent Signals' })).toBeVisible()
  await expect(
    page.getByText("You haven't posted any signals yet. Share your first trade idea!"),
  ).toBeVisible()
  // By its name it is the same profile.
  await page.goto(`/profile/${username}`)
  await expect(action(page, 'Edit Profile')).toBeVisible()
})

// @spec-2.107 @spec-2.108 @spec-2.109 @spec-2.110 @spec-2.113 @spec-2.115
test('the own profile of a creator says so, and has no Creator Mode to enable', async ({ page }) => {
  await enter(page, 'maya', '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Lindqvist')
  await expect(head(page).locator('[aria-hidden]').first()).toHaveText('MA')
  await expect(head(page).getByText('Creator', { exact: true })).toBeVisible()
  await expect(head(page).locator('p[dir=auto]')).not.toBeEmpty()
  await expect(action(page, 'Enable Creator Mode')).toHaveCount(0)
  await expect(page.getByRole('article').first()).toBeVisible()
})

// @spec-2.117 @spec-2.120 @spec-2.123 @spec-4.36
test('another member can be followed and not subscribed to, and nobody asks whether one subscribes', async ({
  page,
  another,
}) => {
  const quiet = await register(await another(), 'quiet')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(page, 'omar', `/profile/${quiet}`)
  await expect(page.getByText("This user hasn't posted any signals yet.")).toBeVisible()
  await expect(action(page, 'Follow')).toBeVisible()
  await expect(action(page, /^Subscribe /)).toHaveCount(0)
  for (const name of ['Edit Profile', 'Sign Out', 'Enable Creator Mode'])
    await expect(action(page, name), name).toHaveCount(0)
  expect(asked.filter((path) => path.startsWith('/api/subscriptions/status/'))).toEqual([])
  expect(asked.some((path) => path.startsWith('/api/follows/status/'))).toBe(true)
})

// @spec-2.119 @spec-4.36 @spec-9.3
test('a creator shows the price, which is $6 while the view has none, on a link to the checkout', async ({
  page,
}) => {
  await letIn(page, 'omar')
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
