// A forgotten password, by keyboard and by pointer: from the sign-in dialog through the email to a new password.
import type { Page } from '@playwright/test'
import { allowConsoleErrors, expect, register, test, toastIn } from './fixtures.ts'

const NEW = 'granite kettle moon'

/** Reads the newest email in the mailbox to this address, as HTML in its frame, and its link. */
async function openNewestEmail(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/sandbox/mail')
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Set a new password', {
      timeout: 500,
    })
  }).toPass()
}

test('a person who forgot their password sets a new one with the link from the email', async ({
  screenPage: page,
  product,
  playwright,
}) => {
  const username = await register(page, 'fay')
  // Still signed in on another device.
  const other = await playwright.request.newContext({ baseURL: product.origin })
  await other.post('/api/login', { data: { username, password: 'quiet harbor lamp' } })
  await page.request.post('/api/logout')

  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot your password?' })
  await expect(dialog.getByLabel('Username or email')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Username or email is required')).toBeVisible()
  await dialog.getByLabel('Username or email').fill(username)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText(
    'If there’s an account, we’ve sent a link. It works for 30 minutes.',
  )
  await expect(dialog.getByRole('status')).toBeFocused()
  await expect(dialog.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  await dialog.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Welcome to Signalpost' })).toBeVisible()

  await openNewestEmail(page)
  const emailed = page
    .frameLocator('iframe')
    .first()
    .getByRole('link', { name: 'Set a new password', exact: true })
  const link = (await emailed.getAttribute('href')) ?? ''
  await emailed.click()
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByText(`For your account ${username}.`)).toBeVisible()
  await page.getByLabel('New password').fill('signalpost1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password can’t be mostly your name')).toBeVisible()
  await expect(page.getByLabel('New password')).toBeFocused()
  await page.getByLabel('New password').fill(NEW)
  await page.keyboard.press('Enter')
  await expect(toastIn(page)).toContainText('Password changed')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('No signals yet.')).toBeVisible()
  expect(await (await other.get('/api/user')).json()).toBeNull()
  await other.dispose()

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'This link has been used.' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your feed' }).click()
  await expect(page.getByText('No signals yet.')).toBeVisible()

  // The email waits for the next poll of the jobs.
  await expect
    .poll(async () => await (await page.request.get('/sandbox/mail')).text())
    .toContain('Your password was changed')
})

test('a failed request for a link says why, and can be repeated', async ({ page, context }) => {
  allowConsoleErrors(page, /ERR_INTERNET_DISCONNECTED/)
  await page.clock.install()
  await page.goto('/?auth=forgot')
  const dialog = page.getByRole('dialog', { name: 'Forgot your password?' })
  await dialog.getByLabel('Username or email').fill('nobody')
  await page.route('**/api/password-resets', (route) => route.abort('internetdisconnected'), { times: 1 })
  await page.getByRole('button', { name: 'Send link' }).click({ noWaitAfter: true })
  await expect(dialog.getByRole('alert')).toContainText('You’re offline')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByRole('status')).toContainText('If there’s an account')
  await page.clock.runFor(61_000)
  const again = dialog.getByRole('button', { name: 'Send again' })
  await expect(again).toBeEnabled()
  await again.click()
  await expect(dialog.getByRole('button', { name: /^Send again in/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await context.cookies()).toEqual([])
})

test('the password is changed in the settings, and other devices are signed out', async ({
  screenPage: page,
  product,
  playwright,
}) => {
  const username = await register(page, 'gus')
  const other = await playwright.request.newContext({ baseURL: product.origin })
  await other.post('/api/login', { data: { username, password: 'quiet harbor lamp' } })
  await page.goto('/settings/security')
  await expect(page.getByText(/^This device · signed in /)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sign out .+, last used / })).toHaveCount(1)

  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill('not mine')
  await dialog.getByLabel('New password').fill(NEW)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This isn’t your current password')).toBeVisible()
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await dialog.getByLabel('Current password').fill('quiet harbor lamp')
  await page.keyboard.press('Enter')
  await expect(toastIn(page)).toContainText('Password changed')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(page.getByText(/^This device · signed in /)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sign out .+, last used / })).toHaveCount(0)
  expect(await (await other.get('/api/user')).json()).toBeNull()
  await other.dispose()
})

test('other devices are signed out one by one or all at once', async ({
  screenPage: page,
  product,
  playwright,
}) => {
  const username = await register(page, 'hal')
  const devices = await Promise.all(
    [1, 2, 3].map(async () => {
      const device = await playwright.request.newContext({ baseURL: product.origin })
      await device.post('/api/login', { data: { username, password: 'quiet harbor lamp' } })
      return device
    }),
  )
  await page.goto('/settings/security')
  const signOut = page.getByRole('button', { name: /^Sign out .+, last used / })
  await expect(signOut).toHaveCount(3)
  await signOut.first().click()
  await expect(toastIn(page)).toContainText('Signed out')
  await expect(signOut).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(signOut).toHaveCount(0)
  for (const device of devices) expect(await (await device.get('/api/user')).json()).toBeNull()
  expect(await (await page.request.get('/api/user')).json()).toMatchObject({ username })
  await Promise.all(devices.map((device) => device.dispose()))
})
