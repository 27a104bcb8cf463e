import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserPath } from './test/journeys/browser-path.ts'

const port = Number(process.env.JOURNEYS_PORT ?? 3190)
/** What only looks at screens, one by one: these may run beside each other, and no time is taken in them. */
const SCREENS = /\/(axe|states|keyboard-tour|extremes)\.e2e\.ts$/

/** One data directory a run; the configuration is read again by each worker. */
process.env.JOURNEYS_DATA ??= mkdtempSync(join(tmpdir(), 'signalpost-journeys-'))

export default defineConfig({
  testDir: 'test/journeys',
  projects: [
    { name: 'journeys', testMatch: '*.e2e.ts', testIgnore: SCREENS },
    { name: 'screens', testMatch: SCREENS, fullyParallel: true },
  ],
  outputDir: 'test-results',
  snapshotPathTemplate: 'test/journeys/pictures/{arg}{ext}',
  workers: 1,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 8000 },
  reporter: process.env.CI ? [['line']] : [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
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
  webServer: {
    command: `"${process.execPath}" server/main.ts`,
    url: `http://localhost:${port}/api/ready`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.JOURNEYS_DATA,
      DEMO_DATA: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  },
})
