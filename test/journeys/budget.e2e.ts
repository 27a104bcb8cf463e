// How much code a page may fetch: everything until it is idle, prefetched or not, as gzip would send it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { enter, expect, test } from './people.ts'

const KB = 1000
/** Long after the network fell silent: what is fetched ahead counts as well. */
const IDLE_MS = 1500

/** Opens a page with `open` and returns every script it fetched, by address. */
async function scriptsOf(page: Page, open: () => Promise<unknown>): Promise<Map<string, Buffer>> {
  const arriving: Promise<[string, Buffer]>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isScript = /javascript/.test(response.headers()['content-type'] ?? '')
    if (isScript) arriving.push(response.body().then((body) => [pathname, body]))
  })
  await open()
  // Not until there is silence: the live stream of a signed-in page never ends.
  for (let before = -1; before !== arriving.length;) {
    before = arriving.length
    await page.waitForTimeout(IDLE_MS)
  }
  return new Map(await Promise.all(arriving))
}

const zipped = (scripts: Map<string, Buffer>) =>
  [...scripts.values()].reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)

/** Words of each library that survive minifying; the code of pages that never show them holds none. */
const HEAVY = { 'Stripe.js': 'js.stripe.com', 'the upload': 'uppy', 'the charts': '%-m/%-d/%Y' }

test('the words that tell heavy libraries are words of the built app', () => {
  const assets = join(import.meta.dirname, '../../dist/assets')
  const built = readdirSync(assets).filter((file) => file.endsWith('.js'))
  const code = built.map((file) => readFileSync(join(assets, file), 'utf8'))
  for (const [name, word] of Object.entries(HEAVY))
    expect(
      code.filter((text) => text.includes(word)),
      name,
    ).toHaveLength(1)
})

test('the landing takes at most 70 kB of code, and none of React', async ({ page }) => {
  const scripts = await scriptsOf(page, () => page.goto('/'))
  await expect(page.getByRole('link', { name: 'Join Waitlist' })).toBeVisible()
  expect(scripts.size).toBeGreaterThan(0)
  expect(zipped(scripts)).toBeLessThanOrEqual(70 * KB)
  // What it is today, with room for a little more; whoever needs React here gives it up on purpose.
  expect(zipped(scripts)).toBeLessThanOrEqual(6 * KB)
})

test('the feed takes at most 180 kB of code, and nothing of cards, uploads and charts', async ({ page }) => {
  const scripts = await scriptsOf(page, () => enter(page, 'rosa'))
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(scripts.size).toBeGreaterThan(5)
  expect(zipped(scripts)).toBeLessThanOrEqual(180 * KB)
  const code = [...scripts.values()].map(String).join('\n')
  for (const [name, word] of Object.entries(HEAVY)) expect(code.includes(word), name).toBe(false)
})
