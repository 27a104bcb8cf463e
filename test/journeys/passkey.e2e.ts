// Passkeys in a browser with a virtual authenticator: adding, signing in by button and by autofill, removing.
import { generateSync } from 'otplib'
import { expect, register, REGISTERED_PASSWORD, test, toastIn } from './fixtures.ts'
import { addAuthenticator, addPasskey, withoutAutofill } from './virtual-authenticator.ts'

test('a passkey is added, signs in, and no longer does once it is removed', async ({ page }) => {
  await addAuthenticator(page)
  const username = await register(page, 'pia')
  await page.goto('/settings/security')
  await addPasskey(page, 'Work laptop')
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(toastIn(page)).toContainText('Passkey added')
  await expect(page.getByText('not used yet')).toBeVisible()

  // The same device can't have a second passkey.
  await page.getByRole('link', { name: 'Add passkey' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This device already has a passkey for your account.')).toBeVisible()

  // The virtual sensor answers the offer of autofill at once, as if the person had chosen it.
  await page.request.post('/api/logout')
  await page.goto('/?auth=login')
  await expect(toastIn(page)).toContainText('Welcome back!')

  await withoutAutofill(page)
  await page.request.post('/api/logout')
  await page.goto('/?auth=login')
  const button = page.getByRole('button', { name: 'Use a passkey' })
  await button.click()
  await expect(toastIn(page)).toContainText('Welcome back!')
  await page.goto('/settings/account')
  await expect(page.getByText(username, { exact: true })).toBeVisible()

  // It stands in for a current password that its owner doesn't know.
  await page.getByRole('link', { name: 'Change password' }).click()
  const change = page.getByRole('dialog', { name: 'Change password' })
  await change.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(change.getByText(/^Password must be at least/)).toBeVisible()
  await change.getByLabel('New password').fill('violet river stone')
  await change.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(toastIn(page)).toContainText('Password changed')
  await expect(change).toHaveCount(0)

  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(page.getByText(/last used/).first()).toBeVisible()

  await page.getByRole('link', { name: 'Remove passkey Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toastIn(page)).toContainText('Passkey removed')
  await expect(page.getByText('Work laptop')).toHaveCount(0)

  await page.request.post('/api/logout')
  await page.goto('/?auth=login')
  await button.click()
  await expect(toastIn(page)).toContainText('This passkey was removed from your account.')
})

test('a passkey is the second factor where an authenticator app is on', async ({ page }) => {
  await addAuthenticator(page)
  const username = await register(page, 'pim')
  await withoutAutofill(page)
  await page.goto('/settings/security')
  await addPasskey(page, 'Laptop')
  await expect(toastIn(page)).toContainText('Passkey added')
  const setUp = await page.request.post('/api/factors/authenticator')
  const { secret } = (await setUp.json()) as { secret: string }
  const code = generateSync({ secret })
  expect((await page.request.post('/api/factors/authenticator/confirm', { data: { code } })).ok()).toBe(true)
  await page.request.post('/api/logout')

  await page.goto('/?auth=login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(REGISTERED_PASSWORD)
  await page.keyboard.press('Enter')
  const step = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(step.getByLabel('Code', { exact: true })).toBeFocused()
  expect(await (await page.request.get('/api/user')).json()).toBeNull()
  await step.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(toastIn(page)).toContainText('Welcome back!')
  expect(await (await page.request.get('/api/user')).json()).toMatchObject({ username })
})
