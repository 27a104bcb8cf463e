// What a newcomer types in a fresh clone: npm ci, and then the commands of packages.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchRoot } from '#test/scratch.ts'

const root = join(import.meta.dirname, '../..')
/** What a clone doesn't have. */
const NOT_CLONED = ['node_modules', '.git', 'dist', 'release', '.data', '.cache', 'test-results']

let clone: string
beforeAll(async () => {
  clone = mkdtempSync(join(await scratchRoot(), 'signalpost-clone-'))
  const left = NOT_CLONED.map((name) => join(root, name))
  cpSync(root, clone, { recursive: true, filter: (path) => !left.includes(path) })
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

function run(command: string, ...words: string[]) {
  // Settings of the npm that runs this test would hide those of the clone.
  const env = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV$)/i.test(name))
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: clone,
    encoding: 'utf8',
    env: Object.fromEntries(env),
    shell: process.platform === 'win32',
  })
  return { status, printed: stdout + stderr }
}

test('npm ci works, and so do tsc, oxlint and vitest', () => {
  expect(run('npm', 'ci', '--prefer-offline')).toMatchObject({ status: 0 })
  expect(run('npx', 'tsc', '--version').printed).toMatch(/^Version 7/)
  expect(run('npx', 'oxlint', 'shared').printed).toContain('Found 0 warnings and 0 errors')
  expect(run('npx', 'vitest', 'run', 'test/engine/log/merkle.test.ts')).toMatchObject({ status: 0 })
})
