// What a visitor reads, including pending states, word for word as in the specification.
import { holdCalls, continueCall, failWith } from './intercept-calls.ts'
import { allowConsoleErrors, expect, signInByApi, test, tickAgreements, toastIn } from './fixtures.ts'

// A request without a session gets the prerendered landing page (docs/decisions/0009).
// @spec-2.1 @spec-3.64 @spec-4.1
test('only the loading view shows until the session is known', async ({ screenPage: page }) => {
  await signInByApi(page, 'rosa')
  const answer = await holdCalls(page, '**/api/user')
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('Loading')
  await expect(page.getByRole('heading')).toHaveCount(0)
  await answer(continueCall)
  await expect(page.getByRole('article').first()).toBeVisible()
})

// @spec-3.64 @spec-4.7
test('the session is requested once, and a failure shows an error without a retry', async ({
  screenPage: page,
}) => {
  allowConsoleErrors(page, /status of 500/)
  await signInByApi(page, 'rosa')
  let times = 0
  await page.route('**/api/user', (route) => {
    times += 1
    return route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong' } })
  })
  await page.goto('/')
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await page.waitForTimeout(1500)
  expect(times).toBe(1)
  await page.unroute('**/api/user')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

// @spec-1.1 @spec-1.3 @spec-2.24 @spec-2.25 @spec-2.26 @spec-2.27 @spec-2.28 @spec-2.30
test('the landing page describes the product and links to sign-in and the waitlist', async ({
  screenPage: page,
}) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Signalpost' })).toBeVisible()
  await expect(header).toContainText('Follow trades. Share your own.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Share trades. Build trust. Get subscribers.',
  )
  await expect(page.getByRole('link', { name: 'Join Waitlist' })).toBeVisible()
  await expect(page.getByText('Be the first to access Signalpost when we launch')).toBeVisible()
  await expect(page.getByText('Already have an account? Log in')).toBeVisible()
  const promises = page.getByRole('main').getByRole('list').first().getByRole('listitem')
  await expect(promises).toHaveText([
    /^Connect a brokerage to share real trades/,
    /^Build credibility with authentic performance data.*labeled linked, self-reported or sample\./,
    /^Earn from subscribers who pay for signals/,
  ])
  // This is true for signals; the file of a record can be edited before its import.
  await expect(page.getByText('Nobody can edit or delete a signal, not even its author.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/record nobody/i)
})

// @spec-2.32 @spec-2.33 @spec-2.34 @spec-2.38 @spec-4.8 @spec-4.10 @spec-4.11 @spec-8.11 @spec-8.12
test('the waitlist dialog shows its state, keeps the input after an error, and is empty the next time', async ({
  screenPage: page,
}) => {
  allowConsoleErrors(page, /status of 500/)
  await page.goto('/?dialog=waitlist')
  const dialog = page.getByRole('dialog', { name: 'Join the Waitlist' })
  const email = dialog.getByLabel('Email Address')
  await expect(email).toHaveAttribute('placeholder', 'Enter your email')
  await expect(dialog.getByText("We'll never spam you. Unsubscribe at any time.")).toBeVisible()
  const answer = await holdCalls(page, '**/api/waitlist')
  await email.fill('half an addr')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Join Waitlist' }).click()
  await expect(email).toHaveValue('')
  await email.fill('ida@example.com')
  for (const [refusal, words] of [
    [failWith(500), 'Failed to join waitlist'],
    [failWith(500, 'The list is full'), 'The list is full'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
    const sending = dialog.getByRole('button', { name: 'Joining waitlist...' })
    await expect(sending).toBeDisabled()
    await expect(email).toBeDisabled()
    await answer(refusal)
    await expect(toastIn(page)).toContainText('Error')
    await expect(toastIn(page)).toContainText(words)
    await expect(email).toHaveValue('ida@example.com')
  }
  await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
  await answer(continueCall)
  await expect(toastIn(page)).toContainText('Success!')
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByRole('link', { name: 'Join Waitlist' }).click()
  await expect(email).toHaveValue('')
})

// @spec-2.23 @spec-2.29 @spec-2.40 @spec-2.44 @spec-2.47 @spec-4.2 @spec-4.12 @spec-4.13 @spec-4.14 @spec-8.8
test('the sign-in button is disabled while pending, and the dialog closes after sign-in', async ({
  screenPage: page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
  await expect(dialog).toContainText('Follow trades. Share your own.')
  const answer = await holdCalls(page, '**/api/login')
  await dialog.getByLabel('Username').fill('rosa')
  await dialog.getByLabel('Password', { exact: true }).fill('signalpost')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await answer(continueCall)
  await expect(toastIn(page)).toContainText('You have successfully logged in.')
  await expect(dialog).toHaveCount(0)
})

// @spec-2.45 @spec-2.46 @spec-2.48 @spec-4.3 @spec-4.13 @spec-4.14 @spec-5.10 @spec-8.6 @spec-8.9
test('an account needs four fields, a refusal shows an error, and success closes the dialog', async ({
  screenPage: page,
}) => {
  await page.goto('/?auth=register')
  const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
  await expect(dialog.getByRole('tabpanel', { name: 'Create Account' })).toBeVisible()
  await expect(dialog.getByRole('tab')).toHaveText(['Sign In'])
  const username = `ida_${Math.random().toString(36).slice(2, 8)}`
  await expect(dialog.getByText('Display Name (Optional)')).toBeVisible()
  await dialog.getByLabel('Email Address').fill('not an address')
  await dialog.getByLabel('Username').fill('rosa')
  await dialog.getByLabel('Password', { exact: true }).fill('a good password')
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await expect(dialog.getByText('You must be 18 or older to create an account')).toBeVisible()
  await expect(dialog.getByText('Agree to the Terms to create an account')).toBeVisible()
  await tickAgreements(dialog)
  await dialog.getByLabel('Email Address').fill(`${username}@example.com`)
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  await expect(toastIn(page)).toContainText('Registration failed')
  await expect(toastIn(page)).toContainText('Username is already taken')
  await dialog.getByLabel('Username').fill(username)
  const answer = await holdCalls(page, '**/api/register')
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  await expect(dialog.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
  await answer(continueCall)
  await expect(toastIn(page)).toContainText('Welcome to Signalpost!')
  await expect(toastIn(page)).toContainText('Your account has been created successfully.')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/start')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which tickers do you own or watch?')
})

test('the dialog has a registration tab if anybody can register', async ({ screenPage: page }) => {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), signupMode: 'open' } })
  })
  await page.goto('/?auth=login')
  const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
  await dialog.getByRole('tab', { name: 'Create Account' }).click()
  await expect(dialog.getByRole('tabpanel', { name: 'Create Account' })).toBeVisible()
  await expect(page).toHaveURL('/?auth=register')
})
