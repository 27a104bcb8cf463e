// Copying one's data, and deleting the account and keeping it after all.
import { readFile } from 'node:fs/promises'
import yauzl from 'yauzl'
import { expect, register, test, toastIn } from './fixtures.ts'
import { forgetReauthentications } from './forget-reauthentications.ts'

const PASSWORD = 'quiet harbor lamp'

test('a person requests a copy of their data, and downloads it after confirming who they are', async ({
  screenPage: page,
  product,
}) => {
  const username = await register(page, 'ida')
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Request a copy of your data' }).click()
  await expect(toastIn(page)).toContainText('Copy requested')
  const button = page.getByRole('button', { name: 'Download the copy of your data' })
  await expect(button).toBeVisible()
  await expect(page.getByText(/^\d+ kB, available until \w{3} \d+, \d{4}$/)).toBeVisible()
  // One copy a day.
  await expect(page.getByRole('button', { name: 'Request a copy of your data' })).toHaveCount(0)

  await forgetReauthentications(product)
  await button.click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^signalpost-data-\d{4}-\d\d-\d\d\.zip$/)
  const zip = await yauzl.fromBufferPromise(await readFile(await download.path()))
  const names: string[] = []
  for await (const entry of zip.eachEntry()) names.push(entry.fileName)
  expect(names).toContain('json/account.json')
  expect(names).toContain('csv/signals.csv')

  await page.goto('/sandbox/mail')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('The copy of your data is ready')
  const email = page.frameLocator('iframe').first()
  await expect(email.getByText(username)).toBeVisible()
  await email.getByRole('link', { name: 'Download your data', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page).toHaveURL('/settings/data')
})

test('a person deletes their account, sees that it is hidden, and keeps it after all', async ({
  screenPage: page,
  openBrowser,
  product,
}) => {
  const username = await register(page, 'jil')
  const other = await openBrowser()
  await register(other, 'kim')
  await other.goto(`/profile/${username}`)
  await expect(other.getByRole('heading', { level: 1 })).toContainText(username)

  await page.goto('/settings/data')
  await page.getByRole('link', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('For 14 days you can sign in and keep it.')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('Type your username', { exact: true })).toBeVisible()
  await dialog.getByLabel('Type your username to confirm').fill('somebody')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This isn’t your username')).toBeVisible()
  await forgetReauthentications(product)
  await dialog.getByLabel('Type your username to confirm').fill(username)
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toastIn(page)).toContainText('Account hidden')
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page).toHaveURL('/')

  await other.reload()
  await expect(other.getByRole('heading', { level: 1, name: 'User not found' })).toBeVisible()
  await page.goto('/sandbox/mail')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    /^Your account will be deleted on \w+ \d+, \d{4}$/,
  )

  await page.frameLocator('iframe').first().getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { level: 1, name: /^Your account will be deleted on \w{3} \d+, \d{4}$/ }),
  ).toBeVisible()
  // Every other address shows the same page.
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(toastIn(page)).toContainText('Account kept')
  await expect(page.getByText('No signals yet.')).toBeVisible()
  await other.reload()
  await expect(other.getByRole('heading', { level: 1 })).toContainText(username)
})
