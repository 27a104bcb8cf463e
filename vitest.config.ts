import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: './test/global-setup.ts',
    setupFiles: './test/setup.ts',
    // The files of a worker share the modules they import: loading the server for each took 130 s of a run.
    isolate: false,
    // One more than there are cores: some tests wait for a time-out or for a process that starts.
    maxWorkers: 3,
    // No test depends on how fast the machine is; this only ends one that hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
  },
})
