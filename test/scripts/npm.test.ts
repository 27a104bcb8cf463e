// The scripts of package.json start on the machine's own Node, although npm installs another one.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let tree: string
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'signalpost-npm-'))
  cpSync(join(import.meta.dirname, '../../.npmrc'), join(tree, '.npmrc'))
  write('package.json', {
    scripts: { start: 'node --print "6 * 7"' },
    dependencies: { 'another-node': 'file:another-node' },
  })
  mkdirSync(join(tree, 'another-node'))
  write('another-node/package.json', { name: 'another-node', version: '1.0.0', bin: { node: 'node' } })
  writeFileSync(join(tree, 'another-node/node'), '#!/bin/sh\nexit 127\n')
  chmodSync(join(tree, 'another-node/node'), 0o755)
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

const write = (name: string, content: object) => writeFileSync(join(tree, name), JSON.stringify(content))

function npm(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: tree, encoding: 'utf8' })
  return { status, stdout, said: status === 0 ? '' : stderr }
}

test('npm does not put an installed Node that cannot run before the machine’s own', () => {
  expect(npm('install', '--offline', '--ignore-scripts')).toMatchObject({ status: 0, said: '' })
  expect(npm('--silent', 'start')).toMatchObject({ status: 0, stdout: '42\n', said: '' })
})
