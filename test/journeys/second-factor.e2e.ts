// A second factor: setting up an authenticator app, signing in with its code or a recovery code, and turning it off.
import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { expect, openAs, register, test, toastIn } from './fixtures.ts'

const PASSWORD = 'quiet harbor lamp'
const STEP_MS = 30_000

/** The app's code this many steps from now: each code works once, so a journey needs several. */
const codeAt = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor((Date.now() + steps * STEP_MS) / 1000) })

async function enterPassword(page: Page, username: string) {
  await page.goto('/?auth=login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('an authenticator app protects the sign-in; a recovery code replaces a lost phone', async ({
  page,
  openBrowser,
  product,
}) => {
  const username = await register(page, 'tess')
  await page.goto('/settings/security')
  await page.getByRole('link', { name: 'Set up authenticator app' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const uri = (await setup.getByRole('link', { name: 'Open your app' }).getAttribute('href')) ?? ''
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  await expect(setup.getByText(secret.match(/.{1,4}/g)?.join(' ') ?? 'none')).toBeVisible()

  await setup.getByLabel('Code', { exact: true }).fill('000000')
  await setup.getByRole('button', { name: 'Turn on' }).click()
  await expect(setup.getByText('This code isn’t right')).toBeVisible()
  await expect(setup.getByLabel('Code', { exact: true })).toBeFocused()
  await setup.getByLabel('Code', { exact: true }).fill(codeAt(secret, -1))
  await setup.getByRole('button', { name: 'Turn on' }).click()
  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  const items = kept.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  const codes = await items.allTextContents()
  await kept.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/^On since /)).toBeVisible()
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  // On another device, the password isn’t enough.
  const other = await openBrowser()
  await other.goto(product.origin)
  await enterPassword(other, username)
  const step = other.getByRole('dialog', { name: 'Enter your code' })
  await expect(step).toBeVisible()
  await expect(other).toHaveURL('/?auth=code')
  await step.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(step.getByText('Code is required')).toBeVisible()
  await step.getByLabel('Code', { exact: true }).fill('000000')
  await step.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(step.getByText('This code isn’t right')).toBeVisible()
  await step.getByLabel('Code', { exact: true }).fill(codeAt(secret))
  await step.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(toastIn(other)).toContainText('Welcome back!')
  await expect(other.getByRole('link', { name: 'Your profile' })).toBeVisible()

  // The phone is lost.
  await other.request.post('/api/logout')
  await enterPassword(other, username)
  await step.getByRole('button', { name: 'Use a recovery code' }).click()
  await step.getByLabel('Recovery code').fill(codes[0]?.toUpperCase() ?? '')
  await step.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(toastIn(other)).toContainText('Welcome back!')
  await other.goto('/settings/security')
  await expect(other.getByText('9 of 10 left')).toBeVisible()

  await other.getByRole('link', { name: 'Turn off authenticator app' }).click()
  await other.getByRole('button', { name: 'Turn off', exact: true }).click()
  await expect(toastIn(other)).toContainText('Authenticator app off')
  await other.request.post('/api/logout')
  await enterPassword(other, username)
  await expect(toastIn(other)).toContainText('Welcome back!')
})

test('the second step can’t be opened without the first', async ({ page }) => {
  await page.goto('/?auth=code')
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(toastIn(page)).toContainText('That took too long. Enter your password again.')
  await expect(page.getByRole('dialog', { name: 'Welcome to Signalpost' })).toBeVisible()
})

test('the settings recommend a second factor to people with payouts or a broker, and say why', async ({
  page,
}) => {
  const why = 'Off. You’ve connected payouts or a broker, so add this or a passkey.'
  await openAs(page, 'rosa', '/settings/security')
  await expect(page.getByText('Off. It asks for a code after your password.')).toBeVisible()
  await expect(page.getByText(why)).toHaveCount(0)
  await openAs(page, 'maya', '/settings/security')
  await expect(page.getByText(why)).toBeVisible()
})
