// The settings: defaults, one sentence for each error, and documentation.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { scratchRoot } from '#test/scratch.ts'
import { settingsErrors } from './settings-errors.ts'

let DATA_DIR: string
beforeAll(async () => void (DATA_DIR = await mkdtemp(join(await scratchRoot(), 'signalpost-config-'))))
afterAll(() => rm(DATA_DIR, { recursive: true }))

const SECRET = 'a secret of at least 32 characters'
const DATABASE_URL = 'postgres://user:password@db.example:5432/signalpost'
const errorsOf = (settings: Record<string, string>) => settingsErrors({ DATA_DIR, ...settings })

test('without any setting the product uses its embedded parts', () => {
  expect(readConfig({ DATA_DIR, HOST: '' })).toEqual({
    mode: 'development',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    dataDir: DATA_DIR,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    databaseTimeouts: { connectMs: 500, queryMs: 900 },
    sessionSecret: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    sessionSecretPrevious: undefined,
    logKey: expect.any(Buffer) as unknown,
    logKeyPrevious: undefined,
    tsaUrl: undefined,
    witnesses: [],
    demoData: undefined,
    signupMode: 'waitlist',
    platformFeePercent: 10,
    passwordMinLength: 6,
    requireVerifiedEmail: false,
    pastDueGraceDays: 7,
    pauseSilentAfterDays: 90,
    commentWaitSeconds: 0,
    logLevel: 'warn',
    metricsPort: undefined,
    tracesUrl: undefined,
    trustProxy: false,
    drainMs: 1000,
    rateLimits: true,
    apiDocs: true,
    sellIn: null,
    payments: {
      mode: 'sandbox',
      environment: 'sandbox',
      isTaxed: false,
      secretKey: 'sk_test_sandbox',
      publishableKey: 'pk_test_sandbox',
      webhookSecret: expect.stringMatching(/^whsec_[\w-]{43}$/) as unknown,
      thinWebhookSecret: expect.stringMatching(/^whsec_[\w-]{43}$/) as unknown,
      connectWebhookSecret: expect.stringMatching(/^whsec_[\w-]{43}$/) as unknown,
      sandboxLatency: { minMs: 0, maxMs: 0 },
    },
    brokers: {
      snaptrade: {
        clientId: 'SIGNALPOST-SANDBOX',
        consumerKey: expect.stringMatching(/^[\w-]{43}$/) as unknown,
        isSandbox: true,
      },
      plaid: undefined,
      encryptionKeys: [expect.any(Buffer)],
    },
    market: { massiveKey: undefined, alpaca: undefined },
    push: {
      keys: [{ number: 1, privateKey: expect.any(String), publicKey: expect.any(String) }],
      subject: 'https://localhost',
      hosts: [],
      hasSandbox: true,
    },
    showsPrices: true,
    s3: undefined,
    smtpUrl: undefined,
    smtpNeedsTls: false,
    backupKey: undefined,
    mailFrom: 'Signalpost <no-reply@localhost>',
    securityContact: undefined,
  })
})

describe('The brokers’ settings:', () => {
  const KEY = Buffer.alloc(32, 7).toString('base64')
  const snaptrade = { SNAPTRADE_CLIENT_ID: 'signalpost', SNAPTRADE_CONSUMER_KEY: 'key' }

  test('real keys enable their provider, and ENCRYPTION_KEY encrypts the secrets', () => {
    const { brokers } = readConfig({ DATA_DIR, ...snaptrade, ENCRYPTION_KEY: KEY })
    expect(brokers.snaptrade).toEqual({ clientId: 'signalpost', consumerKey: 'key', isSandbox: false })
    // The other is derived from the session secret, and opens what was encrypted before there was a key.
    expect(brokers.encryptionKeys).toEqual([Buffer.alloc(32, 7), expect.any(Buffer)])
  })

  test.each([
    [
      { SNAPTRADE_CLIENT_ID: 'a', ENCRYPTION_KEY: KEY },
      'SNAPTRADE_CONSUMER_KEY is required when SNAPTRADE_CLIENT_ID is set',
    ],
    [{ PLAID_SECRET: 'a', ENCRYPTION_KEY: KEY }, 'PLAID_CLIENT_ID is required when PLAID_SECRET is set'],
    [snaptrade, 'ENCRYPTION_KEY is required when SNAPTRADE_CLIENT_ID is set'],
    [{ ENCRYPTION_KEY_PREVIOUS: KEY }, 'ENCRYPTION_KEY_PREVIOUS has no effect without ENCRYPTION_KEY'],
    [
      { ENCRYPTION_KEY: 'short' },
      'ENCRYPTION_KEY must be 32 bytes in base64, as `openssl rand -base64 32` prints them',
    ],
  ])('%o is refused: %s', (settings, error) => {
    expect(errorsOf(settings)).toEqual([error])
  })

  test('the sample broker is only used without real providers, and never in production', () => {
    const plaid = { PLAID_CLIENT_ID: 'a', PLAID_SECRET: 'b', ENCRYPTION_KEY: KEY }
    expect(readConfig({ DATA_DIR, ...plaid }).brokers.snaptrade).toBeUndefined()
  })
})

