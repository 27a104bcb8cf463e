// A visitor's journeys: the waitlist, signing in, registering by invitation.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test, tickAgreements } from './fixtures.ts'

// @spec-1.2 @spec-1.12 @spec-2.25 @spec-2.26 @spec-2.27 @spec-2.31 @spec-2.35 @spec-2.36 @spec-2.37 @spec-4.9
// @spec-5.21 @spec-6.2 @spec-8.12
test('a visitor joins the waitlist', async ({ screenPage: page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Share trades. Build trust. Get subscribers.',
  )
  await expect(page.getByText('Be the first to access Signalpost when we launch')).toBeVisible()
  await page.getByRole('link', { name: 'Join Waitlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join the Waitlist' })
  await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabel('Email Address').fill('nina@example.com')
  await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
  const done = page.getByRole('dialog', { name: "You're on the list!" })
  await expect(
    done.getByText("Thanks for your interest! We'll email you as soon as Signalpost is available."),
  ).toBeVisible()
  await expect(
    page.getByText("You've been added to our waitlist. We'll notify you when Signalpost launches!").first(),
  ).toBeVisible()
  await done.getByRole('button', { name: 'Got it' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new URL(page.url()).search).toBe('')
})

test('Back closes the waitlist dialog and Forward opens it again', async ({ screenPage: page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Join Waitlist' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('dialog')).toBeVisible()
})

// @spec-2.22 @spec-2.39 @spec-2.41 @spec-2.43 @spec-5.3 @spec-6.3 @spec-8.5
test('a wrong password shows a message, and the right one signs in', async ({ screenPage: page }) => {
  await page.goto('/api/login')
  await expect(page).toHaveURL(/\/\?auth=login$/)
  const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
  await expect(dialog.getByRole('tab')).toHaveText(['Sign In'])
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByText('Username is required')).toBeVisible()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await dialog.getByLabel('Username').fill('rosa')
  await dialog.getByLabel('Password', { exact: true }).fill('not her password')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Login failed').first()).toBeVisible()
  await expect(page.getByText('Invalid username or password').first()).toBeVisible()
  const password = dialog.getByLabel('Password', { exact: true })
  await password.fill('signalpost')
  await dialog.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toBeFocused()
  await dialog.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome back!').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your profile' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

// @spec-2.42 @spec-2.45 @spec-2.60
test('an invited person registers with the email that the invitation is for', async ({
  screenPage: page,
  product,
}) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tools/scripts/admin.ts', 'invite', 'ines@post.example'],
    {
      env: { ...process.env, DATA_DIR: product.dataDir, PUBLIC_URL: product.origin },
    },
  )
  await expect(async () => {
    await page.goto('/sandbox/mail')
    await expect(page.getByText('Your invitation to Signalpost').first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.goto(stdout.trim())
  const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
  await expect(dialog.getByLabel('Email Address')).toHaveValue('ines@post.example')
  await expect(dialog.getByLabel('Email Address')).not.toBeEditable()
  // The token is no longer in the address bar, and a reload keeps the invitation.
  await expect(page).toHaveURL('/?auth=register')
  await page.reload()
  await expect(dialog.getByLabel('Email Address')).toHaveValue('ines@post.example')
  await expect(dialog.getByRole('tab')).toHaveText(['Sign In', 'Create Account'])
  await dialog.getByRole('tab', { name: 'Create Account' }).press('ArrowLeft')
  await expect(dialog.getByRole('tab', { name: 'Sign In' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByLabel('Email Address')).toHaveValue('ines@post.example')
  await dialog.getByLabel('Username').fill('in')
  await dialog.getByLabel('Password', { exact: true }).fill('12345')
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible()
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible()
  await tickAgreements(dialog)
  await dialog.getByLabel('Username').fill('ines_k')
  await dialog.getByLabel('Password', { exact: true }).fill('a good password')
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Welcome to Signalpost!').first()).toBeVisible()
  await page.getByRole('link', { name: 'Skip', exact: true }).click()
  await page.getByRole('link', { name: 'Show my feed' }).click()
  await expect(
    page.getByText('No signals yet. Start following other investors or create your first signal!'),
  ).toBeVisible()
})
