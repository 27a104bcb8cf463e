// Every setting of the server, checked at the start. The only reader of the environment.
import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { SignupMode } from '#shared/contracts/system.ts'
import { systemClock } from './clock.ts'

const wholeNumber = (name: string, min: number, max: number, fallback: number) => {
  const says = `${name} must be a whole number from ${min} to ${max}`
  return z.coerce.number(says).int(says).min(min, says).max(max, says).default(fallback)
}
const choice = <T extends string>(name: string, values: readonly [T, ...T[]]) =>
  z.enum(values, `${name} must be one of: ${values.join(', ')}`)
const address = (name: string, protocols: RegExp, example = 'https://example.com') =>
  z.url({ protocol: protocols, error: `${name} must be an address such as ${example}` })
const stripeKey = (name: string, shape: RegExp, example: string) =>
  z.string().regex(shape, `${name} must look like ${example}`)

/** One line a setting; `.env.example` and `docs/operating.md` are checked to name the same ones. */
export const Settings = z.object({
  NODE_ENV: choice('NODE_ENV', ['development', 'production', 'test']).default('development'),
  PORT: wholeNumber('PORT', 0, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address('PUBLIC_URL', /^https?$/).optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: address(
    'DATABASE_URL',
    /^postgres(ql)?$/,
    'postgres://user:password@host:5432/name',
  ).optional(),
  SESSION_SECRET: z.string().min(32, 'SESSION_SECRET must have at least 32 characters').optional(),
  DEMO_DATA: choice('DEMO_DATA', ['on', 'off']).optional(),
  SIGNUP_MODE: choice('SIGNUP_MODE', ['waitlist', 'open', 'invite']).default('waitlist'),
  PLATFORM_FEE_PERCENT: wholeNumber('PLATFORM_FEE_PERCENT', 0, 100, 10),
  PASSWORD_MIN_LENGTH: wholeNumber('PASSWORD_MIN_LENGTH', 6, 128, 6),
  PAST_DUE_GRACE_DAYS: wholeNumber('PAST_DUE_GRACE_DAYS', 0, 60, 7),
  LOG_LEVEL: choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default(
    'warn',
  ),
  TRUST_PROXY: choice('TRUST_PROXY', ['on', 'off']).default('off'),
  RATE_LIMITS: choice('RATE_LIMITS', ['on', 'off']).default('on'),
  S3_ENDPOINT: address('S3_ENDPOINT', /^https?$/).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: address('SMTP_URL', /^smtps?$/, 'smtp://user:password@host:587').optional(),
  STRIPE_SECRET_KEY: stripeKey('STRIPE_SECRET_KEY', /^[sr]k_(test|live)_\w+$/, 'sk_live_…').optional(),
  STRIPE_PUBLISHABLE_KEY: stripeKey('STRIPE_PUBLISHABLE_KEY', /^pk_(test|live)_\w+$/, 'pk_live_…').optional(),
  STRIPE_WEBHOOK_SECRET: stripeKey('STRIPE_WEBHOOK_SECRET', /^whsec_.+$/, 'whsec_…').optional(),
  STRIPE_THIN_WEBHOOK_SECRET: stripeKey('STRIPE_THIN_WEBHOOK_SECRET', /^whsec_.+$/, 'whsec_…').optional(),
  MAIL_FROM: z.string().default('Signalpost <no-reply@localhost>'),
})

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Where payments are made, and with which keys. `environment` keeps test and live objects apart. */
export type PaymentSettings = {
  mode: 'stripe' | 'sandbox'
  environment: 'sandbox' | 'test' | 'live'
  secretKey: string
  publishableKey: string
  /** Undefined: the address for such events is off. */
  webhookSecret: string | undefined
  thinWebhookSecret: string | undefined
}

export type Config = {
  mode: 'development' | 'production' | 'test'
  port: number
  host: string
  /** Without a trailing slash; undefined means `http://localhost:<port>` once the port is known. */
  publicUrl: string | undefined
  /** Absolute. */
  dataDir: string
  /** Undefined means the embedded PostgreSQL. */
  databaseUrl: string | undefined
  sessionSecret: string
  demoData: 'on' | 'off' | undefined
  signupMode: z.output<typeof SignupMode>
  platformFeePercent: number
  passwordMinLength: number
  pastDueGraceDays: number
  logLevel: string
  trustProxy: boolean
  rateLimits: boolean
  payments: PaymentSettings
  s3: S3Settings | undefined
  smtpUrl: string | undefined
  mailFrom: string
}

/** A start that can't be: one plain sentence per fault, each on its own line. */
export class BadSettings extends Error {
  override name = 'BadSettings'
}

/** Reads and checks the settings; empty values count as absent. Throws `BadSettings`. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success)
    throw new BadSettings([...new Set(parsed.error.issues.map((issue) => issue.message))].join('\n'))
  const settings = parsed.data
  const faults = settings.NODE_ENV === 'production' ? productionFaults(settings) : secretFaults(settings)
  const s3 = s3Settings(settings, faults)
  faults.push(...paymentFaults(settings))
  if (faults.length > 0) throw new BadSettings(faults.join('\n'))
  const dataDir = resolve(settings.DATA_DIR)
  const sessionSecret = settings.SESSION_SECRET ?? keptSecret(dataDir)
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
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    pastDueGraceDays: settings.PAST_DUE_GRACE_DAYS,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY === 'on',
    rateLimits: settings.RATE_LIMITS === 'on',
    payments: paymentSettings(settings, sessionSecret),
    s3,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
  }
}

/** Production has no embedded stand-ins, no demo people and no missing secrets. */
function productionFaults(settings: z.output<typeof Settings>): string[] {
  const faults: string[] = []
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
    if (settings[name] === undefined) faults.push(`${name} is required when NODE_ENV is production`)
  if (settings.DEMO_DATA === 'on') faults.push('DEMO_DATA=on is refused when NODE_ENV is production')
  if (settings.RATE_LIMITS === 'off') faults.push('RATE_LIMITS=off is refused when NODE_ENV is production')
  return faults
}

/** Sessions and invitations of one database are only good under one secret, which no copy can make up for itself. */
function secretFaults(settings: z.output<typeof Settings>): string[] {
  const isMissing = settings.DATABASE_URL !== undefined && settings.SESSION_SECRET === undefined
  return isMissing ? ['SESSION_SECRET is required when DATABASE_URL is set'] : []
}

function s3Settings(settings: z.output<typeof Settings>, faults: string[]): S3Settings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!S3_ENDPOINT) return undefined
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    if (!settings[name]) faults.push(`${name} is required when S3_ENDPOINT is set`)
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET ?? '',
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
  }
}

