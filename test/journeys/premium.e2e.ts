// Premium signals: not even in the answer for a stranger, readable for somebody who pays.
import type { Page } from '@playwright/test'
import { enter, expect, test, toastOf } from './people.ts'

/** Everything the server has told this page. */
function overhear(page: Page): () => Promise<string> {
  const told: Promise<string>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) told.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(told)).join('\n')
}

test('a premium signal is locked for a stranger and open for a subscriber', async ({ page, another }) => {
  const secret = `Only for those who pay ${Math.random()}`
  await enter(page, 'maya', '/?dialog=signal')
  const dialog = page.getByRole('dialog', { name: 'Share Investment Signal' })
  await dialog.getByRole('textbox', { name: /^Tickers/ }).fill('hush')
  await dialog.getByRole('textbox', { name: 'Content' }).fill(secret)
  await dialog.getByRole('switch', { name: 'Premium' }).click()
  const posted = page.waitForResponse((response) => response.request().method() === 'POST')
  await dialog.getByRole('button', { name: 'Post Signal' }).click()
  await expect(toastOf(page)).toContainText('Signal Posted')
  const { id } = (await (await posted).json()) as { id: string }
  const cardOn = (somewhere: Page) => somewhere.locator(`[data-signal="${id}"]`)
  await expect(cardOn(page)).toContainText(secret)

  const omar = await another()
  const told = overhear(omar)
  await enter(omar, 'omar')
  for (const path of ['/?scope=everyone', '/profile/maya']) {
    await omar.goto(path)
    await expect(cardOn(omar), path).toContainText('Premium signal')
    await expect(cardOn(omar)).toContainText('Not an investment recommendation.')
    await expect(cardOn(omar).getByRole('link', { name: 'Subscribe $12/month' })).toBeVisible()
    expect(await omar.content()).not.toContain(secret)
  }
  expect(await told()).toContain(id)
  expect(await told()).not.toContain(secret)
  expect(await told()).not.toContain('HUSH')

  const rosa = await another()
  await enter(rosa, 'rosa')
  await expect(async () => {
    await rosa.reload()
    await expect(cardOn(rosa)).toContainText(secret, { timeout: 1000 })
  }).toPass()
  await expect(cardOn(rosa).getByText('$HUSH')).toBeVisible()
  await expect(cardOn(rosa).getByText('Premium', { exact: true })).toBeVisible()
  await rosa.goto('/profile/maya')
  await expect(rosa.getByText('Subscribed', { exact: true })).toBeVisible()
  await expect(cardOn(rosa)).toContainText(secret)
})
