// Only pages with a card form may load Stripe's scripts.
import { execFileSync } from 'node:child_process'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveFrontEnd } from '#server/http/front-end.ts'
import { PRODUCT_PREVIEW } from '#server/http/head-tags.ts'
import { securityHeaders, setSecurityHeaders } from '#server/http/security-headers.ts'

let app: FastifyInstance
beforeAll(async () => {
  // Does nothing if the page is built.
  execFileSync(process.execPath, [
    '-e',
    "import('./tools/scripts/web-build.mjs').then((one) => one.ensureBuilt())",
  ])
  const headersOf = (allowsStripe: boolean) =>
    securityHeaders({ uploadOrigins: [], isHttps: true, allowsStripe })
  app = Fastify()
  setSecurityHeaders(app, headersOf(false))
  await serveFrontEnd(app, {
    notices: { paymentMode: 'stripe', hasSamplePrices: false, isDemo: false, hasApiDocs: false },
    cardFormHeaders: headersOf(true),
    publicUrl: () => 'https://signalpost.example',
    mayBeSignedIn: () => true,
    isSignedIn: () => Promise.resolve(true),
    visitors: {
      answer: () => Promise.resolve(false),
      answerMissing: () => Promise.resolve(false),
      publicPageOf: () => Promise.resolve(null),
    },
    linkPreview: () => Promise.resolve(PRODUCT_PREVIEW),
  })
}, 120_000)
afterAll(() => app.close())

test.each([
  ['/subscribe', 'payment=(self "https://js.stripe.com")'],
  ['/profile', 'payment=()'],
])('on %s the browser’s wallets are allowed with %s', async (url, allowed) => {
  expect((await app.inject({ url })).headers['permissions-policy']).toContain(allowed)
})

test('scripts and styles are sent without the headers that only documents need', async () => {
  const { body, headers } = await app.inject({ url: '/' })
  expect(headers).toHaveProperty('content-security-policy-report-only')
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(body) ?? []
  const asset = await app.inject({ url: script })
  expect(asset.statusCode).toBe(200)
  expect(asset.headers).toHaveProperty('content-security-policy')
  expect(asset.headers).not.toHaveProperty('content-security-policy-report-only')
  expect(asset.headers).not.toHaveProperty('permissions-policy')
})

test.each(['/.env', '/.git/HEAD', '/index.php', '/settings/.htaccess'])('%s isn’t the page', async (url) => {
  const { statusCode, headers } = await app.inject({ url })
  expect([statusCode, headers['content-type']]).not.toContain('text/html; charset=utf-8')
  expect(statusCode).toBeGreaterThanOrEqual(400)
})

const policyOf = async (url: string) => String((await app.inject({ url })).headers['content-security-policy'])

test.each(['/creator-subscribe', '/subscribe?creator=1', '/subscribe/creator/1'])(
  '%s may load Stripe’s scripts and frames',
  async (url) => {
    expect(await policyOf(url)).toMatch(/script-src 'self' https:\/\/js\.stripe\.com/)
    expect(await policyOf(url)).toMatch(/frame-src [^;]*https:\/\/hooks\.stripe\.com/)
  },
)

test.each(['/', '/profile', '/subscriptions', '/settings/billing', '/subscriber', '/log'])(
  '%s may not load Stripe’s scripts and frames',
  async (url) => {
    expect(await policyOf(url)).toContain("script-src 'self';")
    expect(await policyOf(url)).not.toContain('stripe.com')
  },
)
