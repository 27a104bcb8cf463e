// The line of a signal's card with its result, and the result on the signal's page, with every day.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { allowConsoleErrors, expect, openAs, signInByApi, test, WIDTHS } from './fixtures.ts'

type Outcome = {
  signalId: string
  status: string
  asOf: string | null
  logIndex: number
  return: string
  benchmark: string
  parts: { ticker: string; tradingDays: number | null; side: number; entryClose: string }[]
}
type Listed = { id: string; isLocked: boolean; signalType?: string; author: { username: string } }

const OUTCOMES = '**/api/record/outcomes?*'
const line = (page: Page, id: string) => page.locator(`[data-signal="${id}"] [data-outcome]`)
const percent = (ratio: string) => {
  const value = Math.round(Number(ratio) * 1000) / 10
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}%`
}

/** The market's result over the same trade. */
const market = ({ benchmark, parts: [part] }: Outcome): string =>
  part?.side === -1 ? `Shorting SPY ${percent(String(-Number(benchmark)))}` : `SPY ${percent(benchmark)}`

async function listed(page: Page, query: string): Promise<Listed[]> {
  return (await (await page.request.get(`/api/signals/feed?${query}`)).json()) as Listed[]
}

/** A position of one ticker that has run for at least five exchange days, once the server has scored it. */
async function openPosition(page: Page): Promise<{ outcome: Outcome; signal: Listed }> {
  const signals = await listed(page, 'scope=everyone&limit=100')
  const ids = signals.map(({ id }) => id).join()
  let found: Outcome | undefined
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/api/record/outcomes?ids=${ids}`)
        found = ((await answer.json()) as Outcome[]).find(
          ({ status, parts: [part, ...more] }) =>
            status === 'open' && more.length === 0 && (part?.tradingDays ?? 0) >= 5,
        )
        return found !== undefined
      },
      { timeout: 120_000 },
    )
    .toBe(true)
  const signal = signals.find(({ id }) => id === found?.signalId)
  if (!found || !signal) throw new Error('No signal is scored')
  return { outcome: found, signal }
}

test('a card shows its signal’s result at each width', async ({ screenPage: page }) => {
  await signInByApi(page, 'rosa')
  const { outcome, signal } = await openPosition(page)
  await page.goto(`/profile/${signal.author.username}`)
  const own = line(page, outcome.signalId)
  for (const width of [1280, 360, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(own).toContainText('Open')
    await expect(own).toContainText(percent(outcome.return))
    await expect(own).toContainText(market(outcome))
    await expect(own).toContainText(/(ahead|behind) by \d+\.\d pts|level with the market/)
    await expect(own).toContainText(`${outcome.parts[0]?.tradingDays}`)
    const state = await own.getByText('Open', { exact: true }).boundingBox()
    const figure = await own.getByText(percent(outcome.return)).boundingBox()
    expect(Math.abs((state?.y ?? 0) - (figure?.y ?? 99)), `on the first row at ${width} px`).toBeLessThan(8)
    const overflow = await own.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0)
  }
})