describe('Market data:', () => {
  test('the providers with keys are used', () => {
    const settings = { DATA_DIR, MASSIVE_API_KEY: 'm', ALPACA_KEY_ID: 'a', ALPACA_SECRET_KEY: 's' }
    expect(readConfig(settings).market).toEqual({ massiveKey: 'm', alpaca: { keyId: 'a', secret: 's' } })
  })

  test.each([
    [{ ALPACA_KEY_ID: 'a' }, 'ALPACA_SECRET_KEY is required when ALPACA_KEY_ID is set'],
    [{ ALPACA_SECRET_KEY: 's' }, 'ALPACA_KEY_ID is required when ALPACA_SECRET_KEY is set'],
  ])('%o is refused: %s', (settings, error) => {
    expect(errorsOf(settings)).toEqual([error])
  })
})

test('a previous session secret is refused without the current one', () => {
  expect(errorsOf({ SESSION_SECRET_PREVIOUS: 'x'.repeat(32) })).toEqual([
    'SESSION_SECRET_PREVIOUS has no effect without SESSION_SECRET',
  ])
})

test('the session secret is generated once, and only its owner can read it', async () => {
  const { sessionSecret } = readConfig({ DATA_DIR })
  expect(readConfig({ DATA_DIR }).sessionSecret).toBe(sessionSecret)
  expect((await stat(join(DATA_DIR, 'session-secret'))).mode & 0o777).toBe(0o600)
})