/** A secret key needs its publishable twin of the same environment: test and live are never mixed. */
function paymentFaults(settings: z.output<typeof Settings>): string[] {
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

/** Without keys the sandbox takes Stripe's place; what it sends is signed with secrets nobody else knows. */
function paymentSettings(settings: z.output<typeof Settings>, sessionSecret: string): PaymentSettings {
  if (settings.STRIPE_SECRET_KEY !== undefined)
    return {
      mode: 'stripe',
      environment: environmentOf(settings.STRIPE_SECRET_KEY),
      secretKey: settings.STRIPE_SECRET_KEY,
      publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
      thinWebhookSecret: settings.STRIPE_THIN_WEBHOOK_SECRET,
    }
  const made = (purpose: string) =>
    `whsec_${createHmac('sha256', sessionSecret).update(purpose).digest('base64url')}`
  return {
    mode: 'sandbox',
    environment: 'sandbox',
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    webhookSecret: made('snapshot events of the sandbox'),
    thinWebhookSecret: made('thin events of the sandbox'),
  }
}

/** On the embedded defaults the secret is made once and kept beside the data, readable by its owner only. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, systemClock.newToken(), { mode: 0o600, flag: 'wx' })
  }
  const secret = readFileSync(file, 'utf8').trim()
  // A disk that was full, say: an empty secret would be one that everybody knows.
  if (secret.length < 32)
    throw new BadSettings(`${file} is damaged: remove it, and everybody signs in again with the next start`)
  return secret
}
