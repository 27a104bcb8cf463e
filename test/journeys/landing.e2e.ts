// The landing before and after React: sent as a whole, taken over where it stands, and never shown to somebody signed in.
import type { Page } from '@playwright/test'
import { allowErrors, expect, letIn, signIn, test } from './people.ts'

const HEADLINE = 'Share trades. Build trust. Get subscribers.'
const join = (page: Page) => page.getByRole('link', { name: 'Join Waitlist' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Join the Waitlist' })

test('the landing can be read without any script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE)
  await expect(join(page)).toBeVisible()
  await expect(page.locator('noscript p')).toBeVisible()
  await context.close()
})

test('React takes the landing over where it stands, without moving or redrawing anything', async ({
  page,
}) => {
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

test('without a connection the landing says so, and a later press still opens the dialog', async ({
  page,
  context,
}) => {
  allowErrors(page, /ERR_INTERNET_DISCONNECTED/)
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
  'an open landing gives way when somebody signs in in another tab',
  { tag: '@slow' },
  async ({ page, context }) => {
    await page.goto('/')
    await signIn(await context.newPage(), 'rosa')
    await expect(page.getByRole('article').first()).toBeVisible()
  },
)

test('who goes back to a landing seen before signing in finds the feed', async ({ page }) => {
  await page.goto('/')
  await expect(join(page)).toBeVisible()
  await page.goto('/robots.txt')
  await letIn(page, 'rosa')
  await page.goBack()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(join(page)).toHaveCount(0)
})

test('a session that has ended still leads to the landing, and into its dialogs', async ({ page }) => {
  await letIn(page, 'rosa')
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

test('a theme chosen on this device is the landing’s from its first drawing', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('meta[name=theme-color][media=all]')).toHaveAttribute('content', '#0b1112')
})
