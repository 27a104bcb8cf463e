// "My Portfolio": colors of returns, text in the circles, and the loading state.
import type { Locator, Page } from '@playwright/test'
import { holdCalls, continueCall } from './intercept-calls.ts'
import { openAs, expect, signInByApi, test } from './fixtures.ts'

const OVERVIEW = '**/api/portfolio/overview'
const holdings = (page: Page) => page.getByRole('region', { name: 'Current Holdings' })
const rgbOf = async (words: Locator) =>
  ((await words.evaluate((element) => getComputedStyle(element).color)).match(/[\d.]+/g) ?? []).map(Number)

async function expectColor(words: Locator, color: 'green' | 'red' | 'gray') {
  const [red = 0, green = 0, blue = 0] = await rgbOf(words)
  const spread = Math.max(red, green, blue) - Math.min(red, green, blue)
  expect(spread < 40 ? 'gray' : green > red ? 'green' : 'red').toBe(color)
}

// @spec-2.61 @spec-2.96 @spec-2.98 @spec-2.99 @spec-2.100 @spec-2.101 @spec-2.102 @spec-9.22
test('holdings show a company or a ticker, four letters in a circle, and a colored return', async ({
  screenPage: page,
}) => {
  await signInByApi(page, 'maya')
  const made = [
    { ticker: 'AAPL', companyName: 'Apple', percentReturn: '+12.3%' },
    { ticker: 'GOOGL', companyName: '', percentReturn: '-4.5%' },
    { ticker: 'BRK.B', companyName: 'Berkshire', percentReturn: '0.0%' },
    { ticker: 'KO', companyName: 'Coca-Cola', percentReturn: '+0.0%' },
  ].map((holding, place) => ({
    id: `00000000-0000-4000-8000-00000000000${place}`,
    weight: '25.0%',
    spark: [0, 0.1],
    noPriceSince: null,
    isAtIntrinsic: false,
    ...holding,
  }))
  await page.route(OVERVIEW, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...((await answer.json()) as object), holdings: made, cashWeight: null },
    })
  })
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Portfolio')
  await expect(page.getByRole('region', { name: 'Account Performance' })).toContainText(/[+−]\d+\.\d%/)
  const rows = holdings(page).getByRole('listitem')
  await expect(rows).toContainText(['Apple', 'GOOGL', 'Berkshire'])
  await expect(rows.nth(0)).toContainText('AAPL')
  for (const [place, circle] of ['AAPL', 'GOOG', 'BRK.'].entries())
    await expect(rows.nth(place).locator('span[aria-hidden]').first()).toHaveText(circle)
  for (const [place, [figure, color]] of (
    [
      ['+12.3%', 'green'],
      ['−4.5%', 'red'],
      ['0.0%', 'gray'],
      ['+0.0%', 'green'],
    ] as const
  ).entries()) {
    await expect(rows.nth(place)).toContainText('since purchase')
    await expectColor(rows.nth(place).getByText(figure, { exact: true }), color)
  }
})

// @spec-2.103 @spec-4.21
test('the loading portfolio shows skeletons', async ({ screenPage: page }) => {
  await signInByApi(page, 'maya')
  const answer = await holdCalls(page, OVERVIEW)
  await page.goto('/portfolio')
  await expect(page.getByRole('status', { name: /^Loading/ }).first()).toBeVisible()
  await expect(holdings(page)).toHaveCount(0)
  await answer(continueCall)
  await expect(holdings(page)).toBeVisible()
})

// @spec-2.65
test('the Portfolio tab redirects a creator without payouts to the setup', async ({ screenPage: page }) => {
  await openAs(page, 'jonas')
  await page.getByRole('link', { name: 'Portfolio', exact: true }).click()
  await expect(page).toHaveURL('/creator-onboarding')
})
