// Reads and checks the settings at startup. The only file that reads the environment.
import { resolve } from 'node:path'
import type { z } from 'zod'
import type { SignupMode } from '#shared/contracts/system.ts'
import { readCountries } from '#shared/rules/countries.ts'
import { PASSWORD_MIN, PASSWORD_MIN_IN_PRODUCTION } from '#shared/limits.ts'
import { brokerSettingErrors, type BrokerSettings, brokerSettings } from './broker-settings.ts'
import { smtpNeedsTls, unencryptedErrors } from './encrypted-connections.ts'
import { logKeySettings } from './log-key-settings.ts'
import { marketSettingErrors, type MarketSettings, marketSettings } from './market-settings.ts'
import { paymentSettingErrors, type PaymentSettings, paymentSettings } from './payment-settings.ts'
import { pushSettingErrors, type PushSettings, pushSettings } from './push-settings.ts'
import { Settings, SettingsError } from './settings.ts'
import { storedSecret } from './stored-secret.ts'
import { readWitnesses, type Witness } from './witness-settings.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
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
  /** The role that owns the tables. Undefined if that is the role of `databaseUrl`, or if another command migrates. */
  databaseOwnerUrl: string | undefined
  /** How long a request waits for a database connection and for a query, in ms. */
  databaseTimeouts: { connectMs: number; queryMs: number }
  sessionSecret: string
  /** Only verifies and decrypts data from before the secret was changed. */
  sessionSecretPrevious: string | undefined
  demoData: 'on' | 'off' | undefined
  signupMode: z.output<typeof SignupMode>
  platformFeePercent: number
  passwordMinLength: number
  /** Whether posting, paying and connecting a broker need a verified email, and only verified ones are unique. */
  requireVerifiedEmail: boolean
  pastDueGraceDays: number
  /** Days without a premium signal after which a creator's selling and renewals pause; 0: never. */
  pauseSilentAfterDays: number
  /** The minimum time between two comments of a person in a thread; 0: none. */
  commentWaitSeconds: number
  logLevel: string
  /** The port of the metrics; 0: the system chooses one. Undefined: nothing is measured. */
  metricsPort: number | undefined
  /** The collector for traces (OTLP over HTTP). Undefined: no tracing. */
  tracesUrl: string | undefined
  trustProxy: boolean
  /** How long a stopping server continues to serve requests while its readiness check fails. */
  drainMs: number
  rateLimits: boolean
  /** Whether the API description is public. */
  apiDocs: boolean
  payments: PaymentSettings
  /** The countries in which creators may sell, as ISO codes; null for all. */
  sellIn: string[] | null
  brokers: BrokerSettings
  market: MarketSettings
  push: PushSettings
  /** Whether records may show closes, or only ratios calculated from them. */
  showsPrices: boolean
  /** The seed of the key that signs the log, 32 bytes. */
  logKey: Buffer
  /** The seed of the previous key, which also signs for 90 days. */
  logKeyPrevious: Buffer | undefined
  /** The time-stamping authority that stamps the log daily. Undefined: no stamps. */
  tsaUrl: string | undefined
  /** The witnesses that cosign the log. */
  witnesses: Witness[]
  s3: S3Settings | undefined
  smtpUrl: string | undefined
  /** Whether emails are only sent over TLS. */
  smtpNeedsTls: boolean
  mailFrom: string
  /** The URL for vulnerability reports. Undefined: the role mailbox at the public host. */
  securityContact: string | undefined
  /** The legal name of the site's operator. */
  operatorName: string | undefined
  operatorAddress: string | undefined
  /** The operator's own texts of terms, privacy, refunds and help, as Markdown. */
  legalDir: string | undefined
  /** The passphrase of backups: 32 bytes in base64. Undefined: backups aren't encrypted. */
  backupKey: string | undefined
}

