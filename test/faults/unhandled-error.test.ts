// An unhandled error: the server answers the requests it has accepted, exits, and is restarted.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { endAll, startProduct } from '#tools/drills/product.ts'

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(async () => {
  endAll()
  await database.drop()
})

/** A module that is preloaded, and fails at SIGUSR2. */
const FAIL = `process.on('SIGUSR2', () => void Promise.reject(new Error('nobody handles this')))`

const start = () =>
  startProduct(database.url, {
    DRAIN_SECONDS: '2',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAIL)}`,
  })

test('an unhandled error is logged, requests are answered until the load balancer has noticed, and the exit code is 70', async () => {
  const product = await start()
  product.process.kill('SIGUSR2')
  await vi.waitFor(async () => expect((await product.ask('/api/ready')).status).toBe(503), {
    timeout: WAIT_TIMEOUT_MS,
    interval: 20,
  })
  expect((await product.ask('/api/config')).status).toBe(200)
  const [code] = await new Promise<unknown[]>((resolve) =>
    product.process.once('exit', (...exit) => resolve(exit)),
  )
  expect(code).toBe(70)
  const [line = '{}'] = /^\{.*"event":"process_failed".*$/m.exec(product.said()) ?? []
  expect(JSON.parse(line)).toMatchObject({ level: 50, err: { message: 'nobody handles this' } })
})

test('if a SIGTERM follows an unhandled error, the server exits with 0, so that nothing restarts it', async () => {
  const product = await start()
  product.process.kill('SIGUSR2')
  await vi.waitUntil(() => product.said().includes('process_failed'), { timeout: WAIT_TIMEOUT_MS })
  expect(await product.end('SIGTERM')).toBe(0)
})

test.each([
  [70, 'first\nsecond\n', 3],
  [1, 'first\n', 1],
])('npm start restarts a server only after exit code 70: %i', async (exitCode, printed, status) => {
  const folder = await mkdtemp(join(tmpdir(), 'signalpost-restart-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const marker = join(folder, 'ended')
  const server = `const { existsSync, writeFileSync } = require('node:fs')
    const isSecond = existsSync(${JSON.stringify(marker)})
    console.log(isSecond ? 'second' : 'first')
    writeFileSync(${JSON.stringify(marker)}, '')
    process.exit(isSecond ? 3 : ${exitCode})`
  const launcher = `import { keepRunning } from './tools/scripts/runtime.mjs'
    process.exit(await keepRunning(['--eval', ${JSON.stringify(server)}]))`
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', launcher], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  })
  expect(ran).toMatchObject({ stdout: printed, status })
})
