// The email of an account in the browser: verifying it, changing it, and the way back.
import type { Page } from '@playwright/test'
import { answerDisclosures, expect, openAs, register, registerAndOpen, test, toastIn } from './fixtures.ts'
import { idOf } from './payment-steps.ts'

/** Opens the link of the newest email to this address with this subject, in the mailbox, and returns its address. */
async function followEmail(page: Page, address: string, subject: string, link: string): Promise<string> {
  const email = page.locator(`h2:text-is("${subject}") + p:text-is("To ${address}") + iframe`).first()
  await expect(async () => {
    await page.goto('/sandbox/mail')
    await email.scrollIntoViewIfNeeded({ timeout: 500 })
  }).toPass()
  const found = email.contentFrame().getByRole('link', { name: link, exact: true })
  const href = (await found.getAttribute('href')) ?? ''
  await found.click()
  return href
}
const rowOf = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Account' }).getByRole('listitem').filter({ hasText: title }).first()

test('a new person verifies their email with the link, and can ask for it again', async ({
  screenPage: page,
}) => {
  const username = await registerAndOpen(page, 'ida', '/settings/account')
  await expect(rowOf(page, 'Email')).toContainText(`${username}@post.example · Not verified`)
  const row = rowOf(page, 'Verify your email')
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(row.getByRole('status')).toContainText('Link sent. It works for 24 hours')
  await expect(row.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()

  const link = await followEmail(page, `${username}@post.example`, 'Verify your email', 'Verify your email')
  expect(link).toMatch(/\/verify-email#token=[\w-]{43}$/)
  // The page takes the token out of the address bar, and still has it after a reload.
  await expect(page).toHaveURL('/verify-email')
  await page.reload()
  await expect(page.getByText(`is the email of your account ${username}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your feed' }).click()
  await expect(page.getByText('No signals yet.')).toBeVisible()
  await page.goto('/settings/account')
  await expect(rowOf(page, 'Email')).toContainText('· Verified')
  await expect(page.getByText('Verify your email')).toHaveCount(0)

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'This link has been used.' })).toBeVisible()
})

test('the link verifies without signing in', async ({ screenPage: page }) => {
  const username = await register(page, 'ivo')
  await page.request.post('/api/logout')
  await followEmail(page, `${username}@post.example`, 'Verify your email', 'Verify your email')
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await expect(page.getByText(`${username}@post.example`)).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Welcome to Signalpost' })).toBeVisible()
})

test('the email is changed in the settings, and its former owner undoes that', async ({
  page,
  openBrowser,
}) => {
  const username = await register(page, 'jan')
  await followEmail(page, `${username}@post.example`, 'Verify your email', 'Verify your email')
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()

  await page.goto('/settings/account')
  await page.getByRole('link', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await expect(dialog.getByLabel('New email')).toBeFocused()
  await dialog.getByLabel('New email').fill(`${username}@post.example`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is already your email')).toBeVisible()
  await expect(dialog.getByLabel('New email')).toBeFocused()
  await dialog.getByLabel('New email').fill(`${username}@new.example`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText(`We’ve sent a link to ${username}@new.example.`)
  await expect(dialog.getByRole('status')).toBeFocused()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Email')).toContainText(`${username}@post.example · Verified`)

  const phone = await openBrowser()
  await followEmail(phone, `${username}@new.example`, 'Confirm your new email', 'Confirm your new email')
  await expect(phone.getByText(`becomes the email of your account ${username}.`)).toBeVisible()
  await phone.getByRole('button', { name: 'Confirm email' }).click()
  await expect(phone.getByRole('heading', { name: 'Your email is changed' })).toBeVisible()
  // The open settings show it without a reload.
  await expect(rowOf(page, 'Email')).toContainText(`${username}@new.example · Verified`)

  await followEmail(
    phone,
    `${username}@post.example`,
    'The email of your account was changed',
    'Undo the change',
  )
  await expect(phone).toHaveURL('/revert-email')
  await phone.getByRole('button', { name: 'Undo the change' }).click()
  await expect(phone.getByRole('heading', { name: 'The change is undone' })).toBeVisible()
  await expect(
    phone.getByText(`Your email is ${username}@post.example, and all devices are signed out.`),
  ).toBeVisible()
  await phone.getByRole('link', { name: 'Set a new password' }).click()
  await expect(phone).toHaveURL('/reset-password')
  await expect(phone.getByText(`For your account ${username}.`)).toBeVisible()
  expect(await (await page.request.get('/api/user')).json()).toBeNull()
})

const REFUSAL = 'Verify your email first. We sent a link to kim@post.example.'
/** Answers a call like a server that requires verified emails (test/http/unverified.test.ts). */
const refuse = (page: Page, path: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'email_not_verified', message: REFUSAL } })
      : route.fallback(),
  )

test.describe('A person who has to verify their email first is led to the page that sends the link', () => {
  test('when they buy Creator Mode', async ({ screenPage: page }) => {
    await register(page, 'kim')
    await refuse(page, '/api/stripe/creator-subscription')
    await page.goto('/creator-subscribe')
    await expect(toastIn(page)).toContainText(REFUSAL)
    await expect(page).toHaveURL('/settings/account')
    await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  })

  test('when they subscribe', async ({ screenPage: page }) => {
    await register(page, 'kit')
    await refuse(page, '/api/stripe/user-subscription')
    await page.goto(`/subscribe?creator=${await idOf(page, 'maya')}`)
    await expect(toastIn(page)).toContainText(REFUSAL)
    await expect(page).toHaveURL('/settings/account')
  })

  test('when they post, and the draft is kept', async ({ screenPage: page }) => {
    await refuse(page, '/api/signals')
    await openAs(page, 'theo', '/?dialog=signal')
    await page.getByRole('textbox', { name: 'Content' }).fill('Waiting for the email')
    await answerDisclosures(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Post Signal' }).click()
    await expect(toastIn(page)).toContainText(REFUSAL)
    await expect(page).toHaveURL('/settings/account')
    await page.goto('/?dialog=signal')
    await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue('Waiting for the email')
  })

  test('when they connect a broker', async ({ screenPage: page }) => {
    await refuse(page, '/api/portfolio/connections')
    await openAs(page, 'maya', '/portfolio?dialog=connect-broker')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert').filter({ hasText: REFUSAL })).toBeVisible()
    await page.getByRole('link', { name: 'Ask for the link again' }).click()
    await expect(page).toHaveURL('/settings/account')
  })
})
