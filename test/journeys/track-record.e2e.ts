// The track record: on a profile, on its own page with every signal, and the board that a visitor reads.
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, openAs, test } from './fixtures.ts'

/** The demo's signals are logged and scored in the first seconds of the product. */
const untilScored = (page: Page) =>
  expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/record/people/theo')
        const { signals, paper } = (await answer.json()) as {
          signals: Record<string, number>
          paper: unknown
        }
        return paper !== null && (signals['opened'] ?? 0) >= 15
      },
      { timeout: 120_000 },
    )
    .toBe(true)

const FIRST_LINE = /^\d+ positions from \d+ signals since \w+ \d+, \d{4} · all of them/

for (const width of [360, 1280])
  test(`a profile leads to all signals with what came of them, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await untilScored(page)
    await openAs(page, 'rosa', '/profile/theo')
    const card = page.getByRole('region', { name: 'Track record' })
    await expect(card.getByText(FIRST_LINE)).toBeVisible()
    await expect(card.getByText('Paper result: nobody’s account.')).toBeVisible()
    await card.getByRole('link', { name: 'Every position and the chart' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Track record of @theo' })).toBeVisible()
    await expect(page.getByText(FIRST_LINE)).toBeVisible()
    await expect(page.getByText('Sample data')).toHaveCount(1)
    const signals = page.getByRole('region', { name: 'Signals' }).getByRole('listitem')
    await expect(signals.filter({ hasText: 'Not scored: a comment' }).first()).toBeVisible()
    await expect(signals.filter({ hasText: /Sealed, opens by/ }).first()).toBeVisible()
    await expect(signals.filter({ hasText: /SPY [+−]\d/ }).first()).toBeVisible()
    const shown = await signals.count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => signals.count()).toBeGreaterThan(shown)
  })

test('a short record shows counts and no result; one that doesn’t exist is not found', async ({ page }) => {
  await untilScored(page)
  await openAs(page, 'rosa', '/profile/maya/record')
  await expect(page.getByText(/^Too early to say: \d+ of 20 signals/)).toBeVisible()
  await expect(page.getByText('A year vs its SPY–QQQ mix')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/profile/nobody_here/record')
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
})

test('on a phone, the feed leads to Discover, which visitors read too', async ({ page, openBrowser }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await untilScored(page)
  await openAs(page, 'rosa', '/?scope=everyone')
  await page.getByRole('link', { name: 'Discover by record' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible()
  await expect(page.getByText(/By luck alone|Nobody has a long enough record yet/)).toBeVisible()
  const newcomer = page.getByRole('region', { name: 'New and unproven' }).getByRole('listitem').first()
  await expect(newcomer.getByText(/^Too early to say: \d+/)).toBeVisible()
  await expect(newcomer.getByRole('button', { name: /^Follow/ })).toBeVisible()
  await expectAccessible(page)

  const visitor = await openBrowser()
  await visitor.goto('/discover')
  await expect(visitor.getByRole('heading', { level: 2, name: 'Leaderboard' })).toBeVisible()
  await expect(
    visitor.getByRole('region', { name: 'New and unproven' }).getByRole('listitem').first(),
  ).toBeVisible()
  await expect(visitor.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
})
