import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

const ENGINE = 'test/engine/**/*.test.ts'
/** Files that tools/scripts/test.mjs leaves out of a stage. Projects don't take `--exclude` from the command line. */
const LEFT_OUT = (process.env['TEST_LEFT_OUT'] ?? '').split(',').filter(Boolean)

/** Lists the tests that passed only on a retry. They need fixing. */
const flakyTests: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) console.log(`flaky: ${test.module.relativeModuleId} > ${test.fullName}`)
  },
}

export default defineConfig({
  test: {
    // The files of a worker share their imported modules. Loading the server for each file took 130 s of a run.
    isolate: false,
    // More than our two cores, because tests wait for timeouts, processes and the database a third of their time.
    maxWorkers: 4,
    // Node strips the types itself and caches what it compiled; through Vite, one file that starts a server took twice the
    // processor time (measured). The hook adds JSX. We mock no modules, which would need Vitest's loader.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', new URL('test/load-tsx.mjs', import.meta.url).href],
    projects: [
      // The engine needs no database, so its tests start without PostgreSQL.
      { extends: true, test: { name: 'engine', include: [ENGINE], exclude: LEFT_OUT } },
      {
        extends: true,
        test: {
          name: 'product',
          include: ['test/**/*.test.ts'],
          exclude: [ENGINE, ...LEFT_OUT],
          globalSetup: './test/global-setup.ts',
        },
      },
    ],
    setupFiles: './test/setup.ts',
    // Only for a test that hangs; no test depends on the machine's speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    // As with the journeys: on CI one failed test doesn't stop a release if it passes when repeated.
    retry: process.env['CI'] ? 2 : 0,
    // Only failures and the summary.
    reporters: ['minimal', flakyTests],
  },
})
