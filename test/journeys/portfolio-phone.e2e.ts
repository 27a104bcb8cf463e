// The portfolio on a phone: fewer points in the chart, rarer figures and the allocation folded.
import { dayText } from '#shared/rules/dates.ts'
import { expectAccessible } from './expect-accessible.ts'
import { openAs, expect, test } from './fixtures.ts'
import { expectToFit } from './portfolio-steps.ts'

type Overview = {
  picture: { performance: string; maxDrawdown: string; sharpe: string | null; curve: { day: string }[] }
}

test('a phone shows fewer points of the chart but the same figures, and unfolds the rest', async ({
  screenPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, 'maya', '/portfolio')
  const overview = await page.request.get('/api/portfolio/overview')
  const { picture } = (await overview.json()) as Overview
  const days = picture.curve.length
  const own = page.getByRole('region', { name: 'Account Performance' })
  const cursor = own.getByRole('slider', { name: 'Day' })
  const points = async () => Number(await cursor.getAttribute('aria-valuemax')) + 1
  const figure = (label: string) => own.locator('dl > div').filter({ hasText: label }).locator('dd')
  const figures = async () => {
    await expect(own.getByText(picture.performance, { exact: true }).first()).toBeVisible()
    await expect(figure('Max drawdown')).toHaveText(picture.maxDrawdown.replace('-', '−'))
  }

  // A chart 250 px wide has at most one point for 5 px.
  expect(days).toBeGreaterThan(200)
  await expect.poll(points).toBeLessThanOrEqual(60)
  await figures()
  await cursor.press('Home')
  const [first] = picture.curve
  await expect(cursor).toHaveAttribute('aria-valuetext', new RegExp(`^${dayText(first?.day ?? '')}: `))
  // The table has every day, also those between the points, and a head.
  await own.getByRole('button', { name: 'Show as table' }).click()
  await expect(own.getByRole('table').getByRole('row')).toHaveCount(days + 1)
  // axe takes half a minute for its hundreds of rows.
  await own.getByRole('button', { name: 'Show as table' }).click()

  await expect(own.getByText('Sharpe ratio')).toBeHidden()
  await own.getByRole('button', { name: 'More figures' }).click()
  await expect(figure('Sharpe ratio')).toHaveText(picture.sharpe ?? 'Not available')
  const explanation = own.getByText('The return above the risk-free rate per unit of volatility.')
  await expect(explanation).toBeHidden()
  await own.getByRole('button', { name: 'Sharpe ratio' }).click()
  await expect(explanation).toBeVisible()

  const allocation = page.getByRole('region', { name: 'Allocation', exact: true })
  await expect(allocation).toContainText(/Largest: \S+ \d+\.\d%/)
  await expect(allocation.getByRole('table')).toBeHidden()
  await allocation.getByRole('button', { name: 'Show weights' }).click()
  await expect(allocation.getByRole('table')).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(points).toBe(days)
  await figures()
  await expect(allocation.getByRole('table')).toBeVisible()
  await expect(allocation.getByRole('button')).toHaveCount(0)
})
