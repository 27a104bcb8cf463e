// The signal card: who, how old, what kind of call, and in which colour, with signals made for the purpose.
import type { Page } from '@playwright/test'
import { enter, expect, letIn, test } from './people.ts'

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

/** Lets the feed be these signals, posted so many seconds before `now`. */
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

/** The colour a person would call it. */
async function colourOf(page: Page, words: string): Promise<string> {
  const badge = cards(page).getByText(words, { exact: true }).first()
  return badge.evaluate((element) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(
      Number,
    )
    const most = Math.max(red, green, blue)
    if (most - Math.min(red, green, blue) < 40) return 'grey'
    if (most === blue) return 'blue'
    if (most === green) return 'green'
    return green > red / 2 ? 'yellow' : 'red'
  })
}

/** Opens a feed of these signals, and stops the page's clock at `now`. */
async function stoppedAt(page: Page, now: number, secondsAgo: number[]) {
  await feedOf(
    page,
    secondsAgo.map((seconds) => ({ secondsAgo: seconds })),
    now,
  )
  await letIn(page, 'rosa')
  // A page needs time to load.
  await page.clock.install({ time: now - 60_000 })
  await page.goto('/')
  await expect(cards(page)).toHaveCount(secondsAgo.length)
  await page.clock.pauseAt(now)
  await lookAgain(page)
}
/** As when somebody comes back to the tab: ages are told anew. */
const lookAgain = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

// @spec-2.71 @spec-2.72 @spec-2.73 @spec-2.74
test('an age turns at 60 s, 3600 s and 86400 s, and the future is "now"', async ({ page }) => {
  await stoppedAt(page, NOW, [-3600, 0, 59, 60, 3599, 3600, 86_399, 86_400, 172_800])
  await expect(ages(page)).toHaveText(['now', 'now', 'now', '1m', '59m', '1h', '23h', '1d', '2d'])
  await page.clock.runFor(1000)
  await lookAgain(page)
  await expect(ages(page)).toHaveText(['now', 'now', '1m', '1m', '1h', '1h', '1d', '1d', '2d'])
})

// @spec-2.75
test('an age grows while the page is open', async ({ page }) => {
  await stoppedAt(page, NOW, [0, 3599, 86_399])
  await expect(ages(page)).toHaveText(['now', '59m', '23h'])
  await page.clock.runFor(119_000)
  await expect(ages(page)).toHaveText(['1m', '1h', '1d'])
})

test.describe('Where the clock is put forward', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  // @spec-2.75
  test('an age goes on as if nothing had happened', async ({ page }) => {
    // In ten seconds it is three o’clock there, not two.
    await stoppedAt(page, Date.UTC(2026, 2, 29, 0, 59, 50), [3590, 86_390])
    await expect(ages(page)).toHaveText(['59m', '23h'])
    expect(await page.evaluate(() => new Date().getHours())).toBe(1)
    await page.clock.runFor(10_000)
    await lookAgain(page)
    expect(await page.evaluate(() => new Date().getHours())).toBe(3)
    await expect(ages(page)).toHaveText(['1h', '1d'])
  })
})

// @spec-2.75
test('on a device whose clock is set back an age is "now", never less than nothing', async ({ page }) => {
  await stoppedAt(page, NOW, [600])
  await expect(ages(page)).toHaveText(['10m'])
  await page.clock.setSystemTime(NOW - 3_600_000)
  await page.clock.runFor(60_000)
  await expect(ages(page)).toHaveText(['now'])
  await page.clock.setSystemTime(NOW + 60_000)
  await lookAgain(page)
  await expect(ages(page)).toHaveText(['11m'])
})

// @spec-2.77 @spec-2.82 @spec-2.83 @spec-2.84
test('the kind of a signal and its intent are badges in words and in their colours', async ({ page }) => {
  const intents = ['bullish', 'bearish', 'taking_profits', 'adding_position', 'watching']
  await feedOf(page, [
    ...['buy', 'sell', 'comment'].map((signalType) => ({ signalType })),
    ...intents.map((intent) => ({ intent })),
  ])
  await enter(page, 'rosa')
  for (const [words, colour] of [
    ['Buy', 'green'],
    ['Sell', 'red'],
    ['Comment', 'blue'],
    ['Bullish', 'green'],
    ['Bearish', 'red'],
    ['Taking Profits', 'yellow'],
    ['Watching', 'grey'],
  ] as const)
    expect(await colourOf(page, words), words).toBe(colour)
  expect(await colourOf(page, 'Adding Position')).toBe('blue')
})

// @spec-1.8 @spec-2.76 @spec-2.79 @spec-2.85
test('tickers are badges with a dollar sign, and each card ends with the disclaimer', async ({ page }) => {
  await feedOf(page, [
    { tickers: '["AAPL","BRK.B"]', signalType: 'sell' },
    { isLocked: true, isPremium: true },
  ])
  await enter(page, 'rosa')
  await expect(cards(page).first().getByRole('listitem')).toHaveText(['Sell', '$AAPL', '$BRK.B'])
  await expect(cards(page).first()).toContainText('Number 0')
  await expect(cards(page)).toHaveText([
    /Not an investment recommendation. Investing involves risk of loss.$/,
    /Not an investment recommendation. Investing involves risk of loss.$/,
  ])
})

// @spec-2.68 @spec-2.70
test('an author is called by username, else by first and last name, on a colour of the id’s first character', async ({
  page,
}) => {
  const beginning = (start: string) => `${start}${AUTHOR.id.slice(start.length)}`
  await feedOf(page, [
    { author: {} },
    { author: { username: '', id: beginning('a1234567') } },
    { author: { username: 'omar', id: beginning('b') } },
  ])
  await enter(page, 'rosa')
  await expect(cards(page)).toHaveCount(3)
  const names = await Promise.all((await cards(page).all()).map((card) => card.getAttribute('aria-label')))
  expect(names).toEqual(['Signal by ida', 'Signal by Ida Berg', 'Signal by omar'])
  const faces = cards(page).locator('> a > span')
  await expect(faces).toHaveText(['ID', 'IB', 'OM'])
  const grounds = await faces.evaluateAll((all) => all.map((face) => getComputedStyle(face).backgroundColor))
  expect(grounds[0]).toBe(grounds[1])
  expect(grounds[0]).not.toBe(grounds[2])
})
