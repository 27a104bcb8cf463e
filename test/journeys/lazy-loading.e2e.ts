// Code that is loaded lazily and fails to load: the browser is offline, or a newer version has replaced the files.
import { allowErrors, enter, expect, newcomer, test, toastOf } from './people.ts'

const OFFLINE = 'You’re offline, or the server can’t be reached. Please try again.'

test(
  'a screen that can not be fetched offline says so, leads back, and comes by itself with the connection',
  { tag: '@slow' },
  async ({ page, context }) => {
    allowErrors(page, /ERR_INTERNET_DISCONNECTED|dynamically imported module/)
    await newcomer(page, 'ida')
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
  'a dialog that can not be fetched offline leaves the address, and opens with the next press',
  { tag: '@slow' },
  async ({ page, context }) => {
    allowErrors(page, /ERR_INTERNET_DISCONNECTED|dynamically imported module/)
    await enter(page, 'rosa', '/profile')
    const edit = page.getByRole('link', { name: 'Edit Profile' })
    await expect(edit).toBeVisible()
    await context.setOffline(true)
    await edit.click()
    await expect(toastOf(page)).toContainText(OFFLINE)
    await expect(page).toHaveURL('/profile')
    await context.setOffline(false)
    await edit.click()
    await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible()
    await expect(page).toHaveURL('/profile?dialog=edit-profile')
  },
)

test(
  'a screen whose file is gone is looked for in a new page once, then it is said and can be tried again',
  { tag: '@slow' },
  async ({ page }) => {
    allowErrors(page, /404|dynamically imported module/)
    let pages = 0
    page.on('request', (request) => (pages += request.isNavigationRequest() ? 1 : 0))
    await enter(page, 'rosa')
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
