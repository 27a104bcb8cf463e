// The page of one signal: its ticker's return since then, later signals, others on the ticker, sharing; and a locked one.
import type { Page } from '@playwright/test'
import { expect, signInByApi, test } from './fixtures.ts'
import { mayaOn } from './screen-addresses.ts'

const PHONE = { width: 360, height: 740 }

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const cursor = (page: Page) => page.getByRole('slider', { name: 'Day' })

test('a signal shows what its ticker did since, and who else wrote about it', async ({ page }) => {
  // Browsers without a share sheet have only the button that copies.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'share', {
      value: async ({ url }: ShareData) => void (document.documentElement.dataset.shared = url),
    }),
  )
  await signInByApi(page, 'rosa')
  const first = (await mayaOn(page, 'ASML')).at(-1)?.id ?? ''
  await page.goto(`/signal/${first}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Comment $ASML by maya' })).toBeVisible()
  await expect(page.getByText('Sample data')).toHaveCount(1)

  const since = region(page, /^\$\w+ since the signal, \d+ trading days$/)
  await expect(since.getByText(/^SPY [+−]\d+\.\d% over the same days$/)).toBeVisible()
  const chart = since.getByRole('img', { name: /^ASML against SPY since \w+ \d+, \d{4} / })
  await expect(chart).toHaveAccessibleName(/ SPY is (up|down) .* Comment by maya on \w+ \d+, \d{4}\./)
  await cursor(page).press('Home')
  await expect(cursor(page)).toHaveAttribute('aria-valuetext', /ASML \+0\.0%, SPY \+0\.0%, Comment by maya$/)
  const days = Number(await cursor(page).getAttribute('aria-valuemax'))
  await since.getByRole('button', { name: 'Show as table' }).click()
  await expect(since.getByRole('row')).toHaveCount(days + 2)

  const later = region(page, 'Same author, same ticker, later').getByRole('article')
  await expect(later).not.toHaveCount(0)
  await expect(later.last().getByRole('link', { name: '$ASML', exact: true })).toBeVisible()
  await expect(region(page, 'Others on $ASML').getByRole('link', { name: 'sunniva' })).toBeVisible()

  await page.getByRole('button', { name: 'Share this signal' }).first().click()
  const shared = page.url().replace('/signal/', '/s/')
  await expect(page.locator('html')).toHaveAttribute('data-shared', shared)

  await page.setViewportSize(PHONE)
  await expect(page.getByRole('main').getByText('Others on $ASML')).toBeVisible()
  // A phone shows one close a week.
  expect(Number(await cursor(page).getAttribute('aria-valuemax'))).toBeLessThan(days / 4)
})

test('beside “I hold this”, a signal says what its author’s broker reports', async ({ screenPage: page }) => {
  await signInByApi(page, 'rosa')
  const trimmed = (await mayaOn(page, 'NVDA')).at(-1)?.id ?? ''
  await page.goto(`/signal/${trimmed}`)
  const card = page.getByRole('article', { name: 'Signal by maya' }).first()
  await expect(card).toContainText('Maya held $NVDA')
  await expect(card).toContainText('Sample broker: held before posting')
})

test('a locked signal shows no ticker, no prices and no chart, but its proof can be checked', async ({
  screenPage: page,
}) => {
  await signInByApi(page, 'omar')
  const list = await page.request.get('/api/signals/feed?scope=everyone&limit=100')
  const locked = ((await list.json()) as { id: string; isLocked: boolean }[]).find(({ isLocked }) => isLocked)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`/signal/${locked?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Signal by \w+$/ })).toBeVisible()
  await expect(page.getByText('Premium signal', { exact: true })).toBeVisible()
  // The aside is requested last.
  await expect(page.getByText('People to follow')).toBeVisible()
  expect(asked.filter((url) => url.includes('/api/tickers') || url.includes('ticker='))).toEqual([])
  await expect(page.getByRole('region', { name: /since the signal/ })).toHaveCount(0)

  const place = region(page, /^Public log no\. [\d,]+$/)
  await expect(place.getByRole('link', { name: 'Download proof' })).toHaveAttribute('href', /\.tlog-proof$/)
  await place.getByRole('link', { name: 'Verify' }).click()
  await expect(page.getByText(/It is entry [\d,]+/)).toBeVisible()
  await expect(page.getByText('The log that contains it is signed by us')).toBeVisible()
})
