// The stages of `npm test`, `npm run test:ci` and `npm run test:full`, and how they sample.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isFull, isRest, runs, runSeed, sampled } from '#test/test-scope.ts'

const root = join(import.meta.dirname, '../..')

describe('An unknown stage', () => {
  test.each([
    ['npm test', [], 'check, page, demo, tests, journeys'],
    ['npm run test:ci', ['--ci'], 'check, page, demo, tests, journeys'],
    ['npm run test:full', ['--full'], 'check, page, demo, tests, model, journeys, previous-release'],
    ['npm run test:full -- --rest', ['--full', '--rest'], 'page, demo, tests, journeys'],
  ])('of %s is refused with the names of its stages', (_command, args, names) => {
    const words = ['tools/scripts/test.mjs', ...args, '--only=journeys,nothing']
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      `There is no stage "nothing". The stages are ${names}.\n`,
    ])
  })
})

test('a previous release that no commit has is refused by its name', () => {
  const words = ['tools/scripts/test.mjs', '--full', '--only=previous-release', '--release=v0.0.0-none']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('There is no commit "v0.0.0-none".')])
  expect(stdout).toContain('previous-release: failed (exit code 1)')
})

test('the files that runs leave out exist, and are left out', async () => {
  const { SLOW_FILES, CI_FILES, CI_JOURNEYS } = (await import(
    join(root, 'tools/scripts/test-files.mjs')
  )) as Record<'SLOW_FILES' | 'CI_FILES' | 'CI_JOURNEYS', string[]>
  const files = [...SLOW_FILES, ...CI_FILES]
  const journeys = CI_JOURNEYS.map((file) => `test/journeys/${file}`)
  expect([...files, ...journeys].filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(files.filter((file) => !file.endsWith('.test.ts'))).toEqual([])
  const settings = Object.entries(process.env).filter(([key]) => !/^(VITEST|NODE_ENV$|TEST$)/.test(key))
  const { stdout } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...Object.fromEntries(settings), TEST_LEFT_OUT: files.join(',') },
  })
  expect(stdout).toContain('test/scripts/test-stages.test.ts')
  expect(files.filter((file) => stdout.includes(file))).toEqual([])
})

describe('A sample', () => {
  const days = Array.from({ length: 100 }, (_, day) => day)

  test('of a list is the same throughout a run, and in the order of the list', () => {
    expect(Number.isSafeInteger(runSeed)).toBe(true)
    const drawn = sampled(days, 10)
    expect(drawn).toHaveLength(isFull || isRest ? 100 : 10)
    expect(drawn).toEqual(drawn.toSorted((one, other) => one - other))
    expect(sampled(days, 10)).toEqual(drawn)
    expect(sampled(days, 10, 30)).toHaveLength(isFull ? 100 : isRest ? 30 : 10)
  })

  test('of a short list is the whole list', () => {
    expect(sampled(days, 100)).toEqual(days)
  })

  test('of runs of a property is at least one', () => {
    expect([runs(100), runs(1)]).toEqual(isFull ? [100, 1] : [20, 1])
  })
})
