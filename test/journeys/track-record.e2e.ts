// The track record: on a profile, on its own page with every signal, and the board that a visitor reads.
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, openAs, test, WIDTHS } from './fixtures.ts'

/** The demo's signals are logged and scored in the first seconds of the product. How many have entered depends on the time of day. */
const untilScored = (page: Page) =>
  expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/record/people/theo')
        const { signals, books } = (await answer.json()) as {
          signals: Record<string, number>
          books: { open: unknown }
        }
        return books.open !== null && (signals['opened'] ?? 0) >= 10
      },
      { timeout: 120_000 },
    )
    .toBe(true)

const FIRST_LINE = /^\d+ positions from \d+ signals since \w+ \d+, \d{4} · all of them/

for (const width of WIDTHS)
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

/** The demo has people with long records; all of them are rated once they are scored. */
const untilRanked = (page: Page) =>
  expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/record/board')
        const { rated, listed } = (await answer.json()) as { rated: number; listed: number }
        return rated >= 5 && listed >= 2
      },
      { timeout: 300_000 },
    )
    .toBe(true)

test('a follower sees what they would have made with their own amount, and the amount stays in the browser', async ({
  screenPage: page,
}) => {
  // Scores of all demo people take a while on a busy machine.
  test.slow()
  await untilRanked(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await openAs(page, 'rosa', '/profile/marta/record')
  const card = page.getByRole('region', { name: 'If you had followed' })
  await expect(card.getByRole('row', { name: /^Same close as the author/ }).getByRole('cell')).toHaveCount(2)
  await expect(card.getByRole('row', { name: /^One day later/ }).getByRole('cell')).toHaveCount(2)
  await expect(
    card.getByText('At $10,000, $20 a month costs 2.4% a year before anything is earned.'),
  ).toBeVisible()
  const amount = card.getByRole('textbox', { name: 'Your amount' })
  await amount.fill('-3')
  await expect(card.getByText('Enter an amount in dollars, such as 2,000')).toBeVisible()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await amount.fill('2,017')
  await expect(
    card.getByText('At $2,017, $20 a month costs 11.9% a year before anything is earned.'),
  ).toBeVisible()
  await page.reload()
  await expect(amount).toHaveValue('2,017')
  expect(sent.filter((request) => request.includes('2,017') || request.includes('2017'))).toEqual([])
  await card.getByRole('link', { name: 'How it’s calculated' }).click()
  await expect(page.getByText('each entry and each exit is at the next close')).toBeInViewport()
})

test('each figure leads to its signals; a filter says what it hides, and all of it can be saved', async ({
  screenPage: page,
}) => {
  // Scores of all demo people take a while on a busy machine.
  test.slow()
  await untilRanked(page)
  await openAs(page, 'rosa', '/profile/marta/record')
  const signals = page.getByRole('region', { name: 'Signals' })
  const worst = page
    .getByRole('definition')
    .getByRole('link', { name: /^−[\d.]+ pts$/ })
    .first()
  const figure = ((await worst.textContent()) ?? '').replace('−', '')
  await worst.click()
  await expect(signals.getByText(/^Showing \d+ of 52\.$/)).toBeInViewport()
  await expect(signals.getByRole('listitem').first().getByText(`−${figure}`)).toBeVisible()
  await signals.getByRole('link', { name: 'Show all' }).click()
  await expect(signals.getByText(/^Showing/)).toHaveCount(0)
  await expect(
    page.getByRole('region', { name: /^All \d+ positions$/ }).getByRole('img'),
  ).toHaveAccessibleName(/\d+ positions? .+ pts/)
  for (const [name, rows] of [
    ['Download all 52', 53],
    [/^Download \d+ weeks$/, 60],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const file = await (await download).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of file) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString().trimEnd().split('\r\n').length).toBeGreaterThanOrEqual(rows)
  }
})

for (const width of WIDTHS)
  test(`the board lists people with what luck explains, and can be filtered, at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    // Scores of all demo people take a while on a busy machine.
    test.slow()
    await untilRanked(page)
    await openAs(page, 'rosa', '/discover')
    const board = page.getByRole('region', { name: 'Leaderboard' })
    const people = board.getByRole('list').getByRole('listitem')
    await expect.poll(() => people.count()).toBeGreaterThanOrEqual(2)
    await expect(people.filter({ hasText: 'Likely skill' })).toHaveCount(1)
    await expect(
      board.getByText(/rated records are at least 1% a year ahead\. \d+ of 1,000 monkeys/),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Ticker' }).fill('KLAC')
    await expect.poll(() => people.count()).toBe(1)
    await expect(people.getByRole('link', { name: 'Track record of Marta Lind' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Price' }).click()
    await page.getByRole('option', { name: 'Free' }).click()
    await expect(board.getByText('Nobody on the board matches these filters.')).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('region', { name: 'The graveyard' })).toContainText(
      '1 person who stopped posting',
    )
  })

test('a short record shows counts and no result; one that doesn’t exist is not found', async ({
  screenPage: page,
}) => {
  await untilScored(page)
  await openAs(page, 'rosa', '/profile/maya/record')
  await expect(page.getByText(/^Not rated yet: \d+ of 20 trades/).first()).toBeVisible()
  await expect(page.getByText(/ahead of the market/)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/profile/nobody_here/record')
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
})

test('on a phone, the feed leads to Discover, which visitors read too', async ({
  screenPage: page,
  openBrowser,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await untilScored(page)
  await openAs(page, 'rosa', '/?scope=everyone')
  await page.getByRole('link', { name: 'Discover by record' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible()
  await expect(
    page.getByText(/rated records? (is|are) at least 1% a year ahead|Nobody has a long enough record yet/),
  ).toBeVisible()
  const newcomer = page.getByRole('region', { name: 'New and unproven' }).getByRole('listitem').first()
  await expect(newcomer.getByText(/^Not rated yet: \d+/)).toBeVisible()
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
