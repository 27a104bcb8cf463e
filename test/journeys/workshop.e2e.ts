// Visual regression of the UI kit: each component of the workshop is compared with its screenshot in `pictures/`.
import { readFile } from 'node:fs/promises'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { build } from 'vite'

/** Allows small differences: machines antialias curves and letters differently. */
const LOOSELY = { maxDiffPixelRatio: 0.01, animations: 'disabled', scale: 'css' } as const
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}
const built = mkdtempSync(join(tmpdir(), 'signalpost-workshop-'))

test.beforeAll(async () => {
  test.setTimeout(120_000)
  await build({
    configFile: join(import.meta.dirname, '../../web/workshop/vite.config.ts'),
    logLevel: 'error',
    build: {
      outDir: built,
      emptyOutDir: true,
      target: 'es2023',
      // For an older target, `light-dark()` becomes variables, which a part of a page can't set differently.
      cssTarget: 'chrome123',
      rollupOptions: { input: join(import.meta.dirname, '../../web/workshop.html') },
    },
  })
})

async function openWorkshop(page: Page, width: number): Promise<void> {
  await page.route('http://workshop.example/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    const body = await readFile(join(built, path)).catch(() => null)
    if (body === null) await route.fulfill({ status: 404 })
    else await route.fulfill({ body, contentType: TYPES[extname(path)] ?? 'application/octet-stream' })
  })
  await page.clock.setFixedTime('2026-03-09T12:00:00Z')
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.setViewportSize({ width, height: 900 })
  await page.goto('http://workshop.example/workshop.html')
  await page.evaluate(() => document.fonts.ready)
}

const LOOKS = [
  { name: 'desk-light', width: 1280, theme: 'light' },
  { name: 'desk-dark', width: 1280, theme: 'dark' },
  { name: 'phone-light', width: 360, theme: 'light' },
] as const

/** The screenshots were taken on Linux; other systems render text differently. */
const seen = process.platform === 'linux' ? LOOKS : []

for (const { name, width, theme } of seen)
  test(`every component of the kit matches its screenshot: ${name}`, { tag: '@slow' }, async ({ page }) => {
    await openWorkshop(page, width)
    const parts = page.locator(`[data-theme=${theme}] section:has(> h3)`)
    const titles = await parts.locator('> h3').allTextContents()
    expect(titles.length).toBeGreaterThan(20)
    for (const [index, title] of titles.entries()) {
      const slug = title
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .slice(0, 40)
      await expect.soft(parts.nth(index)).toHaveScreenshot([name, `${slug}.png`], LOOSELY)
    }
  })
