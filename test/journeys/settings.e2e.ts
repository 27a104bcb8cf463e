// The settings: a list of sections on phones, beside each other on wide screens, each section at an address of its own.
import type { Page } from '@playwright/test'
import { allowConsoleErrors, expect, openAs, registerAndOpen, test, toastIn } from './fixtures.ts'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }
const SECTIONS = [
  ['account', 'Account', 'Username'],
  ['security', 'Security', 'Authenticator app'],
  ['privacy', 'Privacy and safety', 'Private profile'],
  ['display', 'Display', 'Theme'],
  ['billing', 'Billing', 'Subscriptions'],
  ['connections', 'Connections', 'Feeds'],
  ['data', 'Your data', 'Copy of your data'],
] as const

const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const list = (page: Page) => page.getByRole('navigation', { name: 'Settings' })

for (const viewport of [PHONE, DESKTOP])
  test(`each section opens at its address, at ${viewport.width} px`, async ({ screenPage: page }) => {
    await page.setViewportSize(viewport)
    for (const [name, title, row] of SECTIONS) {
      await openAs(page, 'rosa', `/settings/${name}`)
      await expect(section(page, title).getByText(row, { exact: true })).toBeVisible()
      await expect(page).toHaveTitle(`${title} · Settings · Signalpost`)
    }
    await page.goto('/settings/nonsense')
    await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible()
  })

test('on a phone, the keyboard goes from the list to a section and back', async ({ screenPage: page }) => {
  await page.setViewportSize(PHONE)
  await openAs(page, 'rosa', '/settings')
  await list(page).getByRole('link', { name: 'Account' }).focus()
  await page.keyboard.press('Tab')
  await expect(list(page).getByRole('link', { name: 'Security' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings/security')
  await expect(page.getByRole('heading', { name: 'Security' })).toBeFocused()
  await expect(list(page)).toHaveCount(0)

  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('link', { name: 'All settings' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
})

test('on a wide screen, the keyboard goes from section to section', async ({ screenPage: page }) => {
  await page.setViewportSize(DESKTOP)
  await openAs(page, 'rosa', '/settings')
  const link = (name: string) => list(page).getByRole('link', { name, exact: true })
  await expect(link('Account')).toHaveAttribute('aria-current', 'page')
  await expect(section(page, 'Account')).toBeVisible()

  await link('Account').focus()
  // Security and Notifications are between them.
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
  await expect(link('Privacy and safety')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings/privacy')
  await expect(link('Privacy and safety')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { name: 'Privacy and safety' })).toBeFocused()
  const isPrivate = page.getByRole('switch', { name: 'Private profile' })
  await expect(isPrivate).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(isPrivate).toBeFocused()
  await page.goBack()
  await expect(section(page, 'Account')).toBeVisible()
})

test('addresses of the former single page lead to the right section', async ({ screenPage: page }) => {
  await page.setViewportSize(PHONE)
  await openAs(page, 'rosa', '/settings#sessions')
  await expect(page).toHaveURL('/settings/security')
  await page.goto('/settings?dialog=change-password')
  await expect(page).toHaveURL('/settings/account?dialog=change-password')
  await page.getByRole('dialog', { name: 'Change password' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/settings/account')
})

test('the switch of the private profile acts at once, turns back if that fails, and can be undone', async ({
  screenPage: page,
}) => {
  allowConsoleErrors(page, /ERR_INTERNET_DISCONNECTED/)
  await registerAndOpen(page, 'noa', '/settings/privacy')
  const isPrivate = page.getByRole('switch', { name: 'Private profile' })
  await expect(isPrivate).not.toBeChecked()
  await page.route('**/api/profile', (route) => route.abort('internetdisconnected'))
  await isPrivate.click()
  await expect(toastIn(page)).toContainText('Failed to update profile')
  await expect(isPrivate).not.toBeChecked()
  await page.unroute('**/api/profile')
  await isPrivate.click()
  await expect(isPrivate).toBeChecked()
  await expect(toastIn(page)).toContainText('Profile updated successfully')
  await page.reload()
  await expect(isPrivate).toBeChecked()
  await isPrivate.press('Space')
  await expect(isPrivate).not.toBeChecked()
})

test('the key that opens the search is turned off on this device', async ({ screenPage: page }) => {
  await openAs(page, 'rosa', '/settings/display')
  await page.getByRole('switch', { name: 'Search with /' }).click()
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0)
  await page.getByRole('switch', { name: 'Search with /' }).click()
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
})
