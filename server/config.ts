// Reads and checks the settings at startup. The only file that knows the environment.
import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { SignupMode } from '#shared/contracts/system.ts'
import { PASSWORD_MIN, PASSWORD_MIN_IN_PRODUCTION } from '#shared/limits.ts'
import { brokerSettingErrors, type BrokerSettings, brokerSettings } from './broker-settings.ts'
import { systemClock } from './clock.ts'
import { marketSettingErrors, type MarketSettings, marketSettings } from './market-settings.ts'
import { Settings } from './settings.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Stripe or its sandbox, with the keys. `environment` keeps test and live objects apart. */
export type PaymentSettings = {
  mode: 'stripe' | 'sandbox'
  environment: 'sandbox' | 'test' | 'live'
  /** How long each call of the sandbox takes, in milliseconds; random for each call. */
  sandboxLatency: { minMs: number; maxMs: number }
  secretKey: string
  publishableKey: string
  /** Undefined: webhooks of this kind are refused. */
  webhookSecret: string | undefined
  thinWebhookSecret: string | undefined
}

export type Config = {
  mode: 'development' | 'production' | 'test'
  port: number
  host: string
  /** Without a trailing slash. Undefined: `http://localhost:<port>`, once the port is known. */
  publicUrl: string | undefined
  /** Absolute. */
  dataDir: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  sessionSecret: string
  demoData: 'on' | 'off' | undefined
  signupMode: z.output<typeof SignupMode>
  platformFeePercent: number
  passwordMinLength: number
  /** Whether posting, paying and connecting a broker need a verified email, and only verified ones are unique. */
  requireVerifiedEmail: boolean
  pastDueGraceDays: number
  logLevel: string
  trustProxy: boolean
  rateLimits: boolean
  /** Whether everybody can read the description of the API. */
  apiDocs: boolean
  payments: PaymentSettings
  brokers: BrokerSettings
  market: MarketSettings
  s3: S3Settings | undefined
  smtpUrl: string | undefined
  mailFrom: string
}

/** Settings that the server can't start with; the message has one line for each error. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Reads and checks the settings. Empty values count as missing. Throws `SettingsError`. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success)
    throw new SettingsError([...new Set(parsed.error.issues.map((issue) => issue.message))].join('\n'))
  const settings = parsed.data
  const errors = settings.NODE_ENV === 'production' ? productionErrors(settings) : secretErrors(settings)
  const s3 = s3Settings(settings, errors)
  errors.push(...paymentErrors(settings), ...brokerSettingErrors(settings), ...marketSettingErrors(settings))
  if (errors.length > 0) throw new SettingsError(errors.join('\n'))
  const dataDir = resolve(settings.DATA_DIR)
  const sessionSecret = settings.SESSION_SECRET ?? storedSecret(dataDir)
  return {
    mode: settings.NODE_ENV,
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    sessionSecret,
    demoData: settings.DEMO_DATA,
    signupMode: settings.SIGNUP_MODE,
    platformFeePercent: settings.PLATFORM_FEE_PERCENT,
    passwordMinLength:
      settings.PASSWORD_MIN_LENGTH ??
      (settings.NODE_ENV === 'production' ? PASSWORD_MIN_IN_PRODUCTION : PASSWORD_MIN),
    requireVerifiedEmail:
      (settings.REQUIRE_VERIFIED_EMAIL ?? (settings.NODE_ENV === 'production' ? 'on' : 'off')) === 'on',
    pastDueGraceDays: settings.PAST_DUE_GRACE_DAYS,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY === 'on',
    rateLimits: settings.RATE_LIMITS === 'on',
    apiDocs: settings.API_DOCS ? settings.API_DOCS === 'on' : settings.NODE_ENV !== 'production',
    payments: paymentSettings(settings, sessionSecret),
    brokers: brokerSettings(settings, sessionSecret),
    market: marketSettings(settings),
    s3,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
  }
}

/** In production every service must be real, every secret set and demo data off. */
function productionErrors(settings: z.output<typeof Settings>): string[] {
  const errors: string[] = []
  const required = [
    'DATABASE_URL',
    'PUBLIC_URL',
    'SESSION_SECRET',
    'S3_ENDPOINT',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_THIN_WEBHOOK_SECRET',
  ] as const
  for (const name of required)
    if (settings[name] === undefined) errors.push(`${name} is required when NODE_ENV is production`)
  if (settings.PUBLIC_URL !== undefined && isUnencrypted(settings.PUBLIC_URL))
    errors.push('PUBLIC_URL must begin with https:// when NODE_ENV is production')
  if (settings.DEMO_DATA === 'on') errors.push('DEMO_DATA=on is refused when NODE_ENV is production')
  if (settings.RATE_LIMITS === 'off') errors.push('RATE_LIMITS=off is refused when NODE_ENV is production')
  if ((settings.PASSWORD_MIN_LENGTH ?? Infinity) < PASSWORD_MIN_IN_PRODUCTION)
    errors.push(
      `PASSWORD_MIN_LENGTH must be at least ${PASSWORD_MIN_IN_PRODUCTION} when NODE_ENV is production`,
    )
  return errors
}

