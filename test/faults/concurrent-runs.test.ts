// Several commands in one working tree install and build one after the other (tools/scripts/lock.mjs).
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

let tree: string
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'signalpost-tree-'))
  mkdirSync(join(tree, 'tools/scripts'), { recursive: true })
  cpSync(join(import.meta.dirname, '../../tools/scripts/lock.mjs'), join(tree, 'tools/scripts/lock.mjs'))
  writeFileSync(join(tree, 'count'), '0')
  // Reads, waits and writes: concurrent runs would lose updates.
  writeFileSync(
    join(tree, 'tools/scripts/run.mjs'),
    `import { readFileSync, writeFileSync } from 'node:fs'
    import { withLock } from './lock.mjs'
    await withLock('install', async () => {
      const count = Number(readFileSync('count', 'utf8'))
      await new Promise((done) => setTimeout(done, 50))
      writeFileSync('count', String(count + 1))
    })`,
  )
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

const runs = (times: number) =>
  Promise.all(
    Array.from({ length: times }, () =>
      promisify(execFile)(process.execPath, ['tools/scripts/run.mjs'], { cwd: tree }),
    ),
  )

test('four concurrent runs run one after the other', async () => {
  await runs(4)
  expect(readFileSync(join(tree, 'count'), 'utf8')).toBe('4')
})

test('the lock file of a killed run does not block a new run', async () => {
  mkdirSync(join(tree, '.cache'))
  // Larger than any process id.
  writeFileSync(join(tree, '.cache/install.lock'), '99999999')
  await runs(2)
  expect(readFileSync(join(tree, 'count'), 'utf8')).toBe('2')
})
