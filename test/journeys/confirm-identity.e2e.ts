// "Confirm it’s you": the dialog that opens when a change needs it, and what happens to the change.
import pg from 'pg'
import { runningEmbeddedPostgres } from '#server/db/embedded.ts'
import { expect, openAs, test, toastIn } from './fixtures.ts'
import type { Product } from './start-product.ts'

/** As if everybody had signed in long ago. */
async function forgetReauthentications({ dataDir }: Product) {
  const client = new pg.Client({ connectionString: (await runningEmbeddedPostgres(dataDir)) ?? '' })
  await client.connect()
  await client.query('update sessions set reauthenticated_at = null')
  await client.end()
}

test('a price is changed once the password is confirmed, and not if the person cancels', async ({
  page,
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
  await expect(toastIn(page)).toContainText('Price Updated')
  await expect(price).toHaveCount(0)

  // Within ten minutes, nobody asks again.
  await page.goto('/subscriptions?dialog=edit-price')
  await price.getByLabel('Monthly price').fill(before)
  await price.getByRole('button', { name: 'Update price' }).click()
  await expect(toastIn(page)).toContainText('Price Updated')
})
