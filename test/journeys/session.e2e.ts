// The end of a session: signing out in one of several tabs, and a session revoked on the server.
import { atMost } from '#test/test-scope.ts'
import { stepUntil, stopClock } from './page-clock.ts'
import { openAs, expect, signIn, test, toastIn, watchConsole } from './fixtures.ts'

const HEADLINE = 'Share trades. Build trust. Get subscribers.'

// @spec-2.21 @spec-4.4 @spec-4.5 @spec-4.6 @spec-8.10
test("signing out in one tab signs out the other within a second and clears the person's data", async ({
  page,
  context,
}) => {
  const other = watchConsole(await context.newPage())
  await signIn(other, 'rosa')
  // A toast under the pointer stays.
  await toastIn(other).hover()
  await page.goto('/profile')
  await expect(other.getByRole('article').first()).toBeVisible()
  await page.getByRole('link', { name: 'Feed', exact: true }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()

  await expect(toastIn(other)).toContainText('Welcome back!')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toastIn(page)).toContainText('Logged out')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(HEADLINE, { timeout: atMost(1000) })
  await expect(other.getByText('Rosa Teixeira')).toHaveCount(0)
  await expect(toastIn(other)).toHaveCount(0)
  await expect(toastIn(page)).toContainText('You have been logged out successfully.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE)
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE)
  expect(await (await context.request.get('/api/user')).json()).toBeNull()

  // The next person in the same tab, without a page load, sees none of the previous person's data.
  await page.goForward()
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Username').fill('omar')
  await page.getByLabel('Password', { exact: true }).fill('signalpost')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('No signals yet.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  // The other tab learns who is signed in now.
  await expect(other.getByText('No signals yet.')).toBeVisible()
})

// @spec-4.35
test('a revoked session is noticed at the next click and leads to the sign-in dialog', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await openAs(page, 'omar', '/profile/theo')
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await expect(follow).toBeVisible()
  // Nothing that the page loads later may notice it first. Half a second after the click the page redirects to the sign-in dialog.
  await stopClock(page)
  await context.clearCookies()
  await follow.click()
  await stepUntil(page, toastIn(page), 'Unauthorized')
  await expect(toastIn(page)).toContainText('You are logged out. Logging in again...')
  // The page undoes the follow in a later step of its clock.
  await stepUntil(page, page.locator('main button[aria-pressed="false"]'), 'Follow')
  await page.clock.resume()
  await expect(page).toHaveURL('/?auth=login')
  const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
  await dialog.getByLabel('Username').fill('omar')
  await dialog.getByLabel('Password', { exact: true }).fill('signalpost')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  // Returns to the page where the session was missing.
  await expect(page).toHaveURL('/profile/theo')
  await expect(follow).toBeVisible()
})
