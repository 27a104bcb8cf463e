// Private profiles, unknown people and unknown addresses, and what a visitor sees instead.
import type { Page } from '@playwright/test'
import { openAs, expect, registerAndOpen, test, toastIn } from './fixtures.ts'

async function expectNobody(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User not found')
  await expect(page.getByText("This user doesn't exist or has a private profile.")).toBeVisible()
}

// @spec-2.11 @spec-2.13 @spec-6.18
test(
  'a profile that becomes private looks nonexistent to others',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const shy = await registerAndOpen(page, 'shy', '/profile')
    const omar = await openBrowser()
    await openAs(omar, 'omar', `/profile/${shy}`)
    await expect(omar.getByRole('heading', { level: 1 })).toHaveText(shy)

    await page.getByRole('link', { name: 'Edit Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
    await expect(dialog.getByRole('switch', { name: 'Public profile' })).toBeChecked()
    await dialog.getByRole('switch', { name: 'Public profile' }).click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toastIn(page)).toContainText('Profile updated successfully')

    await omar.reload()
    await expectNobody(omar)
    await expect(omar.locator('#content')).not.toContainText(shy)
    await omar.goto('/profile/nobody_of_that_name')
    await expectNobody(omar)
    // Nothing changes for its owner.
    await page.goto(`/profile/${shy.toUpperCase()}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shy)
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
  },
)

// @spec-2.19 @spec-2.20
test('an unknown address shows a 404 page that leads back', async ({ screenPage: page }) => {
  await openAs(page, 'rosa', '/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your feed' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('article').first()).toBeVisible()
})

// @spec-2.2 @spec-2.3 @spec-2.4 @spec-2.5 @spec-2.6 @spec-2.7 @spec-4.37 @spec-6.1
test('a visitor sees the landing page at every address', async ({ screenPage: page }) => {
  for (const path of [
    '/',
    '/portfolio',
    '/profile',
    '/profile/maya',
    '/subscribe',
    '/creator-subscribe',
    '/creator-onboarding',
    '/no/such/page',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(
      'Share trades. Build trust. Get subscribers.',
    )
    await expect(page.getByRole('link', { name: 'Join Waitlist' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Your profile' })).toHaveCount(0)
  }
})

// @spec-2.12
test('a visitor who signs in at an address stays at that address', async ({ screenPage: page }) => {
  await page.goto('/profile/maya')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Username').fill('rosa')
  await page.getByLabel('Password', { exact: true }).fill('signalpost')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Lindqvist')
  await expect(page).toHaveURL('/profile/maya')
})
