// "Confirm it’s you": the dialog that opens when a change needs it, and what happens to the change.
import { expect, openAs, registerAndOpen, test, toastIn } from './fixtures.ts'
import { forgetReauthentications } from './forget-reauthentications.ts'

test('a price is changed once the password is confirmed, and not if the person cancels', async ({
  screenPage: page,
  product,
}) => {
  await openAs(page, 'theo', '/subscriptions?dialog=edit-price')
  const price = page.getByRole('dialog', { name: 'Edit price' })
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const before = await price.getByLabel('Monthly price').inputValue()
  await forgetReauthentications(product)

  await price.getByLabel('Monthly price').fill('7')
  await price.getByRole('button', { name: 'Update price' }).click()
  await expect(confirm.getByLabel('Password', { exact: true })).toBeFocused()
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirm).toHaveCount(0)
  await expect(price.getByRole('button', { name: 'Update price' })).toBeFocused()
  await expect(toastIn(page)).toHaveCount(0)
  await expect(price.getByLabel('Monthly price')).toHaveValue('7')

  await price.getByRole('button', { name: 'Update price' }).click()
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByText('Password is required')).toBeVisible()
  await confirm.getByLabel('Password', { exact: true }).fill('not mine')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByText('This isn’t your current password')).toBeVisible()
  await confirm.getByLabel('Password', { exact: true }).fill('signalpost')
  await page.keyboard.press('Enter')
  await expect(toastIn(page)).toContainText('Price updated')
  await expect(price).toHaveCount(0)

  // Within ten minutes, no confirmation is needed.
  await page.goto('/subscriptions?dialog=edit-price')
  await price.getByLabel('Monthly price').fill(before)
  await price.getByRole('button', { name: 'Update price' }).click()
  await expect(toastIn(page)).toContainText('Price updated')
})

test('one confirmation covers the email and the price', async ({ screenPage: page, product }) => {
  await openAs(page, 'theo', '/settings/account?dialog=change-email')
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const email = page.getByRole('dialog', { name: 'Change email' })
  await forgetReauthentications(product)

  await email.getByLabel('New email').fill('theo@new.example')
  await page.keyboard.press('Enter')
  await expect(confirm.getByLabel('Password', { exact: true })).toBeFocused()
  await confirm.getByLabel('Password', { exact: true }).fill('signalpost')
  await page.keyboard.press('Enter')
  await expect(email.getByRole('status')).toContainText('We’ve sent a link to theo@new.example.')
  await email.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await page.getByRole('link', { name: 'Change your price' }).click()
  const price = page.getByRole('dialog', { name: 'Edit price' })
  const before = await price.getByLabel('Monthly price').inputValue()
  await price.getByLabel('Monthly price').fill(String(Number(before) + 1))
  await price.getByRole('button', { name: 'Update price' }).click()
  await expect(toastIn(page)).toContainText('Price updated')
  await expect(confirm).toHaveCount(0)
  await page.goto('/subscriptions?dialog=edit-price')
  await price.getByLabel('Monthly price').fill(before)
  await price.getByRole('button', { name: 'Update price' }).click()
  await expect(toastIn(page)).toContainText('Price updated')
})

test('a person who forgot the password can request a link in the dialog that asks for it', async ({
  screenPage: page,
  product,
}) => {
  const username = await registerAndOpen(page, 'kai', '/settings/account?dialog=change-email')
  await forgetReauthentications(product)
  await page.getByLabel('New email').fill(`${username}@new.example`)
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(confirm.getByRole('status')).toContainText(`We’ve sent a link to ${username}@post.example.`)
  await expect(confirm.getByRole('status')).toBeFocused()
  await expect
    .poll(async () => (await page.request.get('/sandbox/mail')).text())
    .toContain(`To ${username}@post.example`)
})
