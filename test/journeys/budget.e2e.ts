// The JavaScript budget of a page: everything it loads until it is idle, including prefetches, gzipped.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { openAs, expect, test } from './fixtures.ts'

const KB = 1000
/** Long after the network is idle, so prefetched scripts count as well. */
const IDLE_MS = 1500

/** Opens a page with `open` and returns every script it loads, by URL. */
async function scriptsOf(page: Page, open: () => Promise<unknown>): Promise<Map<string, Buffer>> {
  const arriving: Promise<[string, Buffer]>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isScript = /javascript/.test(response.headers()['content-type'] ?? '')
    if (isScript) arriving.push(response.body().then((body) => [pathname, body]))
  })
  await open()
  // Doesn't wait for network idle: the live stream of a signed-in page never ends.
  for (let before = -1; before !== arriving.length;) {
    before = arriving.length
    await page.waitForTimeout(IDLE_MS)
  }
  return new Map(await Promise.all(arriving))
}

const gzippedBytes = (scripts: Map<string, Buffer>) =>
  [...scripts.values()].reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)

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

test('the landing page loads at most 70 kB of code and no React', async ({ page }) => {
  const scripts = await scriptsOf(page, () => page.goto('/'))
  await expect(page.getByRole('link', { name: 'Join Waitlist' })).toBeVisible()
  expect(scripts.size).toBeGreaterThan(0)
  expect(gzippedBytes(scripts)).toBeLessThanOrEqual(70 * KB)
  // Today's size with a small margin, so that loading React here can only be a deliberate change.
  expect(gzippedBytes(scripts)).toBeLessThanOrEqual(6 * KB)
})

test('the feed loads at most 180 kB of code, without card forms, uploads and charts', async ({ page }) => {
  const scripts = await scriptsOf(page, () => openAs(page, 'rosa'))
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(scripts.size).toBeGreaterThan(5)
  expect(gzippedBytes(scripts)).toBeLessThanOrEqual(180 * KB)
  const code = [...scripts.values()].map(String).join('\n')
  for (const [name, word] of Object.entries(HEAVY_LIBRARIES)) expect(code.includes(word), name).toBe(false)
})
