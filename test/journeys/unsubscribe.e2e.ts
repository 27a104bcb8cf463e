// The launch email of the waitlist: its link unsubscribes with a button, signed in or not, and says so when it is used again.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from './fixtures.ts'

test('a person on the waitlist gets the launch email and unsubscribes', async ({
  screenPage: page,
  product,
}) => {
  const address = 'wanda@post.example'
  await page.request.post('/api/waitlist', { data: { email: address } })
  await promisify(execFile)(process.execPath, ['tools/scripts/admin.ts', 'waitlist', '--invite'], {
    env: { ...process.env, DATA_DIR: product.dataDir, PUBLIC_URL: product.origin },
  })
  const email = page
    .locator(`h2:text-is("You can now join Signalpost") + p:text-is("To ${address}") + iframe`)
    .first()
  await expect(async () => {
    await page.goto('/sandbox/mail')
    await email.scrollIntoViewIfNeeded({ timeout: 500 })
  }).toPass()
  const links = email.contentFrame().getByRole('link')
  const invitation = (await links.filter({ hasText: 'Create your account' }).getAttribute('href')) ?? ''
  const link = links.filter({ hasText: 'Unsubscribe' })
  const href = (await link.getAttribute('href')) ?? ''
  await link.click()

  await expect(page).toHaveURL('/unsubscribe')
  await expect(page.getByRole('heading', { level: 1, name: 'Unsubscribe' })).toBeVisible()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re unsubscribed' })).toBeVisible()

  // A mail program opens the address of the header, which has the token in the query.
  await page.goto(href.replace('#', '?'))
  await expect(page).toHaveURL('/unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re unsubscribed' })).toBeVisible()

  await page.goto('/unsubscribe#token=made-up')
  await page.reload()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  const dead = page.getByRole('heading', { name: 'This link isn’t valid. Open it from the email again.' })
  await expect(dead).toBeVisible()

  await page.goto(invitation)
  await expect(page).toHaveURL('/?auth=register')
  await expect(page.getByLabel('Email Address')).toHaveValue(address)
})
