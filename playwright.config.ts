import { defineConfig } from '@playwright/test'
import { browserPath } from './scripts/browser-path.ts'
import { isFull, isRest } from './test/full.ts'

/** Slow journeys are left out of `npm test`. What is left out is run with `--rest`: these, and every screen. */
const SLOW = /@slow/
const REST = /@slow|@screen/

export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: 'test/journeys/pictures/{arg}{ext}',
  // Each worker has a browser and a server of its own (test/journeys/start-product.ts).
  workers: 3,
  retries: 0,
  ...(!isFull && (isRest ? { grep: REST } : { grepInvert: SLOW })),
  // No journey depends on how fast the machine is; these only end one that hangs.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env.CI ? [['line']] : [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    // `--trace on` records a trace where a picture of the end is not enough; it takes time in each test.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await browserPath(),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-gpu',
      ],
    },
  },
})