test('results come with the signals, so that cards are complete at once, and comments have no line', async ({
  screenPage: page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/record/') && asked.push(request.url()))
  await openAs(page, 'rosa', '/?scope=everyone')
  const signals = await listed(page, 'scope=everyone')
  const called = signals.filter(({ signalType }) => signalType !== 'comment')
  await expect(page.locator('[data-outcome]')).toHaveCount(called.length)
  // A locked signal comes with nothing but its author, its time and the lock.
  const ids = asked.flatMap((url) => new URL(url).searchParams.get('ids')?.split(',') ?? [])
  const locked = signals.flatMap(({ id, isLocked }) => (isLocked ? [id] : []))
  expect(ids.filter((id) => !locked.includes(id))).toEqual([])
  const all = await listed(page, 'scope=everyone&limit=100')
  const comment = all.find(({ signalType }) => signalType === 'comment')
  await expect(line(page, comment?.id ?? '')).toHaveCount(0)
  await page.goto(`/signal/${comment?.id}`)
  await expect(line(page, comment?.id ?? '')).toHaveText(/Not scored\s*A comment isn’t a trade\./)
})

/** Answers like a server of an earlier version, during a deployment. */
async function feedWithoutResults(page: Page): Promise<void> {
  await page.route('**/api/signals/feed?*', async (route) => {
    const response = await route.fetch()
    const signals = (await response.json()) as { outcome?: unknown }[]
    await route.fulfill({ response, json: signals.map(({ outcome: _outcome, ...signal }) => signal) })
  })
}

for (const width of WIDTHS)
  test(`a result that comes late moves nothing, nor does one that never comes, at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 1600 })
    await signInByApi(page, 'rosa')
    await feedWithoutResults(page)
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route(OUTCOMES, async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto('/?scope=everyone')
    const cards = page.locator('[data-signal]')
    await expect(cards.nth(2)).toBeVisible()
    const places = () =>
      cards.evaluateAll((all) => all.slice(0, 4).map((one) => Math.round(one.getBoundingClientRect().top)))
    // The list first estimates how high its cards are.
    let before = await places()
    await expect(async () => {
      const earlier = before
      before = await places()
      expect(before).toEqual(earlier)
      expect(before).toHaveLength(4)
    }).toPass()
    release()
    await expect(page.locator('[data-outcome]').first()).toBeVisible()
    expect(await places()).toEqual(before)

    await page.unroute(OUTCOMES)
    allowConsoleErrors(page, /500/)
    await page.route(OUTCOMES, (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } }),
    )
    const failed = page.waitForResponse(OUTCOMES)
    await page.goto('/?scope=everyone')
    await failed
    await expect(cards.nth(2)).toBeVisible()
    await expect.poll(places).toEqual(before)
    await expect(page.locator('[data-outcome]')).toHaveCount(0)
    // Each card says so, and one press loads all of them.
    await page.unroute(OUTCOMES)
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.locator('[data-outcome]').nth(1)).toBeVisible()
    await expect(page.getByText('Couldn’t load how it did.')).toHaveCount(0)
  })

test('the page of a signal has its result, its author’s record, set times, every day, and its place in the log', async ({
  screenPage: page,
}) => {
  await signInByApi(page, 'rosa')
  const { outcome, signal } = await openPosition(page)
  const [part] = outcome.parts
  await page.goto(`/signal/${outcome.signalId}`)
  const since = page.getByRole('region', {
    name: `$${part?.ticker} since the signal, ${part?.tradingDays} trading days`,
  })
  await expect(since.getByText(/^(ahead of|behind) the market$/)).toBeVisible()
  await expect(since).toContainText(`$${part?.ticker} ${percent(outcome.return)} · ${market(outcome)}`)
  const record = page.getByRole('region', { name: `Record of @${signal.author.username}` })
  await expect(record).toContainText(/\d+ signals since/)
  await expect(record.getByRole('link', { name: 'See the record' })).toBeVisible()
  const horizons = page.getByRole('table', { name: 'The signal’s return at set times' })
  await expect(horizons.getByRole('rowheader').first()).toContainText('1 day')
  const now = horizons.getByRole('row').last()
  await expect(now).toContainText('Now')
  await expect(now).toContainText(percent(outcome.return))
  await expect(now).toContainText(market(outcome).replace(/^.* /, ''))

  await page.getByRole('button', { name: 'How this is calculated' }).press('Enter')
  await page.getByRole('button', { name: `All ${part?.tradingDays} trading days` }).press('Enter')
  const days = page.getByRole('table', { name: `$${part?.ticker} day by day, newest first` })
  await expect(days.getByRole('row')).toHaveCount((part?.tradingDays ?? 0) + 2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const csv = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n')
  expect(csv[0]).toBe('day,close,dividend,split_ratio,growth,spy_growth')
  expect(csv).toHaveLength((part?.tradingDays ?? 0) + 2)
  // The file is enough to calculate the result.
  const product = csv.slice(2).reduce((total, row) => total * Number(row.split(',')[4]), 1)
  expect((part?.side ?? 1) * (product - 1)).toBeCloseTo(Number(outcome.return), 6)

  await page.getByRole('link', { name: 'Verify', exact: true }).click()
  await expect(page.getByText(`It is entry ${outcome.logIndex.toLocaleString('en-US')}`)).toBeVisible()
})

test('a result that was corrected says on its page what it was, and why it changed', async ({
  screenPage: page,
}) => {
  await signInByApi(page, 'rosa')
  const { outcome } = await openPosition(page)
  const ticker = outcome.parts[0]?.ticker ?? ''
  // Sample prices are never corrected.
  await page.route(`**/api/record/signals/${outcome.signalId}`, async (route) => {
    const answer = await route.fetch()
    const score = (await answer.json()) as { parts: object[] }
    const restated = {
      at: '2026-03-03T14:00:00.000Z',
      causes: [{ symbol: ticker, day: '2026-03-02', what: 'close' }],
      asOf: '2026-02-27',
      return: '0.04200000',
      benchmark: '-0.01000000',
      excess: '0.05200000',
    }
    await route.fulfill({
      response: answer,
      json: { ...score, parts: score.parts.map((part) => ({ ...part, restated: [restated] })) },
    })
  })
  await page.goto(`/signal/${outcome.signalId}`)
  await page.getByRole('button', { name: 'How this is calculated' }).press('Enter')
  await expect(page.getByRole('region', { name: `$${ticker}`, exact: true })).toContainText(
    `Restated on Mar 3, 2026 because the close of ${ticker} on Mar 2, 2026 was corrected: was +4.2%, SPY −1.0%, as of Feb 27, 2026.`,
  )
})
