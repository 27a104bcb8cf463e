// A short drill, run as an operator would, and what the command refuses.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const drill = (...words: string[]) =>
  spawnSync(process.execPath, ['tools/scripts/drill.mjs', ...words], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  })

test('a short drill with a killed server prints what it checked, and finds nothing lost', () => {
  const { stdout } = drill('kill', '--seconds=4')
  // How soon the server is ready again depends on the machine.
  const missed = stdout
    .split('\n')
    .filter((line) => line.startsWith('MISSED') && !line.includes('ready again'))
  expect(missed).toEqual([])
  expect(stdout).toMatch(/^ok {6}acknowledged posts lost: 0/m)
  expect(stdout).toMatch(/^ok {6}payments half done: 0/m)
  expect(stdout).toMatch(/^ok {6}checkpoints that the log contradicts: 0/m)
  expect(stdout).toMatch(/^ok {6}faults that the log finds in itself: 0/m)
})

test.each([[['unknown']], [['kill', '--seconds=soon']], [[]]])(
  '%j ends with the usage and code 2',
  (words) => {
    const { status, stderr } = drill(...words)
    expect([status, stderr]).toEqual([2, expect.stringContaining('Usage: npm run drill -- <name>')])
  },
)

test.each([
  [
    'failover',
    'needs patroni and etcd and haproxy: apt-get install patroni etcd-server haproxy postgresql-15',
  ],
  ['rolling-restart', 'needs haproxy: apt-get install haproxy'],
])('%s on a machine without its programs names their packages and ends with code 2', (name, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', 'tools/drills/run.ts', name], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
    env: { PATH: '/nonexistent' },
  })
  expect([status, stderr]).toEqual([2, `This drill ${sentence}\n`])
})
