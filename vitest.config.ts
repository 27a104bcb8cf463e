import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: './test/global-setup.ts',
    setupFiles: './test/setup.ts',
    // The files of a worker share their imported modules. Loading the server for each file took 130 s of a run.
    isolate: false,
    // One more than our two cores, because some tests wait for a timeout or for a process to start.
    maxWorkers: 3,
    // Only for a test that hangs; no test depends on the machine's speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
  },
})
