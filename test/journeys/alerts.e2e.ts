// A bell: Rosa sets Maya's to all signals, Maya posts, and Rosa's other tab counts it. Opening the list clears the count.
import { expect, openAs, test } from './fixtures.ts'
import { axeViolations } from './run-axe.ts'

test('a signal rings the bell in another tab, the list says what happened, and the count is gone once it was opened', async ({
  page,
  openBrowser,
}) => {
  await openAs(page, 'rosa', '/profile/theo')
  await page.getByRole('button', { name: 'Alerts for @theo: off' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'All signals' }).click()
  const bellButton = page.getByRole('button', { name: 'Alerts for @theo: all signals' })
  const item = (name: string | RegExp) => page.getByRole('menuitemcheckbox', { name })
  await bellButton.click()
  await expect(item('All signals')).toContainText('In app, push')
  await item(/^Push/).click()
  await bellButton.click()
  await expect(item(/^Push/)).not.toBeChecked()
  await item(/^Instant email/).click()
  await bellButton.click()
  await expect(item('All signals')).toContainText('In app, instant email')
  // An open menu is outside the landmarks.
  expect(await axeViolations(page, { rules: { region: { enabled: false } } })).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto('/alerts')
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/portfolio')
  await expect(other.getByRole('banner').getByRole('link', { name: 'Alerts', exact: true })).toBeVisible()
  await page.goto('/settings')

  const theo = await openBrowser()
  await openAs(theo, 'theo')
  const response = await theo.request.post('/api/signals', {
    data: { content: 'A premium thought', signalType: 'buy', tickers: '["KO"]', isPremium: true },
    headers: { origin: new URL(theo.url()).origin },
  })
  expect(response.status()).toBe(201)
  const bell = other.getByRole('banner').getByRole('link', { name: 'Alerts, 1 new' })
  await expect(bell).toBeVisible({ timeout: 5000 })
  await bell.click()
  const row = other.getByRole('listitem').filter({ hasText: 'posted a premium signal' }).first()
  await expect(row).toContainText('Subscribers can read it.')
  await expect(row).not.toContainText('KO')
  await expect(other.getByRole('banner').getByRole('link', { name: 'Alerts', exact: true })).toBeVisible()
  // Still marked until the page is left.
  await expect(other.getByRole('heading', { name: 'New', exact: true })).toBeVisible()
})
