// The budget of a page: its requests, and its code as transferred, compressed and with headers.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page, Request } from '@playwright/test'
import { openAs, expect, test, WIDTHS } from './fixtures.ts'

const KB = 1000

const isScript = (request: Request) => request.resourceType() === 'script'

/**
 * Opens a page with `open` and returns the requests that it makes until `content` is visible, the live stream
 * included. What a page prefetches after that doesn't count: it holds nothing up.
 */
async function requestsUntil(content: Locator, page: Page, open: () => Promise<unknown>): Promise<Request[]> {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await open()
  // Unlike an assertion, which looks again after up to half a second, this ends with the frame that shows it.
  await content.waitFor()
  return [...requests]
}

async function scriptBytes(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.filter(isScript).map((request) => request.sizes()))
  return sizes.reduce(
    (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
    0,
  )
}

/** Strings of each library that survive minifying; the code of pages that don't use the library has none. */
const HEAVY_LIBRARIES = { 'Stripe.js': 'js.stripe.com', 'the upload': 'uppy', 'the charts': '%-m/%-d/%Y' }

test('the strings that identify heavy libraries occur in the built app', () => {
  const assets = join(import.meta.dirname, '../../dist/assets')
  const built = readdirSync(assets).filter((file) => file.endsWith('.js'))
  const code = built.map((file) => readFileSync(join(assets, file), 'utf8'))
  for (const [name, word] of Object.entries(HEAVY_LIBRARIES))
    expect(
      code.filter((text) => text.includes(word)),
      name,
    ).toHaveLength(1)
})

test('the landing page loads at most 6 kB of code, and no React', async ({ page }) => {
  const requests = await requestsUntil(page.getByRole('link', { name: 'Join Waitlist' }), page, () =>
    page.goto('/'),
  )
  expect(requests.filter(isScript)).not.toHaveLength(0)
  // The limit is 70 kB. This one has a small margin, so that loading React here can only be a deliberate change.
  expect(await scriptBytes(requests)).toBeLessThanOrEqual(6 * KB)
})

test('the feed can be used after at most 120 kB of code and 14 requests, without card forms, uploads and charts', async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-signal]')) return
      performance.mark('first signal')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  const all = await requestsUntil(page.locator('[data-signal]').first(), page, () => openAs(page, 'rosa'))
  // Playwright sees the first signal a moment later, when its card may already have requested more.
  const shownAt = await page.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByName('first signal')[0]?.startTime ?? NaN),
  )
  await Promise.all(all.map((request) => request.response()))
  const requests = all.filter((request) => request.timing().startTime <= shownAt)
  const addresses = requests.map((request) => new URL(request.url()).pathname)
  expect(addresses).toEqual(expect.arrayContaining(['/', '/api/user', '/api/signals/feed']))
  expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(14)
  expect(new Set(addresses).size, 'each is requested once').toBe(addresses.length)
  expect(await scriptBytes(requests)).toBeLessThanOrEqual(120 * KB)
  const bodies = await Promise.all(
    requests.filter(isScript).map(async (one) => (await one.response())?.text()),
  )
  const code = bodies.join('\n')
  for (const [name, word] of Object.entries(HEAVY_LIBRARIES)) expect(code.includes(word), name).toBe(false)
})

test('the page of a record loads at most three files of code beyond those of the feed', async ({ page }) => {
  const shell = await requestsUntil(page.locator('[data-signal]').first(), page, () => openAs(page, 'rosa'))
  const known = new Set(shell.filter(isScript).map((request) => request.url()))
  const record = await requestsUntil(page.getByRole('region', { name: 'All trades' }), page, () =>
    page.goto('/profile/theo/record'),
  )
  const added = new Set(record.filter(isScript).map((request) => request.url())).difference(known)
  expect(added.size, [...added].join('\n')).toBeLessThanOrEqual(3)
})

/** Layout shifts of a page, counted as browsers do. Under a hundredth, nobody sees them: https://web.dev/articles/cls */
const SHIFT_MAX = 0.01
const PAGES = ['/', '/profile/theo', '/profile/theo/record', '/discover', '/ticker/NVDA', '/portfolio']

for (const width of WIDTHS)
  test(`nothing on a page moves while it loads at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
          document.documentElement.dataset['shift'] = String(
            Number(document.documentElement.dataset['shift'] ?? 0) + shift.value,
          )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await openAs(page, 'rosa')
    for (const path of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      // Suggestions load last, 300 ms after the page's own content.
      await page.waitForTimeout(600)
      await expect(page.locator('main .animate-breathe')).toHaveCount(0)
      const shift = await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))
      expect(shift, path).toBeLessThan(SHIFT_MAX)
    }
  })
