// The doctor's checks of the site and of the server on this machine, and the command itself.
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { scratchRoot } from '#test/scratch.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { server as serverCheck, site } from '../../../tools/scripts/doctor/site.ts'
import type { Finding } from '../../../tools/scripts/doctor/finding.ts'
import { linesOf } from './lines-of.ts'

const SESSION_SECRET = 'a secret of at least 32 characters, for tests'
const HSTS = 'max-age=31536000; includeSubDomains'

let scratch: string
let database: FreshDatabase
let product: TestServer
const closers: (() => unknown)[] = []
beforeAll(async () => {
  scratch = await mkdtemp(join(await scratchRoot(), 'signalpost-doctor-'))
  database = await freshDatabase()
  product = await startServer({ database })
})
afterAll(async () => {
  for (const close of closers) await close()
  await product.stop()
  await database.drop()
  await rm(scratch, { recursive: true, force: true })
})

/** An https site in the place of a load balancer. Its self-signed certificate is valid for this many days. */
async function startSite({ days = 90, status = 200, hsts = true } = {}) {
  const [keyFile, file] = [join(scratch, `${days}.key`), join(scratch, `${days}.pem`)]
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost`
  execFileSync('openssl', [...words.split(' '), '-days', String(days), '-keyout', keyFile, '-out', file], {
    stdio: 'ignore',
  })
  const ca = readFileSync(file, 'utf8')
  const server = createHttps({ key: readFileSync(keyFile), cert: ca }, (_request, response) => {
    response.writeHead(status, hsts ? { 'strict-transport-security': HSTS } : {}).end('{}')
  })
  await once(server.listen(0, 'localhost'), 'listening')
  closers.push(() => server.close())
  return { ca, PUBLIC_URL: `https://localhost:${(server.address() as AddressInfo).port}` }
}

test('a site behind a proxy, with a valid certificate, has no faults', async () => {
  const { ca, PUBLIC_URL } = await startSite()
  const found = await linesOf(site, { PUBLIC_URL, TRUST_PROXY: 'on' }, { substitutes: { ca } })
  expect(found).toEqual([
    expect.stringMatching(/^ok: The name localhost has the address \S+\.$/),
    `ok: ${PUBLIC_URL} answers.`,
    expect.stringMatching(/^ok: This machine’s clock and the site’s differ by 0\.\d s\.$/),
    expect.stringMatching(/^ok: The certificate is valid for (89|90) more days\.$/),
    'ok: The answer asks browsers to use https only, and cookies are sent over https only.',
    'ok: Clients’ addresses are taken from the proxy.',
  ])
})

test('the doctor reports a certificate that expires soon, no HSTS, another clock, and TRUST_PROXY off', async () => {
  const { ca, PUBLIC_URL } = await startSite({ days: 5, hsts: false })
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + 10_000) }
  const found = await linesOf(site, { PUBLIC_URL }, { substitutes: { ca }, clock })
  expect(found).toContainEqual(
    expect.stringMatching(/^warning: The certificate is valid for [45] more days\.$/),
  )
  expect(found).toContain('warning: The answer has no Strict-Transport-Security, which the server sends.')
  expect(found).toContainEqual(
    expect.stringMatching(/^warning: This machine’s clock and the site’s differ by \d/),
  )
  expect(found).toContain(
    'warning: TRUST_PROXY is off, so all people share the proxy’s address in rate limits.',
  )
})

test('the doctor reports an untrusted certificate, an error, no answer, and a name without an address', async () => {
  const { ca, PUBLIC_URL } = await startSite({ days: 91, status: 502 })
  const lines = (url: string, substitutes = {}) => linesOf(site, { PUBLIC_URL: url }, { substitutes })
  expect(await lines(PUBLIC_URL)).toContainEqual(
    expect.stringMatching(/^fault: The certificate of https:\/\/localhost:\d+ is not valid: self-signed/),
  )
  expect(await lines(PUBLIC_URL, { ca })).toContain(`fault: ${PUBLIC_URL}/api/health answers 502.`)
  expect(await lines('http://127.0.0.1:1')).toContainEqual(
    expect.stringMatching(/^fault: http:\/\/127\.0\.0\.1:1 doesn’t answer: .*ECONNREFUSED/),
  )
  expect(await lines('https://missing.invalid')).toContain('fault: The name missing.invalid has no address.')
})

