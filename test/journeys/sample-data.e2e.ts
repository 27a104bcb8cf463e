// Simulated figures: one strip on top of each page, one badge beside the heading, and a label in the line of each return.
import type { Page } from '@playwright/test'
import { openAs, expect, signInByApi, test } from './fixtures.ts'
import { idOf } from './payment-steps.ts'

/** The badge has an icon; the label in the line of a return doesn't. */
const badges = (page: Page) => page.locator('span:has(> svg)').filter({ hasText: /^Sample data$/ })
const labels = (page: Page) =>
  page.getByText('Sample data', { exact: true }).and(page.locator('span:not(:has(> svg))'))
const strips = (page: Page) => page.getByRole('region', { name: 'Notice' })

/** Maya's oldest signal that has a result. Other journeys fill the feed of everyone with signals that wait for a close. */
async function oldestScored(page: Page): Promise<string | undefined> {
  const answer = await page.request.get('/api/record/people/maya/signals?limit=100')
  const outcomes = (await answer.json()) as { signalId: string; status: string }[]
  return outcomes.findLast(({ status }) => ['open', 'closed'].includes(status))?.signalId
}

for (const width of [1280, 360])
  // @spec-2.95
  test(
    `each page with sample figures has one strip and one badge beside its heading at ${width} px`,
    { tag: width === 1280 ? '@slow' : [] },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await signInByApi(page, 'maya')
      // The product may have started a moment ago.
      await expect.poll(() => oldestScored(page)).toBeDefined()
      const signal = await oldestScored(page)
      // The second figure: how often the person's return is on the page, each time with its label (answer 33); the feed also
      // has those of suggested people.
      for (const [path, returns] of [
        ['/?scope=everyone', null],
        ['/portfolio', 1],
        ['/profile', 2],
        ['/profile/theo', 2],
        [`/signal/${signal}`, 0],
      ] as const) {
        await page.goto(path)
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading.locator('..').locator(badges(page)), path).toHaveCount(1)
        if (returns !== null)
          await expect(page.getByRole('main').locator(labels(page)), path).toHaveCount(returns)
        await expect(badges(page), path).toHaveCount(1)
        await expect(strips(page), path).toHaveCount(1)
        await expect(page.getByText('Live Data'), path).toHaveCount(0)
      }
    },
  )

test('where a return is the only sample figure, its label is enough', async ({ screenPage: page }) => {
  await openAs(page, 'omar')
  const maya = await idOf(page, 'maya')
  for (const path of [
    '/profile/maya/following',
    `/subscribe/creator/${maya}`,
    `/profile/maya/following?dialog=subscribe&creator=${maya}`,
  ]) {
    await page.goto(path)
    await expect(labels(page).first(), path).toBeVisible()
    await expect(badges(page), path).toHaveCount(0)
    await expect(page.getByText('Live Data'), path).toHaveCount(0)
  }
})
