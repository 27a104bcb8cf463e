// The landing page: prerendered, hydrated in place, and never shown to a signed-in person.
import type { Page } from '@playwright/test'
import { allowConsoleErrors, expect, signInByApi, signIn, test } from './fixtures.ts'

const HEADLINE = 'Share trades. Build trust. Get subscribers.'
const join = (page: Page) => page.getByRole('link', { name: 'Join Waitlist' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Join the Waitlist' })

test('the landing page is readable without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE)
  await expect(join(page)).toBeVisible()
  await expect(page.locator('noscript p')).toBeVisible()
  await context.close()
})

test('React hydrates the landing page without moving or repainting anything', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  const headline = page.getByRole('heading', { level: 1 })
  await headline.evaluate((element) => (element.dataset.mine = 'yes'))
  await join(page).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Email Address')).toBeFocused()
  await expect(page).toHaveURL('/?dialog=waitlist')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(join(page)).toBeFocused()
  await expect(page).toHaveURL('/')
  await expect(headline).toHaveAttribute('data-mine', 'yes')
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([])
})

test('the landing page shows an error while offline, and a later click still opens the dialog', async ({
  page,
  context,
}) => {
  allowConsoleErrors(page, /ERR_INTERNET_DISCONNECTED/)
  await page.goto('/')
  await context.setOffline(true)
  await join(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'You’re offline, or the server can’t be reached. Please try again.',
  )
  await context.setOffline(false)
  await join(page).click()
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByText('You’re offline')).toHaveCount(0)
})

test(
  'an open landing page becomes the feed when the visitor signs in in another tab',
  { tag: '@slow' },
  async ({ page, context }) => {
    await page.goto('/')
    await signIn(await context.newPage(), 'rosa')
    await expect(page.getByRole('article').first()).toBeVisible()
  },
)

test('Back to a landing page that was opened before signing in shows the feed', async ({ page }) => {
  await page.goto('/')
  await expect(join(page)).toBeVisible()
  await page.goto('/robots.txt')
  await signInByApi(page, 'rosa')
  await page.goBack()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(join(page)).toHaveCount(0)
})

test('an expired session leads to the landing page, and its dialogs open', async ({ page }) => {
  await signInByApi(page, 'rosa')
  await page.context().addCookies([
    {
      name: 'signalpost_session',
      value: 'ended',
      url: new URL((await page.request.get('/')).url()).origin,
    },
  ])
  await page.goto('/profile/theo')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE)
  await join(page).click()
  await expect(dialog(page)).toBeVisible()
})

test('the landing page uses the chosen theme from its first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('meta[name=theme-color][media=all]')).toHaveAttribute('content', '#0b1112')
})