test.each([
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535'],
  ['PORT', '-1.5', 'PORT must be a whole number from 0 to 65535'],
  ['PORT', 'http', 'PORT must be a whole number from 0 to 65535'],
  ['NODE_ENV', 'staging', 'NODE_ENV must be one of: development, production, test'],
  ['PUBLIC_URL', 'signalpost.example', 'PUBLIC_URL must be an address such as https://example.com'],
  ['PUBLIC_URL', 'ftp://signalpost.example', 'PUBLIC_URL must be an address such as https://example.com'],
  [
    'DATABASE_URL',
    'mysql://db',
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/name',
  ],
  ['SESSION_SECRET', 'short', 'SESSION_SECRET must have at least 32 characters'],
  ['SESSION_SECRET_PREVIOUS', 'short', 'SESSION_SECRET_PREVIOUS must have at least 32 characters'],
  ['SESSION_SECRET', '', 'SESSION_SECRET is required when DATABASE_URL is set'],
  [
    'DATABASE_OWNER_URL',
    'owner',
    'DATABASE_OWNER_URL must be an address such as postgres://owner:password@host:5432/name',
  ],
  [
    'LOG_KEY_PREVIOUS',
    'short',
    'LOG_KEY_PREVIOUS must be 32 bytes in base64, as `openssl rand -base64 32` prints them',
  ],
  ['LOG_KEY', 'short', 'LOG_KEY must be 32 bytes in base64, as `openssl rand -base64 32` prints them'],
  ['DEMO_DATA', 'yes', 'DEMO_DATA must be one of: on, off'],
  ['SIGNUP_MODE', 'closed', 'SIGNUP_MODE must be one of: waitlist, open, invite'],
  ['PLATFORM_FEE_PERCENT', '101', 'PLATFORM_FEE_PERCENT must be a whole number from 0 to 100'],
  ['PASSWORD_MIN_LENGTH', '5', 'PASSWORD_MIN_LENGTH must be a whole number from 6 to 128'],
  ['PAUSE_SILENT_AFTER_DAYS', '-1', 'PAUSE_SILENT_AFTER_DAYS must be a whole number from 0 to 3650'],
  ['PAST_DUE_GRACE_DAYS', '61', 'PAST_DUE_GRACE_DAYS must be a whole number from 0 to 60'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of: fatal, error, warn, info, debug, trace, silent'],
  ['METRICS_PORT', 'yes', 'METRICS_PORT must be a whole number from 0 to 65535'],
  ['METRICS_PORT', '3000', 'METRICS_PORT must differ from PORT: the metrics aren’t public'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'collector:4317',
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318',
  ],
  ['DRAIN_SECONDS', '1.5', 'DRAIN_SECONDS must be a whole number from 0 to 60'],
  ['TRUST_PROXY', 'true', 'TRUST_PROXY must be one of: on, off'],
  ['RATE_LIMITS', 'none', 'RATE_LIMITS must be one of: on, off'],
  ['API_DOCS', 'yes', 'API_DOCS must be one of: on, off'],
  ['S3_ENDPOINT', 's3', 'S3_ENDPOINT must be an address such as https://example.com'],
  ['STRIPE_SECRET_KEY', 'pk_test_1', 'STRIPE_SECRET_KEY must look like sk_live_…'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1', 'STRIPE_PUBLISHABLE_KEY must look like pk_live_…'],
  ['STRIPE_WEBHOOK_SECRET', 'secret', 'STRIPE_WEBHOOK_SECRET must look like whsec_…'],
  ['STRIPE_THIN_WEBHOOK_SECRET', 'whsec_', 'STRIPE_THIN_WEBHOOK_SECRET must look like whsec_…'],
  [
    'SELL_IN',
    'US,XX',
    'SELL_IN must be two-letter codes of countries (ISO 3166), separated by commas, such as US,CA,GB',
  ],
  ['STRIPE_CONNECT_WEBHOOK_SECRET', 'whsec_', 'STRIPE_CONNECT_WEBHOOK_SECRET must look like whsec_…'],
  ['STRIPE_SECRET_KEY', 'sk_test_1', 'STRIPE_PUBLISHABLE_KEY is required when STRIPE_SECRET_KEY is set'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_test_1', 'STRIPE_PUBLISHABLE_KEY has no effect without STRIPE_SECRET_KEY'],
  ['SECURITY_CONTACT', 'security@signalpost.example', 'SECURITY_CONTACT must begin with mailto: or https://'],
  ['SMTP_URL', 'mail', 'SMTP_URL must be an address such as smtp://user:password@host:587'],
])('%s=%s stops the start: %s', (name, value, sentence) => {
  expect(errorsOf({ DATABASE_URL, SESSION_SECRET: SECRET, [name]: value })).toEqual([sentence])
})

test('every error is listed, each on its own line', () => {
  expect(errorsOf({ PORT: 'x', SIGNUP_MODE: 'x' })).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'SIGNUP_MODE must be one of: waitlist, open, invite',
  ])
  expect(errorsOf({ S3_ENDPOINT: 'https://s3.example' })).toEqual(
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map(
      (name) => `${name} is required when S3_ENDPOINT is set`,
    ),
  )
})

test('their settings turn metrics and traces on, and production logs each request', () => {
  const settings = { DATA_DIR, METRICS_PORT: '9464', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
  expect(readConfig(settings)).toMatchObject({
    metricsPort: 9464,
    tracesUrl: 'http://collector:4318/v1/traces',
  })
})

test('live and test keys can’t be mixed, and they decide the environment', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  expect(errorsOf(keys)).toEqual([
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys',
  ])
  const restricted = { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
  expect(readConfig({ DATA_DIR, ...restricted }).payments).toMatchObject({
    mode: 'stripe',
    environment: 'live',
    webhookSecret: undefined,
  })
})
