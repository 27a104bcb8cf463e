// Every setting of the server, checked at the start. The only reader of the environment.
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
  MAIL_FROM: z.string().default('Signalpost <no-reply@localhost>'),
})

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
  if (faults.length > 0) throw new BadSettings(faults.join('\n'))
  const dataDir = resolve(settings.DATA_DIR)
  return {
    mode: settings.NODE_ENV,
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    sessionSecret: settings.SESSION_SECRET ?? keptSecret(dataDir),
    demoData: settings.DEMO_DATA,
    signupMode: settings.SIGNUP_MODE,
    platformFeePercent: settings.PLATFORM_FEE_PERCENT,
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    pastDueGraceDays: settings.PAST_DUE_GRACE_DAYS,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY === 'on',
    rateLimits: settings.RATE_LIMITS === 'on',
    s3,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
  }
}

/** Production has no embedded stand-ins, no demo people and no missing secrets. */
function productionFaults(settings: z.output<typeof Settings>): string[] {
  const faults: string[] = []
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SESSION_SECRET', 'S3_ENDPOINT', 'SMTP_URL'] as const)
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
