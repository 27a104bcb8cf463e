// The header and the main screen with its three tabs, as the specification describes them.
import type { Page } from '@playwright/test'
import { holdCalls, continueCall } from './intercept-calls.ts'
import { allowConsoleErrors, openAs, expect, signInByApi, registerAndOpen, test } from './fixtures.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const tabs = (page: Page) => navigation(page).getByRole('list').first().getByRole('link')
const profileButton = (page: Page) => page.getByRole('link', { name: 'Your profile' })

// @spec-2.8 @spec-2.9 @spec-2.10 @spec-2.61 @spec-2.62 @spec-2.63 @spec-2.67 @spec-6.11
test('the main screen has three tabs, at the bottom of a phone, and opens the one of its address', async ({
  screenPage: page,
}) => {
  await openAs(page, 'maya')
  await expect(tabs(page)).toHaveText(['Feed', 'Portfolio', 'Profile'])
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(navigation(page).getByRole('link')).toHaveText(['Feed', 'Portfolio', 'Profile'])
  const { y = 0, height = 0 } = (await navigation(page).boundingBox()) ?? {}
  expect(y + height).toBe(740)
  await page.setViewportSize({ width: 1280, height: 800 })
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
test('the loading feed shows three skeleton cards', async ({ screenPage: page }) => {
  await signInByApi(page, 'rosa')
  const answer = await holdCalls(page, '**/api/signals/feed*')
  await page.goto('/')
  const loading = page.getByRole('status', { name: 'Loading signals' })
  await expect(loading.locator('.signal')).toHaveCount(3)
  await answer(continueCall)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(loading).toHaveCount(0)
})

// @spec-7.5
test("the feed loads once and doesn't reload after ten minutes or when the window gets the focus", async ({
  page,
}) => {
  await page.clock.install()
  let reads = 0
  page.on('request', (request) => (reads += request.url().includes('/api/signals/feed') ? 1 : 0))
  // A signal from another journey would be announced and cause a request.
  await page.route('**/api/live', () => {})
  await openAs(page, 'rosa')
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
test('a failed feed is not retried until the person asks for it', async ({ page }) => {
  allowConsoleErrors(page, /status of 503/)
  await signInByApi(page, 'rosa')
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
test("the header has the logo, the antenna and one's initials, and on other pages a Back link", async ({
  screenPage: page,
}) => {
  await openAs(page, 'rosa', '/profile')
  const header = page.getByRole('banner')
  // From 768 px, the logo is at the top of the rail.
  await expect(navigation(page).getByRole('link', { name: 'Signalpost' })).toHaveAttribute('href', '/')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(header.getByRole('link', { name: 'Signalpost' })).toHaveAttribute('href', '/')
  await expect(header.getByRole('link', { name: 'Share Investment Signal' })).toHaveText('📡')
  await expect(profileButton(page)).toHaveText('RO')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Subscriptions/ })
    .click()
  await expect(page).toHaveURL('/subscriptions')
  await expect(header.getByRole('link', { name: 'Signalpost' })).toHaveCount(0)
  await header.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/profile')
  await profileButton(page).click()
  await expect(page).toHaveURL('/profile')
})

// @spec-2.52 @spec-2.55
test('the profile button shows the picture, or the initials if the picture fails to load', async ({
  screenPage: page,
}) => {
  allowConsoleErrors(page, /ERR_FAILED/)
  const username = await registerAndOpen(page, 'ida', '/')
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
