// The schema of every setting. config.ts checks how the settings fit together.
import { z } from 'zod'
import { PASSWORD_MIN } from '#shared/limits.ts'
import { readCountries } from '#shared/rules/countries.ts'
import { readHosts } from './encrypted-connections.ts'
import { OperatorError } from './log.ts'
import { readPushHosts, readVapidKeys } from './vapid-keys.ts'
import { readWitnesses } from './witness-settings.ts'

const wholeNumberIn = (name: string, min: number, max: number) => {
  const message = `${name} must be a whole number from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message)
}
const wholeNumber = (name: string, min: number, max: number, fallback: number) =>
  wholeNumberIn(name, min, max).default(fallback)
const choice = <T extends string>(name: string, values: readonly [T, ...T[]]) =>
  z.enum(values, `${name} must be one of: ${values.join(', ')}`)
const url = (name: string, protocols: RegExp, example = 'https://example.com') =>
  z.url({ protocol: protocols, error: `${name} must be an address such as ${example}` })
const stripeKey = (name: string, shape: RegExp, example: string) =>
  z.string().regex(shape, `${name} must look like ${example}`)
const sessionSecret = (name: string) => z.string().min(32, `${name} must have at least 32 characters`)
const encryptionKey = (name: string) =>
  z
    .string()
    .refine(
      (text) => /^[A-Za-z0-9+/]{43}=$/.test(text),
      `${name} must be 32 bytes in base64, as \`openssl rand -base64 32\` prints them`,
    )