/** Whether cookies would travel in the clear. A loopback address is fine: nothing leaves the machine. */
function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** All copies of the server on one database need the same secret for sessions and invitations, so none may generate it. */
function secretErrors(settings: z.output<typeof Settings>): string[] {
  const isMissing = settings.DATABASE_URL !== undefined && settings.SESSION_SECRET === undefined
  return isMissing ? ['SESSION_SECRET is required when DATABASE_URL is set'] : []
}

function s3Settings(settings: z.output<typeof Settings>, errors: string[]): S3Settings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!S3_ENDPOINT) return undefined
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    if (!settings[name]) errors.push(`${name} is required when S3_ENDPOINT is set`)
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET ?? '',
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
  }
}

/** A secret key needs a publishable key of the same environment; test and live keys can't be mixed. */
function paymentErrors(settings: z.output<typeof Settings>): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = settings
  if (secret === undefined) {
    const given = (
      ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_THIN_WEBHOOK_SECRET'] as const
    ).filter((name) => settings[name] !== undefined)
    return given.map((name) => `${name} is of no use without STRIPE_SECRET_KEY`)
  }
  if (publishable === undefined) return ['STRIPE_PUBLISHABLE_KEY is required when STRIPE_SECRET_KEY is set']
  if (environmentOf(secret) === environmentOf(publishable)) return []
  return ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys']
}

const environmentOf = (key: string) => (key.slice(2).startsWith('_live_') ? 'live' : 'test')

/** Without keys, the sandbox replaces Stripe; its webhooks are signed with secrets derived from the session secret. */
function paymentSettings(settings: z.output<typeof Settings>, sessionSecret: string): PaymentSettings {
  if (settings.STRIPE_SECRET_KEY !== undefined)
    return {
      mode: 'stripe',
      environment: environmentOf(settings.STRIPE_SECRET_KEY),
      secretKey: settings.STRIPE_SECRET_KEY,
      publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
      thinWebhookSecret: settings.STRIPE_THIN_WEBHOOK_SECRET,
      sandboxLatency: { minMs: 0, maxMs: 0 },
    }
  const [minMs = 0, maxMs = 0] = settings.STRIPE_SANDBOX_LATENCY_MS.split('-').map(Number)
  const derivedSecret = (purpose: string) =>
    `whsec_${createHmac('sha256', sessionSecret).update(purpose).digest('base64url')}`
  return {
    mode: 'sandbox',
    environment: 'sandbox',
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    webhookSecret: derivedSecret('snapshot events of the sandbox'),
    thinWebhookSecret: derivedSecret('thin events of the sandbox'),
    sandboxLatency: { minMs, maxMs: Math.max(minMs, maxMs) },
  }
}

/** With the embedded database, the secret is generated once and stored beside the data, readable only by its owner. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, systemClock.newToken(), { mode: 0o600, flag: 'wx' })
  }
  const secret = readFileSync(file, 'utf8').trim()
  // The file can be cut short, for example by a full disk, and anyone could guess an empty secret.
  if (secret.length < 32)
    throw new SettingsError(`${file} is damaged: remove it, and everybody signs in again with the next start`)
  return secret
}
