// The creator's studio after a refund and a cancellation: what the creator sees without a reload, and the file.
import { readFile } from 'node:fs/promises'
import { expect, registerAndOpen, test, toastIn, usePaymentLatency } from './fixtures.ts'
import { expectAccessible } from './expect-accessible.ts'
import { newCreator, subscribe } from './payment-steps.ts'
import { axeViolations } from './run-axe.ts'

usePaymentLatency()

test('the studio shows a refund and a cancellation without a reload', async ({ page, openBrowser }) => {
  const maker = await openBrowser()
  await maker.setViewportSize({ width: 360, height: 800 })
  const creator = await newCreator(maker, 'mila')
  const tile = (name: string) =>
    maker.getByRole('region', { name: 'Key figures' }).locator('dl > div').filter({ hasText: name })
  const row = (name: string) =>
    maker.getByRole('region', { name: 'Subscribers' }).getByRole('listitem').filter({ hasText: name })
  await maker.goto('/studio')
  await expect(maker.getByRole('heading', { name: 'No subscribers yet' })).toBeVisible()

  const leaver = await registerAndOpen(page, 'bo')
  await subscribe(page, creator.id)
  // The page updates without a reload.
  await expect(tile('Monthly recurring revenue')).toContainText('$9.50')
  await expect(tile('Subscribers')).toContainText('1 joined, 0 left')
  await tile('Churn').getByRole('button').click()
  await expect(maker.getByText('where the true rate likely lies')).toBeVisible()

  await row(leaver)
    .getByRole('link', { name: /^Refund/ })
    .click()
  const refund = maker.getByRole('dialog', { name: /^Refund/ })
  await refund.getByLabel('Reason').fill('Sorry about last week.')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(row(leaver)).toContainText('Month refunded')
  await expect(row(leaver)).toContainText('$0.00 paid')
  await expect(tile('Monthly recurring revenue')).toContainText('$0.00')

  await page.goto('/subscriptions')
  await page.getByRole('button', { name: `Cancel, ${creator.username}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByText('Not enough signals').click()
  await page.getByLabel('In your words (optional)').fill('Once a month is too little.')
  expect(await axeViolations(page, {})).toEqual([])
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(toastIn(page).filter({ hasText: 'Thank you' })).toBeVisible()
  await expect(page.getByText('Why did you cancel')).toBeHidden()

  await expect(row(leaver)).toContainText(/Ends \w{3} \d/)
  const why = maker.getByRole('region', { name: 'Why people left' })
  await expect(why).toContainText('1 cancellation in 12 months')
  await expect(why).not.toContainText('too little')
  await maker.getByRole('button', { name: 'Show as table' }).first().click()
  await expectAccessible(maker)

  await maker.getByRole('searchbox', { name: 'Search subscribers by name' }).fill('nobody')
  await expect(maker.getByText('No subscriber found by that name')).toBeVisible()
  const download = maker.waitForEvent('download')
  await maker.getByRole('link', { name: 'Download CSV of all subscribers' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`${leaver},`)
  expect(file).toContain('"Canceled, still paid"')
})
