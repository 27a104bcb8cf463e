// The link in the email that an account's owner gets while strangers try passwords.
import pg from 'pg'
import { runningEmbeddedPostgres } from '#server/db/embedded.ts'
import { expect, test } from './fixtures.ts'

test('the link signs in when its button is pressed, and only once', async ({
  screenPage: page,
  product,
  openBrowser,
}) => {
  // Rate limits are off here, so the email comes without 25 wrong passwords.
  const client = new pg.Client({
    connectionString: (await runningEmbeddedPostgres(product.dataDir))?.url ?? '',
  })
  await client.connect()
  await client.query(`select graphile_worker.add_job('email_sign_in_link', '{"username":"rosa"}'::json)`)
  await client.end()
  const linkIn = async () => {
    const mailbox = await (await page.request.get('/sandbox/mail')).text()
    return /\/\?auth=link#token=([\w-]+)/.exec(mailbox)?.[1]
  }
  await expect.poll(linkIn).toBeDefined()
  const path = `/?auth=link#token=${await linkIn()}`

  await page.goto(path)
  const dialog = page.getByRole('dialog', { name: 'Sign in to Signalpost' })
  await expect(dialog).toBeVisible()
  // Opening it a second time, as a mail scanner would, uses nothing up.
  await page.reload()
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome back!').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your profile' })).toBeVisible()
  await expect(page).toHaveURL('/')

  const other = await openBrowser()
  await other.goto(product.origin + path)
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(other.getByText('This link has been used.').first()).toBeVisible()
  await other.getByRole('link', { name: 'Sign in with your password' }).click()
  await expect(other.getByRole('dialog', { name: 'Welcome to Signalpost' })).toBeVisible()
})
