import { defineConfig } from '@playwright/test'
import { browserPath } from './tools/scripts/browser-path.ts'
import { isFull, isRest } from './test/test-scope.ts'

/**
 * CI skips slow journeys, and `npm test` also those of `TEST_SKIPPED_JOURNEYS`. `--rest` runs them, and all screens
 * instead of a sample.
 */
const SLOW = /@slow/
const REST = /@slow|@screen/

export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '*.e2e.ts',
  testIgnore: (process.env['TEST_SKIPPED_JOURNEYS'] ?? '')
    .split(',')
    .filter(Boolean)
    .map((file) => `**/${file}`),
  globalSetup: './test/journeys/prepare-demo-data.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: 'test/journeys/pictures/{arg}{ext}',
  // Each worker starts its own browser and server (test/journeys/start-product.ts).
  workers: 2,
  // On CI one failed journey doesn't stop a release. One that passes on a retry is listed as flaky and needs fixing.
  retries: process.env.CI ? 2 : 0,
  ...(!isFull && (isRest ? { grep: REST } : { grepInvert: SLOW })),
  // Only for a journey that hangs; no journey depends on the machine's speed.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A file that somebody runs by hand lists its journeys. `npm test` shows those that fail: the screen, the step and the picture.
  reporter: process.env.TEST_SCOPE ? 'dot' : 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // A service worker would answer for pages without a network. push.e2e.ts allows it.
    serviceWorkers: 'block',
    // `--trace on` records a trace if a screenshot isn't enough; it makes every test slower.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await browserPath(),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-gpu',
        // Chromium otherwise starts a spare process for each page: two for each journey instead of one (measured).
        '--renderer-process-limit=1',
      ],
    },
  },
})
