// The production mode: settings that it refuses to start with, and code that it never loads.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/db/embedded-process.ts'
import { type FreshDatabase, freshDatabase } from '../database.ts'
import { scratchRoot } from '#test/scratch.ts'
import { endAll, startProduct } from '#tools/drills/product.ts'

const root = join(import.meta.dirname, '../..')

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(async () => {
  endAll()
  await database.drop()
})

test('without its settings the server prints one sentence for each missing setting, and nothing else', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', 'server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DEMO_DATA: 'on', RATE_LIMITS: 'off' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toEqual([
    ...[
      'DATABASE_URL',
      'PUBLIC_URL',
      'SESSION_SECRET',
      'LOG_KEY',
      'S3_ENDPOINT',
      'SMTP_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_THIN_WEBHOOK_SECRET',
    ].map((name) => `${name} is required when NODE_ENV is production`),
    'DEMO_DATA=on is refused when NODE_ENV is production',
    'RATE_LIMITS=off is refused when NODE_ENV is production',
  ])
})

test('if the database doesn’t answer, startup fails with a one-sentence message', async () => {
  const nowhere = 'postgresql://nobody:hidden@127.0.0.1:1/nothing'
  const started = startProduct(nowhere)
  await expect(started).rejects.toThrow(/The database cannot be reached: .*ECONNREFUSED/)
  await expect(started).rejects.not.toThrow(/hidden/)
})

/** A module that is preloaded and prints every file that is loaded after it. */
const TRACE = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { process._rawDebug('loaded ' + url); return next(url, context) } })`

/** All settings except those of terms, privacy, refunds and help. */
const settingsOn = (port: string) => ({
  PORT: port,
  NODE_ENV: 'production',
  PUBLIC_URL: `http://localhost:${port}`,
  LOG_KEY: Buffer.alloc(32, 1).toString('base64'),
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtps://mail.example.com',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_THIN_WEBHOOK_SECRET: 'whsec_2',
  RATE_LIMITS: 'on',
})

test('while the operator’s texts have blanks, the server doesn’t start, and names the blanks', async () => {
  const started = startProduct(database.url, settingsOn(String(await freePort())))
  await expect(started).rejects.toThrow(/terms\.md has blanks to fill in: OPERATOR_NAME; OPERATOR_ADDRESS/)
})

test('with all settings the server starts, without loading development dependencies, the demo, tests or the sandbox', async () => {
  const port = String(await freePort())
  const legalDir = await mkdtemp(join(await scratchRoot(), 'signalpost-legal-'))
  for (const name of ['terms', 'privacy', 'refunds', 'help'])
    await writeFile(
      join(legalDir, `${name}.md`),
      `---\ntitle: ${name}\ndescription: Ours\nupdated: 2026-11-27\n---\nFilled in.\n`,
    )
  const product = await startProduct(database.url, {
    ...settingsOn(port),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TRACE)}`,
    LEGAL_DIR: legalDir,
  })
  expect((await product.ask('/api/ready')).status).toBe(200)
  expect((await product.ask('/sandbox/mail')).status).toBe(404)
  expect((await product.ask('/sandbox/stripe/v1/customers')).status).toBe(404)
  const loaded = [...product.said().matchAll(/^loaded file:\/\/(.*)$/gm)].map(([, path = '']) => path)
  expect(loaded.length).toBeGreaterThan(100)
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const unwanted = [
    ...['tools', 'test', 'web'].map((room) => join(root, room, '/')),
    ...Object.keys(devDependencies).map((name) => join(root, 'node_modules', name, '/')),
  ]
  expect(loaded.filter((path) => unwanted.some((start) => path.startsWith(start)))).toEqual([])
  await product.end('SIGKILL')
})