/** Reads and checks the settings. Empty values count as missing. Throws `SettingsError`. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success)
    throw new SettingsError([...new Set(parsed.error.issues.map((issue) => issue.message))].join('\n'))
  const settings = parsed.data
  const errors = settings.NODE_ENV === 'production' ? productionErrors(settings) : databaseErrors(settings)
  const s3 = s3Settings(settings, errors)
  if (settings.SESSION_SECRET_PREVIOUS !== undefined && settings.SESSION_SECRET === undefined)
    errors.push('SESSION_SECRET_PREVIOUS has no effect without SESSION_SECRET')
  if (settings.LOG_KEY_PREVIOUS !== undefined && settings.LOG_KEY === undefined)
    errors.push('LOG_KEY_PREVIOUS has no effect without LOG_KEY')
  if (settings.METRICS_PORT === settings.PORT && settings.PORT !== 0)
    errors.push('METRICS_PORT must differ from PORT: the metrics aren’t public')
  errors.push(
    ...paymentSettingErrors(settings),
    ...brokerSettingErrors(settings),
    ...marketSettingErrors(settings),
    ...pushSettingErrors(settings),
  )
  if (errors.length > 0) throw new SettingsError(errors.join('\n'))
  const dataDir = resolve(settings.DATA_DIR)
  const sessionSecret = settings.SESSION_SECRET ?? storedSecret(dataDir, 'session-secret')
  return {
    mode: settings.NODE_ENV,
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    databaseTimeouts: {
      connectMs: settings.DATABASE_CONNECT_TIMEOUT_MS,
      queryMs: settings.DATABASE_QUERY_TIMEOUT_MS,
    },
    sessionSecret,
    sessionSecretPrevious: settings.SESSION_SECRET_PREVIOUS,
    demoData: settings.DEMO_DATA,
    signupMode: settings.SIGNUP_MODE,
    platformFeePercent: settings.PLATFORM_FEE_PERCENT,
    passwordMinLength:
      settings.PASSWORD_MIN_LENGTH ??
      (settings.NODE_ENV === 'production' ? PASSWORD_MIN_IN_PRODUCTION : PASSWORD_MIN),
    requireVerifiedEmail:
      (settings.REQUIRE_VERIFIED_EMAIL ?? (settings.NODE_ENV === 'production' ? 'on' : 'off')) === 'on',
    pastDueGraceDays: settings.PAST_DUE_GRACE_DAYS,
    pauseSilentAfterDays: settings.PAUSE_SILENT_AFTER_DAYS,
    commentWaitSeconds: settings.COMMENT_WAIT_SECONDS,
    // A terminal shows only warnings and errors; production has a line for each request.
    logLevel: settings.LOG_LEVEL ?? (settings.NODE_ENV === 'production' ? 'info' : 'warn'),
    metricsPort: settings.METRICS_PORT,
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/*$/, '/v1/traces'),
    trustProxy: settings.TRUST_PROXY === 'on',
    drainMs: (settings.DRAIN_SECONDS ?? (settings.NODE_ENV === 'production' ? 5 : 1)) * 1000,
    rateLimits: settings.RATE_LIMITS === 'on',
    apiDocs: settings.API_DOCS ? settings.API_DOCS === 'on' : settings.NODE_ENV !== 'production',
    payments: paymentSettings(settings, sessionSecret),
    sellIn: settings.SELL_IN === undefined ? null : readCountries(settings.SELL_IN),
    brokers: brokerSettings(settings, sessionSecret),
    market: marketSettings(settings),
    push: pushSettings(settings, sessionSecret),
    showsPrices: settings.MARKET_DISPLAY === 'prices',
    ...logKeySettings(settings, dataDir),
    tsaUrl: settings.TSA_URL,
    witnesses: readWitnesses(settings.WITNESSES ?? '') ?? [],
    s3,
    smtpUrl: settings.SMTP_URL,
    smtpNeedsTls: smtpNeedsTls(settings),
    mailFrom: settings.MAIL_FROM,
    securityContact: settings.SECURITY_CONTACT,
    operatorName: settings.OPERATOR_NAME,
    operatorAddress: settings.OPERATOR_ADDRESS,
    legalDir: settings.LEGAL_DIR,
    backupKey: settings.BACKUP_KEY,
  }
}

/** In production every service must be real, every secret set and demo data off. */
function productionErrors(settings: z.output<typeof Settings>): string[] {
  const errors: string[] = []
  const required = [
    'DATABASE_URL',
    'PUBLIC_URL',
    'SESSION_SECRET',
    'LOG_KEY',
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
  errors.push(...unencryptedErrors(settings))
  if (settings.DEMO_DATA === 'on') errors.push('DEMO_DATA=on is refused when NODE_ENV is production')
  if (settings.RATE_LIMITS === 'off') errors.push('RATE_LIMITS=off is refused when NODE_ENV is production')
  if ((settings.PASSWORD_MIN_LENGTH ?? Infinity) < PASSWORD_MIN_IN_PRODUCTION)
    errors.push(
      `PASSWORD_MIN_LENGTH must be at least ${PASSWORD_MIN_IN_PRODUCTION} when NODE_ENV is production`,
    )
  return errors
}

/** Whether cookies would be sent unencrypted. A loopback address is fine, because nothing leaves the machine. */
function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** Every copy of the server on one database needs the same secret, so it isn't generated. */
function databaseErrors(settings: z.output<typeof Settings>): string[] {
  if (settings.DATABASE_URL === undefined)
    return settings.DATABASE_OWNER_URL ? ['DATABASE_OWNER_URL has no effect without DATABASE_URL'] : []
  return settings.SESSION_SECRET ? [] : ['SESSION_SECRET is required when DATABASE_URL is set']
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