test('the doctor reports TRUST_PROXY without a proxy', async () => {
  expect(await linesOf(site, { TRUST_PROXY: 'on' })).toContain(
    'warning: TRUST_PROXY is on, and PUBLIC_URL names no proxy: clients could choose their own address.',
  )
})

test('the doctor checks a server on this machine, none, and another program on its port', async () => {
  const { port } = new URL(product.origin)
  expect(await linesOf(serverCheck, { PORT: port })).toEqual([
    `ok: The server at ${product.origin} is ready.`,
  ])
  expect(await linesOf(serverCheck, { PORT: '1' })).toEqual([
    'ok: No server is running at http://127.0.0.1:1.',
  ])
  const other = createHttp((_request, response) => response.writeHead(404).end())
  await once(other.listen(0, '127.0.0.1'), 'listening')
  closers.push(() => other.close())
  const { port: otherPort } = other.address() as AddressInfo
  expect(await linesOf(serverCheck, { PORT: String(otherPort) })).toEqual([
    `fault: What answers at http://127.0.0.1:${otherPort} isn’t a server that is ready.`,
  ])
})

/** Runs the command with exactly these settings. */
async function doctor(settings: Record<string, string>, ...words: string[]) {
  const script = join(import.meta.dirname, '../../../tools/scripts/doctor.ts')
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: scratch, ...settings }
  const child = execFile(process.execPath, ['--no-warnings', script, ...words], { env })
  let [printed, errors] = ['', '']
  child.stdout?.on('data', (part: string) => (printed += part))
  child.stderr?.on('data', (part: string) => (errors += part))
  const [code] = (await once(child, 'close')) as [number]
  return { code, printed, errors }
}

test('--json prints every finding; the exit code is 2 with faults, and no secret is printed', async () => {
  const settings = {
    DATABASE_URL: database.url,
    SESSION_SECRET,
    SMTP_URL: 'smtp://app:hidden@127.0.0.1:1',
    STRIPE_SECRET_KEY: 'sk_test_hidden',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_open',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'hidden',
  }
  const { code, printed, errors } = await doctor(settings, '--json')
  expect([code, errors]).toEqual([2, ''])
  expect(printed).not.toContain('hidden')
  expect(printed).not.toContain(SESSION_SECRET)
  const { findings } = JSON.parse(printed) as { findings: Finding[] }
  for (const finding of findings)
    expect(finding).toEqual({
      check: expect.any(String) as string,
      state: expect.stringMatching(/^(ok|warning|fault)$/) as string,
      says: expect.any(String) as string,
      remedy: finding.state === 'ok' ? null : (expect.any(String) as string),
    })
  expect([...new Set(findings.map(({ check }) => check))]).toEqual([
    'settings',
    'server',
    'documents',
    'database',
    'storage',
    'disk',
    'mail',
    'push',
    'stripe',
    'site',
    'brokers',
    'market data',
    'stamps',
  ])
})

test('the doctor exits with 0 if all is well', async () => {
  const settings = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, SESSION_SECRET }
  const { code, printed, errors } = await doctor({ ...settings, PORT: new URL(product.origin).port })
  expect([code, errors]).toEqual([0, ''])
  expect(printed).toContain('is ready')
})

test('without a running database the doctor exits with 1, leaves the data directory alone, and says what to do', async () => {
  const before = await readdir(scratch)
  const unused = join(scratch, 'unused')
  const { code, printed } = await doctor({ DATA_DIR: unused, PORT: '1' })
  expect([code, await readdir(scratch)]).toEqual([1, before])
  expect(printed).toContain('warning  database')
  expect(printed).toContain('→ Start the product (npm start), and repeat.')
  expect(printed).toMatch(/fine: \d+, warnings: 1, faults: 0\n$/)
})

test('each wrong setting is a fault, and an unknown option prints the usage', async () => {
  const { code, printed } = await doctor({ PORT: 'x', SIGNUP_MODE: 'x' })
  expect(code).toBe(2)
  expect(printed).toContain('PORT must be a whole number from 0 to 65535.')
  expect(printed).toContain('SIGNUP_MODE must be one of: waitlist, open, invite.')
  const misused = await doctor({}, '--xml')
  expect([misused.code, misused.printed]).toEqual([2, ''])
  expect(misused.errors).toContain('npm run doctor -- --json')
})
