// Code that is loaded lazily and fails to load: the browser is offline, or a newer version has replaced the files.
import { allowConsoleErrors, openAs, expect, registerAndOpen, test, toastIn } from './fixtures.ts'

const OFFLINE = 'You’re offline, or the server can’t be reached. Please try again.'

test(
  "a screen that can't load offline shows an error and loads by itself once online",
  { tag: '@slow' },
  async ({ page, context }) => {
    allowConsoleErrors(page, /ERR_INTERNET_DISCONNECTED|dynamically imported module/)
    await registerAndOpen(page, 'ida')
    await expect(page.getByText('No signals yet.')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Portfolio', exact: true }).click()
    await expect(page).toHaveURL('/creator-subscribe')
    await expect(page.getByRole('alert')).toContainText(OFFLINE)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL('/')
    await page.goForward()
    await expect(page.getByRole('alert')).toContainText(OFFLINE)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creator Mode')
  },
)

test(
  "a dialog that can't load offline keeps the address and opens with the next click",
  { tag: '@slow' },
  async ({ page, context }) => {
    allowConsoleErrors(page, /ERR_INTERNET_DISCONNECTED|dynamically imported module/)
    // Without the code of the toasts, nothing could say that the browser is offline.
    const toasts = page.waitForEvent('requestfinished', (request) => /\/toast-.*\.js$/.test(request.url()))
    await openAs(page, 'rosa', '/profile')
    await toasts
    const edit = page.getByRole('link', { name: 'Edit Profile' })
    await expect(edit).toBeVisible()
    await context.setOffline(true)
    await edit.click()
    await expect(toastIn(page)).toContainText(OFFLINE)
    await expect(page).toHaveURL('/profile')
    await context.setOffline(false)
    await edit.click()
    await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible()
    await expect(page).toHaveURL('/profile?dialog=edit-profile')
  },
)

test(
  'a screen whose file is gone reloads the page once, then shows an error and can be retried',
  { tag: '@slow' },
  async ({ page }) => {
    allowConsoleErrors(page, /404|dynamically imported module/)
    let pages = 0
    page.on('request', (request) => (pages += request.isNavigationRequest() ? 1 : 0))
    await openAs(page, 'rosa')
    await expect(page.getByRole('article').first()).toBeVisible()
    pages = 0
    await page.route('**/assets/subscriptions-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto('/profile')
    await page.evaluate(() => history.pushState(null, '', '/subscriptions'))
    await expect(page.getByRole('alert')).toContainText('Couldn’t load this part of the page.')
    expect(pages).toBe(2)
    await page.unroute('**/assets/subscriptions-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)
