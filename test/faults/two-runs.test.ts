// Two runs on one tree: they install and build one after the other.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

let tree: string
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'signalpost-tree-'))
  mkdirSync(join(tree, 'scripts'))
  cpSync(join(import.meta.dirname, '../../scripts/lock.mjs'), join(tree, 'scripts/lock.mjs'))
  writeFileSync(join(tree, 'count'), '0')
  // Reads, takes its time, and writes: side by side, some of it would be lost.
  writeFileSync(
    join(tree, 'scripts/run.mjs'),
    `import { readFileSync, writeFileSync } from 'node:fs'
    import { alone } from './lock.mjs'
    await alone('install', async () => {
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
      promisify(execFile)(process.execPath, ['scripts/run.mjs'], { cwd: tree }),
    ),
  )

test('four at once take turns', async () => {
  await runs(4)
  expect(readFileSync(join(tree, 'count'), 'utf8')).toBe('4')
})

test('what a killed run left behind holds nobody up', async () => {
  mkdirSync(join(tree, '.cache'))
  // The largest number a process can have on any system, and then some.
  writeFileSync(join(tree, '.cache/install.lock'), '99999999')
  await runs(2)
  expect(readFileSync(join(tree, 'count'), 'utf8')).toBe('2')
})
