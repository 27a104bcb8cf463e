import { defineConfig } from '@playwright/test'
import { browserPath } from './test/journeys/browser-path.ts'
import { isFull, isRest } from './test/full.ts'

/** What takes long and finds little beside the rest is left to `npm run test:full`. */
const SLOW = /@slow/
/** Journeys that only look at screens, one by one: each of their tests may run in either worker. */
const SCREENS = /\/(axe|states|keyboard-tour|extremes)\.e2e\.ts$/

export default defineConfig({
  testDir: 'test/journeys',
  projects: [
    { name: 'journeys', testMatch: '*.e2e.ts', testIgnore: SCREENS, ...(isRest && { grep: SLOW }) },
    { name: 'screens', testMatch: SCREENS, fullyParallel: true },
  ],
  outputDir: 'test-results',
  snapshotPathTemplate: 'test/journeys/pictures/{arg}{ext}',
  // Each worker has a browser and a server of its own (test/journeys/product.ts).
  workers: 2,
  retries: 0,
  ...(!isFull && !isRest && { grepInvert: SLOW }),
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
