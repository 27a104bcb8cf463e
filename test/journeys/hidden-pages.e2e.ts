// What is not there, or not for everybody: private profiles, unknown people, unknown addresses, and visitors.
import type { Page } from '@playwright/test'
import { enter, expect, newcomer, test, toastOf } from './people.ts'

async function expectNobody(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User not found')
  await expect(page.getByText("This user doesn't exist or has a private profile.")).toBeVisible()
}

// @spec-2.11 @spec-2.13 @spec-6.18
test(
  'a profile that is made private is as unknown to others as one that never was',
  { tag: '@slow' },
  async ({ page, another }) => {
    const shy = await newcomer(page, 'shy', '/profile')
    const omar = await another()
    await enter(omar, 'omar', `/profile/${shy}`)
    await expect(omar.getByRole('heading', { level: 1 })).toHaveText(shy)

    await page.getByRole('link', { name: 'Edit Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
    await expect(dialog.getByRole('switch', { name: 'Public profile' })).toBeChecked()
    await dialog.getByRole('switch', { name: 'Public profile' }).click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toastOf(page)).toContainText('Profile updated successfully')

    await omar.reload()
    await expectNobody(omar)
    await expect(omar.locator('#content')).not.toContainText(shy)
    await omar.goto('/profile/nobody_of_that_name')
    await expectNobody(omar)
    // For oneself nothing has changed.
    await page.goto(`/profile/${shy.toUpperCase()}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shy)
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
  },
)

// @spec-2.19 @spec-2.20
test('an address that is no page says so, and leads back', async ({ page }) => {
  await enter(page, 'rosa', '/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your feed' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('article').first()).toBeVisible()
})

// @spec-2.2 @spec-2.3 @spec-2.4 @spec-2.5 @spec-2.6 @spec-2.7 @spec-4.37 @spec-6.1
test('a visitor sees the landing page at every address', async ({ page }) => {
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
test('whoever signs in at an address stays there', async ({ page }) => {
  await page.goto('/profile/maya')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Username').fill('rosa')
  await page.getByLabel('Password').fill('signalpost')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Lindqvist')
  await expect(page).toHaveURL('/profile/maya')
})
