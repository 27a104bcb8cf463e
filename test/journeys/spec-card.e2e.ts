// The signal card: author, age, type and colors, with signals made for these tests.
import type { Page } from '@playwright/test'
import { openAs, expect, signInByApi, test } from './fixtures.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const AUTHOR = {
  id: 'a0000000-0000-4000-8000-000000000000',
  username: 'ida',
  displayName: 'Ida Berg',
  firstName: 'Ida',
  lastName: 'Berg',
  profileImageUrl: null,
  isCreator: true,
  subscriptionPriceInCents: 500,
}
type Signal = Record<string, unknown> & { secondsAgo?: number; author?: object }

/** Replaces the feed with these signals, posted the given number of seconds before `now`. */
async function feedOf(page: Page, signals: Signal[], now = NOW) {
  const json = signals.map(({ secondsAgo = 0, author, ...signal }, place) => ({
    id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    userId: AUTHOR.id,
    createdAt: new Date(now - secondsAgo * 1000).toISOString(),
    isPremium: false,
    isLocked: false,
    content: `Number ${place}`,
    signalType: 'buy',
    tickers: null,
    intent: null,
    timeHorizon: null,
    ...signal,
    author: { ...AUTHOR, ...author },
  }))
  await page.route('**/api/signals/feed*', (route) => route.fulfill({ json }))
}

const cards = (page: Page) => page.getByRole('article')
const ages = (page: Page) => cards(page).locator('time')

/** The name of a badge's color. */
async function colorOf(page: Page, words: string): Promise<string> {
  const badge = cards(page).getByText(words, { exact: true }).first()
  return badge.evaluate((element) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(
      Number,
    )
    const most = Math.max(red, green, blue)
    if (most - Math.min(red, green, blue) < 40) return 'gray'
    if (most === blue) return 'blue'
    if (most === green) return 'green'
    return green > red / 2 ? 'yellow' : 'red'
  })
}

/** Opens a feed of these signals and stops the page's clock at `now`. */
async function openFeedAt(page: Page, now: number, secondsAgo: number[]) {
  await feedOf(
    page,
    secondsAgo.map((seconds) => ({ secondsAgo: seconds })),
    now,
  )
  await signInByApi(page, 'rosa')
  // A page needs time to load.
  await page.clock.install({ time: now - 60_000 })
  await page.goto('/')
  await expect(cards(page)).toHaveCount(secondsAgo.length)
  await page.clock.pauseAt(now)
  await returnToTab(page)
}
/** Simulates returning to the tab, which updates the ages. */
const returnToTab = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

// @spec-2.71 @spec-2.72 @spec-2.73 @spec-2.74
test('an age changes its unit at 60 s, 3600 s and 86400 s, and a future signal shows "now"', async ({
  page,
}) => {
  await openFeedAt(page, NOW, [-3600, 0, 59, 60, 3599, 3600, 86_399, 86_400, 172_800])
  await expect(ages(page)).toHaveText(['now', 'now', 'now', '1m', '59m', '1h', '23h', '1d', '2d'])
  await page.clock.runFor(1000)
  await returnToTab(page)
  await expect(ages(page)).toHaveText(['now', 'now', '1m', '1m', '1h', '1h', '1d', '1d', '2d'])
})

// @spec-2.75
test('an age updates while the page is open', async ({ page }) => {
  await openFeedAt(page, NOW, [0, 3599, 86_399])
  await expect(ages(page)).toHaveText(['now', '59m', '23h'])
  await page.clock.runFor(119_000)
  await expect(ages(page)).toHaveText(['1m', '1h', '1d'])
})

test.describe('At a change to daylight saving time', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  // @spec-2.75
  test('an age is unaffected', async ({ page }) => {
    // In ten seconds the local time jumps from two to three o’clock.
    await openFeedAt(page, Date.UTC(2026, 2, 29, 0, 59, 50), [3590, 86_390])
    await expect(ages(page)).toHaveText(['59m', '23h'])
    expect(await page.evaluate(() => new Date().getHours())).toBe(1)
    await page.clock.runFor(10_000)
    await returnToTab(page)
    expect(await page.evaluate(() => new Date().getHours())).toBe(3)
    await expect(ages(page)).toHaveText(['1h', '1d'])
  })
})

// @spec-2.75
test('an age shows "now" on a device whose clock is slow, never a negative age', async ({ page }) => {
  await openFeedAt(page, NOW, [600])
  await expect(ages(page)).toHaveText(['10m'])
  await page.clock.setSystemTime(NOW - 3_600_000)
  await page.clock.runFor(60_000)
  await expect(ages(page)).toHaveText(['now'])
  await page.clock.setSystemTime(NOW + 60_000)
  await returnToTab(page)
  await expect(ages(page)).toHaveText(['11m'])
})

// @spec-2.77 @spec-2.82 @spec-2.83 @spec-2.84
test("a signal's type and intent are badges with words and colors", async ({ screenPage: page }) => {
  const intents = ['bullish', 'bearish', 'taking_profits', 'adding_position', 'watching']
  await feedOf(page, [
    ...['buy', 'sell', 'comment'].map((signalType) => ({ signalType })),
    ...intents.map((intent) => ({ intent })),
  ])
  await openAs(page, 'rosa')
  for (const [words, color] of [
    ['Buy', 'green'],
    ['Sell', 'red'],
    ['Comment', 'blue'],
    ['Bullish', 'green'],
    ['Bearish', 'red'],
    ['Taking Profits', 'yellow'],
    ['Watching', 'gray'],
  ] as const)
    expect(await colorOf(page, words), words).toBe(color)
  expect(await colorOf(page, 'Adding Position')).toBe('blue')
})

// @spec-1.8 @spec-2.76 @spec-2.79 @spec-2.85
test('tickers are badges with a dollar sign, and each card ends with the disclaimer', async ({
  screenPage: page,
}) => {
  await feedOf(page, [
    { tickers: '["AAPL","BRK.B"]', signalType: 'sell' },
    { isLocked: true, isPremium: true },
  ])
  await openAs(page, 'rosa')
  await expect(cards(page).first().getByRole('listitem')).toHaveText(['Sell', '$AAPL', '$BRK.B'])
  await expect(cards(page).first()).toContainText('Number 0')
  await expect(cards(page)).toHaveText([
    /Not an investment recommendation. Investing involves risk of loss.$/,
    /Not an investment recommendation. Investing involves risk of loss.$/,
  ])
})

// @spec-2.68 @spec-2.70
test('an author shows the username, else first and last name, on a color from the id’s first character', async ({
  screenPage: page,
}) => {
  const beginning = (start: string) => `${start}${AUTHOR.id.slice(start.length)}`
  await feedOf(page, [
    { author: {} },
    { author: { username: '', id: beginning('a1234567') } },
    { author: { username: 'omar', id: beginning('b') } },
  ])
  await openAs(page, 'rosa')
  await expect(cards(page)).toHaveCount(3)
  const names = await Promise.all((await cards(page).all()).map((card) => card.getAttribute('aria-label')))
  expect(names).toEqual(['Signal by ida', 'Signal by Ida Berg', 'Signal by omar'])
  const initials = cards(page).locator('> a > span')
  await expect(initials).toHaveText(['ID', 'IB', 'OM'])
  const backgrounds = await initials.evaluateAll((all) =>
    all.map((face) => getComputedStyle(face).backgroundColor),
  )
  expect(backgrounds[0]).toBe(backgrounds[1])
  expect(backgrounds[0]).not.toBe(backgrounds[2])
})
