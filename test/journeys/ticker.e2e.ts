// The page of a ticker: price, chart with signals, who posts on it, and watching it.
import type { Page } from '@playwright/test'
import { allowConsoleErrors, expect, openAs, registerAndOpen, test, WIDTHS } from './fixtures.ts'
import { failWith } from './intercept-calls.ts'

const watchButton = (page: Page) => page.getByRole('button', { name: /^Watch(ing)?$/ })

for (const width of WIDTHS)
  test(`at ${width} px, a new person finds a ticker, reads its page, watches it and finds it on the list`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await registerAndOpen(page, 'wanda', '/?scope=everyone')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('nvid')
    await page.getByRole('option', { name: /NVIDIA/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'NVIDIA' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'NVIDIA' }).getByText('Sample data')).toBeVisible()
    await expect(page.getByText(/on \w+ \d+, \d+ · [+−][\d.]+% since/)).toBeVisible()
    const title = () =>
      page
        .getByRole('img', { name: /^NVDA against SPY since/ })
        .locator('title')
        .textContent()
    const sixMonths = await title()
    await page.getByRole('radio', { name: '1 month' }).check()
    await expect.poll(title).not.toBe(sixMonths)
    await expect(
      page.getByRole('region', { name: 'Who posts on it' }).getByRole('listitem').first(),
    ).toBeVisible()
    const [watched] = await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/api/watchlist/NVDA')),
      watchButton(page).click(),
    ])
    expect(watched.ok()).toBe(true)
    await expect(watchButton(page)).toHaveText('Watching')
    await page.goto('/watchlist')
    const row = page.getByRole('listitem').filter({ hasText: 'NVIDIA' })
    await expect(row).toContainText(/\$[\d,.]+/)
    await row.getByRole('button', { name: 'Watching $NVDA' }).click()
    // The row stays, so that nothing moves and the change can be undone.
    await expect(row.getByRole('button', { name: 'Watch $NVDA' })).toBeFocused()
    await page.reload()
    await expect(page.getByText('You don’t watch any tickers yet.')).toBeVisible()
  })

test('the watch list is beside the feed, and a ticker removed on another page leaves it', async ({
  screenPage: page,
}) => {
  await registerAndOpen(page, 'wim', '/?ticker=ASML')
  await watchButton(page).click()
  await expect(watchButton(page)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Feed' }).first().click()
  const card = page.getByRole('complementary').getByRole('region', { name: 'Watchlist' })
  await card.getByRole('link', { name: '$ASML' }).click()
  await watchButton(page).click()
  await expect(watchButton(page)).toHaveText('Watch')
  await page.getByRole('link', { name: 'Feed' }).first().click()
  await expect(page.getByRole('region', { name: 'People to follow' })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('a refused change is undone and says so', async ({ screenPage: page }) => {
  await openAs(page, 'lucia', '/?ticker=AMD')
  await expect(watchButton(page)).toHaveText('Watch')
  const message = 'You can watch up to 100 tickers. Remove one first.'
  allowConsoleErrors(page, /409/)
  await page.route('**/api/watchlist/AMD', failWith(409, message))
  await watchButton(page).click()
  await expect(page.getByText(message).first()).toBeVisible()
  await expect(watchButton(page)).toHaveText('Watch')
})

test('a symbol that nobody knows says so, and its signals are still found', async ({ screenPage: page }) => {
  await openAs(page, 'rosa', '/?ticker=QQZZ')
  await expect(page.getByRole('heading', { level: 1, name: '$QQZZ' })).toBeVisible()
  await expect(page.getByText('We don’t have prices of $QQZZ.')).toBeVisible()
  await expect(page.getByText('No signals about $QQZZ yet.')).toBeVisible()
  await expect(page.getByRole('region', { name: '$QQZZ' }).getByText('Sample data')).toHaveCount(0)
})
