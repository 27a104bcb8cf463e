// "My Portfolio": how returns are coloured, what stands in the circles, and what shows before anything is there.
import type { Locator, Page } from '@playwright/test'
import { held, letThrough } from './held-calls.ts'
import { enter, expect, letIn, test } from './people.ts'

const OVERVIEW = '**/api/portfolio/overview'
const holdings = (page: Page) => page.getByRole('region', { name: 'Current Holdings' })
const rgbOf = async (words: Locator) =>
  ((await words.evaluate((element) => getComputedStyle(element).color)).match(/[\d.]+/g) ?? []).map(Number)

async function expectColour(words: Locator, colour: 'green' | 'red' | 'grey') {
  const [red = 0, green = 0, blue = 0] = await rgbOf(words)
  const spread = Math.max(red, green, blue) - Math.min(red, green, blue)
  expect(spread < 40 ? 'grey' : green > red ? 'green' : 'red').toBe(colour)
}

// @spec-2.61 @spec-2.96 @spec-2.98 @spec-2.99 @spec-2.100 @spec-2.101 @spec-2.102 @spec-9.22
test('holdings have a company or a ticker, four letters in a circle, and a return in its colour', async ({
  page,
}) => {
  await letIn(page, 'maya')
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
  for (const [place, [figure, colour]] of (
    [
      ['+12.3%', 'green'],
      ['−4.5%', 'red'],
      ['0.0%', 'grey'],
      ['+0.0%', 'green'],
    ] as const
  ).entries()) {
    await expect(rows.nth(place)).toContainText('since purchase')
    await expectColour(rows.nth(place).getByText(figure, { exact: true }), colour)
  }
})

// @spec-2.103 @spec-4.21
test('while the portfolio is on its way its places are kept', async ({ page }) => {
  await letIn(page, 'maya')
  const answer = await held(page, OVERVIEW)
  await page.goto('/portfolio')
  await expect(page.getByRole('status', { name: /^Loading/ }).first()).toBeVisible()
  await expect(holdings(page)).toHaveCount(0)
  await answer(letThrough)
  await expect(holdings(page)).toBeVisible()
})

// @spec-2.65
test('a creator without payouts is led to the setup from the Portfolio tab too', async ({ page }) => {
  await enter(page, 'jonas')
  await page.getByRole('link', { name: 'Portfolio', exact: true }).click()
  await expect(page).toHaveURL('/creator-onboarding')
})
