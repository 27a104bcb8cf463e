// The header and the main screen with its three tabs, as the specification lists them.
import type { Page } from '@playwright/test'
import { held, letThrough } from './held-calls.ts'
import { allowErrors, enter, expect, letIn, newcomer, test } from './people.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const profileButton = (page: Page) => page.getByRole('link', { name: 'Your profile' })

// @spec-2.8 @spec-2.9 @spec-2.10 @spec-2.61 @spec-2.62 @spec-2.63 @spec-2.67 @spec-6.11
test('the main screen has three tabs at its bottom, and opens on the one of its address', async ({
  page,
}) => {
  await enter(page, 'maya')
  await expect(tabs(page)).toHaveText(['Feed', 'Portfolio', 'Profile'])
  for (const [path, name, heading] of [
    ['/', 'Feed', 'Feed'],
    ['/portfolio', 'Portfolio', 'My Portfolio'],
    ['/profile', 'Profile', 'Maya Lindqvist'],
  ] as const) {
    await page.goto(path)
    await expect(tabs(page).and(page.locator('[aria-current=page]'))).toHaveText(name)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await expect(page.getByRole('link', { name: 'Manage Subscriptions' })).toHaveAttribute(
    'href',
    '/subscriptions',
  )
})

// @spec-2.59 @spec-9.21
test('while the feed is on its way three cards stand in its place', async ({ page }) => {
  await letIn(page, 'rosa')
  const answer = await held(page, '**/api/signals/feed*')
  await page.goto('/')
  const loading = page.getByRole('status', { name: 'Loading signals' })
  await expect(loading.locator('.signal')).toHaveCount(3)
  await answer(letThrough)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(loading).toHaveCount(0)
})

// @spec-7.5
test('the feed is read once: not after ten minutes, and not when the window is looked at again', async ({
  page,
}) => {
  await page.clock.install()
  let reads = 0
  page.on('request', (request) => (reads += request.url().includes('/api/signals/feed') ? 1 : 0))
  // A signal that another journey posted would be announced, which is a reason to read.
  await page.route('**/api/live', () => {})
  await enter(page, 'rosa')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.clock.runFor(10 * 60_000)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('blur'))
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.clock.runFor(5000)
  expect(reads).toBe(1)
})

// @spec-7.4
test('the feed that fails is not asked for again, until somebody wants it', async ({ page }) => {
  allowErrors(page, /status of 503/)
  await letIn(page, 'rosa')
  let reads = 0
  await page.route('**/api/signals/feed*', (route) => {
    reads += 1
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now' } })
  })
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByText('Couldn’t load the feed.')).toBeVisible()
  await page.clock.runFor(60_000)
  expect(reads).toBe(1)
})

// @spec-2.49 @spec-2.50 @spec-2.51 @spec-2.53
test('the header has the logo, the antenna and the own initials; elsewhere a way back to where one was', async ({
  page,
}) => {
  await enter(page, 'rosa', '/profile')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Signalpost' })).toHaveAttribute('href', '/')
  await expect(header.getByRole('link', { name: 'Share Investment Signal' })).toHaveText('📡')
  await expect(profileButton(page)).toHaveText('RO')
  await page.getByRole('link', { name: 'Subscriptions', exact: true }).click()
  await expect(page).toHaveURL('/subscriptions')
  await expect(header.getByRole('link', { name: 'Signalpost' })).toHaveCount(0)
  await header.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/profile')
  await profileButton(page).click()
  await expect(page).toHaveURL('/profile')
})

// @spec-2.52 @spec-2.55
test('the profile button shows the picture, and the initials when the picture fails', async ({ page }) => {
  allowErrors(page, /ERR_FAILED/)
  const username = await newcomer(page, 'ida', '/')
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch()
    const user = (await answer.json()) as object
    await route.fulfill({
      response: answer,
      json: { ...user, profileImageUrl: '/objects/pictures/ida.webp' },
    })
  })
  const dot = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  let isThere = true
  await page.route('**/objects/pictures/ida.webp', (route) =>
    isThere ? route.fulfill({ contentType: 'image/gif', body: Buffer.from(dot, 'base64') }) : route.abort(),
  )
  await page.reload()
  await expect(profileButton(page).locator('img')).toHaveAttribute('src', '/objects/pictures/ida.webp')
  await expect(profileButton(page)).toHaveText('')
  isThere = false
  await page.reload()
  await expect(profileButton(page)).toHaveText(username.slice(0, 2).toUpperCase())
  await expect(profileButton(page).locator('img')).toHaveCount(0)
})