/** A test checks that `.env.example` and `docs/operating.md` list the same settings. */
export const Settings = z.object({
  NODE_ENV: choice('NODE_ENV', ['development', 'production', 'test']).default('development'),
  PORT: wholeNumber('PORT', 0, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url('PUBLIC_URL', /^https?$/).optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: url('DATABASE_URL', /^postgres(ql)?$/, 'postgres://user:password@host:5432/name').optional(),
  DATABASE_OWNER_URL: url(
    'DATABASE_OWNER_URL',
    /^postgres(ql)?$/,
    'postgres://owner:password@host:5432/name',
  ).optional(),
  DATABASE_CONNECT_TIMEOUT_MS: wholeNumber('DATABASE_CONNECT_TIMEOUT_MS', 100, 60_000, 500),
  DATABASE_QUERY_TIMEOUT_MS: wholeNumber('DATABASE_QUERY_TIMEOUT_MS', 100, 60_000, 900),
  SESSION_SECRET: sessionSecret('SESSION_SECRET').optional(),
  SESSION_SECRET_PREVIOUS: sessionSecret('SESSION_SECRET_PREVIOUS').optional(),
  DEMO_DATA: choice('DEMO_DATA', ['on', 'off']).optional(),
  SIGNUP_MODE: choice('SIGNUP_MODE', ['waitlist', 'open', 'invite']).default('waitlist'),
  PLATFORM_FEE_PERCENT: wholeNumber('PLATFORM_FEE_PERCENT', 0, 100, 10),
  PASSWORD_MIN_LENGTH: wholeNumberIn('PASSWORD_MIN_LENGTH', PASSWORD_MIN, 128).optional(),
  REQUIRE_VERIFIED_EMAIL: choice('REQUIRE_VERIFIED_EMAIL', ['on', 'off']).optional(),
  PAST_DUE_GRACE_DAYS: wholeNumber('PAST_DUE_GRACE_DAYS', 0, 60, 7),
  PAUSE_SILENT_AFTER_DAYS: wholeNumber('PAUSE_SILENT_AFTER_DAYS', 0, 3650, 90),
  COMMENT_WAIT_SECONDS: wholeNumber('COMMENT_WAIT_SECONDS', 0, 3600, 0),
  LOG_LEVEL: choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  METRICS_PORT: wholeNumberIn('METRICS_PORT', 0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    /^https?$/,
    'http://localhost:4318',
  ).optional(),
  TRUST_PROXY: choice('TRUST_PROXY', ['on', 'off']).default('off'),
  DRAIN_SECONDS: wholeNumberIn('DRAIN_SECONDS', 0, 60).optional(),
  API_DOCS: choice('API_DOCS', ['on', 'off']).optional(),
  RATE_LIMITS: choice('RATE_LIMITS', ['on', 'off']).default('on'),
  S3_ENDPOINT: url('S3_ENDPOINT', /^https?$/).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  UNENCRYPTED_HOSTS: z
    .string()
    .refine(
      (text) => readHosts(text) !== null,
      'UNENCRYPTED_HOSTS must be hosts such as db.internal, separated by spaces',
    )
    .optional(),
  SMTP_URL: url('SMTP_URL', /^smtps?$/, 'smtp://user:password@host:587').optional(),
  STRIPE_SECRET_KEY: stripeKey('STRIPE_SECRET_KEY', /^[sr]k_(test|live)_\w+$/, 'sk_live_…').optional(),
  STRIPE_PUBLISHABLE_KEY: stripeKey('STRIPE_PUBLISHABLE_KEY', /^pk_(test|live)_\w+$/, 'pk_live_…').optional(),
  STRIPE_WEBHOOK_SECRET: stripeKey('STRIPE_WEBHOOK_SECRET', /^whsec_.+$/, 'whsec_…').optional(),
  STRIPE_THIN_WEBHOOK_SECRET: stripeKey('STRIPE_THIN_WEBHOOK_SECRET', /^whsec_.+$/, 'whsec_…').optional(),
  STRIPE_TAX: choice('STRIPE_TAX', ['on', 'off']).default('off'),
  STRIPE_CONNECT_WEBHOOK_SECRET: stripeKey(
    'STRIPE_CONNECT_WEBHOOK_SECRET',
    /^whsec_.+$/,
    'whsec_…',
  ).optional(),
  SELL_IN: z
    .string()
    .refine(
      (text) => readCountries(text) !== null,
      'SELL_IN must be two-letter codes of countries (ISO 3166), separated by commas, such as US,CA,GB',
    )
    .optional(),
  STRIPE_SANDBOX_LATENCY_MS: z
    .string()
    .regex(/^\d{1,4}-\d{1,4}$/, 'STRIPE_SANDBOX_LATENCY_MS must be two numbers such as 150-400')
    .default('0-0'),
  LOG_KEY: encryptionKey('LOG_KEY').optional(),
  LOG_KEY_PREVIOUS: encryptionKey('LOG_KEY_PREVIOUS').optional(),
  TSA_URL: url('TSA_URL', /^https?$/, 'https://tsa.example.com').optional(),
  WITNESSES: z
    .string()
    .refine(
      (text) => readWitnesses(text) !== null,
      'WITNESSES must be verifier keys of witnesses, each followed by its address, separated by spaces',
    )
    .optional(),
  VAPID_KEYS: z
    .string()
    .refine(
      (text) => readVapidKeys(text) !== null,
      'VAPID_KEYS must be numbered keys such as 1:kbIM…, separated by spaces (docs/operating.md)',
    )
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'VAPID_SUBJECT must begin with mailto: or https://')
    .optional(),
  PUSH_HOSTS: z
    .string()
    .refine(
      (text) => readPushHosts(text) !== null,
      'PUSH_HOSTS must be hosts such as push.example.com, separated by spaces',
    )
    .optional(),
  ENCRYPTION_KEY: encryptionKey('ENCRYPTION_KEY').optional(),
  ENCRYPTION_KEY_PREVIOUS: encryptionKey('ENCRYPTION_KEY_PREVIOUS').optional(),
  BACKUP_KEY: encryptionKey('BACKUP_KEY').optional(),
  SNAPTRADE_CLIENT_ID: z.string().optional(),
  SNAPTRADE_CONSUMER_KEY: z.string().optional(),
  PLAID_CLIENT_ID: z.string().optional(),
  PLAID_SECRET: z.string().optional(),
  PLAID_ENV: choice('PLAID_ENV', ['sandbox', 'production']).default('production'),
  MASSIVE_API_KEY: z.string().optional(),
  ALPACA_KEY_ID: z.string().optional(),
  ALPACA_SECRET_KEY: z.string().optional(),
  MARKET_DISPLAY: choice('MARKET_DISPLAY', ['prices', 'ratios']).default('prices'),
  MAIL_FROM: z.string().default('Signalpost <no-reply@localhost>'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'SECURITY_CONTACT must begin with mailto: or https://')
    .optional(),
  LEGAL_DIR: z.string().optional(),
  OPERATOR_NAME: z.string().trim().min(2, 'OPERATOR_NAME must be the legal name of the operator').optional(),
  OPERATOR_ADDRESS: z
    .string()
    .trim()
    .min(10, 'OPERATOR_ADDRESS must be a name and a postal address, in one line')
    .optional(),
})

/** Settings with which the server can't start. The message has one line per error. */
export class SettingsError extends OperatorError {
  override name = 'SettingsError'
}
