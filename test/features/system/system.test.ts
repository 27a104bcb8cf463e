// The settings that the page needs, health checks, and responses without a database.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
beforeAll(
  async () =>
    void (server = await startServer({ settings: { SIGNUP_MODE: 'open', PLATFORM_FEE_PERCENT: '15' } })),
)
afterAll(() => server.stop())

const get = (path: string) => server.visitor().send('GET', path)

test('the settings that a page needs are public and contain no secret', async () => {
  const { status, body } = await get('/api/config')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    productName: 'Signalpost',
    signupMode: 'open',
    passwordMinLength: 6,
    platformFeePercent: 15,
    creatorPlanPriceInCents: 200,
    isDemo: false,
  })
  expect(JSON.stringify(body)).not.toMatch(/secret|database|password(?!MinLength)/i)
})

test('the server is alive and ready', async () => {
  expect(await get('/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await get('/api/ready')).toMatchObject({
    status: 200,
    body: { status: 'ready', logProblem: null },
  })
})

test.each(['/api', '/api/', '/api/nothing', '/api/signals', '/objects/x', '/api/user/', '/api//user'])(
  '%s is not found, as JSON',
  async (path) => {
    const { status, body, headers } = await get(path)
    expect([status, body]).toMatchObject([404, { code: 'not_found', message: 'Not found' }])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  },
)

test('every response has the security headers', async () => {
  for (const path of ['/api/health', '/api/nothing']) {
    const { headers } = await get(path)
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-powered-by')).toBe(null)
    expect(headers.get('content-security-policy-report-only')).toBe(
      "require-trusted-types-for 'script'; trusted-types default",
    )
    const permissions = headers.get('permissions-policy')?.split(', ')
    expect(permissions).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'payment=()']))
    expect(permissions).toContain('publickey-credentials-get=(self)')
  }
})

test('security.txt says where to report a vulnerability, and expires within a year', async () => {
  const response = await server.visitor().fetch('/.well-known/security.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  )
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields.get('Contact')).toBe('mailto:security@127.0.0.1')
  expect(fields.get('Canonical')).toBe(`${server.origin}/.well-known/security.txt`)
  const days = (Date.parse(fields.get('Expires') ?? '') - server.deps.clock.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test('an operator names another address for vulnerabilities', async () => {
  const other = await startServer({ settings: { SECURITY_CONTACT: 'https://signalpost.example/report' } })
  onTestFinished(() => other.stop())
  const response = await other.visitor().fetch('/.well-known/security.txt')
  expect(await response.text()).toMatch(/^Contact: https:\/\/signalpost\.example\/report\n/)
})

test('password managers find the dialog for a new password', async () => {
  const response = await server.visitor().fetch('/.well-known/change-password', { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    '/settings/account?dialog=change-password',
  ])
})

test.each([
  '/.env',
  '/.git/HEAD',
  '/%2eenv',
  '/wp-login.php',
  '/backup.tar.gz',
  '/assets/nothing.js',
  '/.well-known/nothing',
  '/profile/.ssh/id_rsa',
])('%s looks like a file and isn’t there: a 404, not the page', async (path) => {
  const { status, body } = await get(path)
  expect([status, body]).toMatchObject([404, { code: 'not_found' }])
})

describe('Without its database', () => {
  let orphan: TestServer
  let ada: Browser
  beforeAll(async () => {
    const database = await freshDatabase()
    orphan = await startServer({ database })
    await buildPeople(orphan.deps, { ada: creator() })
    ada = await orphan.signIn('ada')
    await database.drop()
  })
  afterAll(() => orphan.stop())

  test('the server is alive but not ready, and sends Retry-After', async () => {
    expect((await orphan.visitor().send('GET', '/api/health')).status).toBe(200)
    const { status, body, headers } = await orphan.visitor().send('GET', '/api/ready')
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'unavailable' })])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test.each([
    ['GET', '/api/user', undefined],
    ['GET', '/api/signals/feed', undefined],
    ['POST', '/api/signals', { content: 'Buy' }],
    ['POST', '/api/login', { username: 'ada', password: 'signalpost' }],
    ['POST', '/api/waitlist', { email: 'a@example.com' }],
  ])('%s %s gets a 503 without details', async (method, path, body) => {
    const answer = await ada.send(method, path, body)
    expect(answer).toMatchObject({
      status: 503,
      body: {
        code: 'unavailable',
        message: 'The service isn’t available right now. Please try again in a moment.',
      },
    })
    expect(Object.keys(answer.body as object)).toEqual(['code', 'message', 'requestId'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
