// The settings in production, where nothing may be embedded, generated or weak.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { scratchRoot } from '#test/scratch.ts'
import { waitlistCommand } from '#tools/scripts/admin-waitlist.ts'
import { settingsErrors } from './settings-errors.ts'

let DATA_DIR: string
beforeAll(async () => void (DATA_DIR = await mkdtemp(join(await scratchRoot(), 'signalpost-config-'))))
afterAll(() => rm(DATA_DIR, { recursive: true }))
const errorsOf = (settings: Record<string, string>) => settingsErrors({ DATA_DIR, ...settings })

const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY_ID: 'k',
  S3_SECRET_ACCESS_KEY: 's',
}
const secrets = {
  DATABASE_URL: 'postgres://user:password@db.example:5432/signalpost?sslmode=verify-full',
  SESSION_SECRET: 'a secret of at least 32 characters',
  LOG_KEY: Buffer.alloc(32, 1).toString('base64'),
  PUBLIC_URL: 'https://signalpost.example/',
  SMTP_URL: 'smtps://mail.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_THIN_WEBHOOK_SECRET: 'whsec_2',
}
const whole = { NODE_ENV: 'production', ...secrets, ...s3 }

test('nothing is generated or embedded', () => {
  expect(errorsOf(whole)).toEqual([])
  expect(readConfig({ DATA_DIR, ...whole }).publicUrl).toBe('https://signalpost.example')
})

test.each([
  'DATABASE_URL',
  'SESSION_SECRET',
  'LOG_KEY',
  'PUBLIC_URL',
  'SMTP_URL',
  'S3_ENDPOINT',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_THIN_WEBHOOK_SECRET',
])('%s is required', (name) => {
  expect(errorsOf({ ...whole, [name]: '' })).toContain(`${name} is required when NODE_ENV is production`)
})

test('the public URL must be https, unless it is a loopback address', () => {
  const plain = errorsOf({ ...whole, PUBLIC_URL: 'http://signalpost.example' })
  expect(plain).toEqual(['PUBLIC_URL must begin with https:// when NODE_ENV is production'])
  for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(errorsOf({ ...whole, PUBLIC_URL: own })).toEqual([])
})

test('every connection that leaves the machine is encrypted, unless its host is named', () => {
  const must = (change: string, host: string) =>
    `must ${change} when NODE_ENV is production, or UNENCRYPTED_HOSTS must name ${host}`
  const database = 'postgres://user:password@db.example:5432/signalpost'
  const verified = must('end with ?sslmode=verify-full', 'db.example')
  for (const url of ['', '?sslmode=require', '?sslmode=no-verify', '?sslmode=prefer'])
    expect(errorsOf({ ...whole, DATABASE_URL: database + url })).toEqual([`DATABASE_URL ${verified}`])
  expect(errorsOf({ ...whole, DATABASE_OWNER_URL: database })).toEqual([`DATABASE_OWNER_URL ${verified}`])
  for (const name of ['S3_ENDPOINT', 'TSA_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
    const refused = [`${name} ${must('begin with https://', 'other.example')}`]
    expect(errorsOf({ ...whole, [name]: 'http://other.example:9000' })).toEqual(refused)
    expect(errorsOf({ ...whole, [name]: 'https://other.example:9000' })).toEqual([])
    expect(errorsOf({ ...whole, [name]: 'http://127.0.0.1:9000' })).toEqual([])
    const named = { [name]: 'http://other.example:9000', UNENCRYPTED_HOSTS: 'db.example other.example' }
    expect(errorsOf({ ...whole, ...named })).toEqual([])
  }
  for (const local of ['127.0.0.1:5432/x', '[::1]/x', 'localhost/x', '%2Frun%2Fpostgresql/x'])
    expect(errorsOf({ ...whole, DATABASE_URL: `postgres://user:word@${local}` })).toEqual([])
  expect(errorsOf({ ...whole, DATABASE_URL: database, UNENCRYPTED_HOSTS: 'db.example' })).toEqual([])
  expect(errorsOf({ DATABASE_URL: database, SESSION_SECRET: secrets.SESSION_SECRET })).toEqual([])
  expect(errorsOf({ UNENCRYPTED_HOSTS: 'http://db' })).toHaveLength(1)
})

test('a mail server must offer TLS, unless it is on the machine or named', () => {
  const needsTls = (settings: object) => readConfig({ DATA_DIR, ...settings }).smtpNeedsTls
  const SMTP_URL = 'smtp://mail.example:587'
  expect([needsTls({ ...whole, SMTP_URL }), needsTls({ SMTP_URL })]).toEqual([true, false])
  expect(needsTls({ ...whole, SMTP_URL: 'smtp://localhost:25' })).toBe(false)
  expect(needsTls({ ...whole, SMTP_URL, UNENCRYPTED_HOSTS: 'MAIL.example' })).toBe(false)
})

test('passwords have at least 8 characters, elsewhere 6', () => {
  const minOf = (settings: object) => readConfig({ DATA_DIR, ...settings }).passwordMinLength
  expect([minOf(whole), minOf({}), minOf({ PASSWORD_MIN_LENGTH: '7' })]).toEqual([8, 6, 7])
  const tooShort = 'PASSWORD_MIN_LENGTH must be at least 8 when NODE_ENV is production'
  expect(errorsOf({ ...whole, PASSWORD_MIN_LENGTH: '7' })).toEqual([tooShort])
})

test('verified emails are required unless the setting says otherwise, elsewhere they aren’t', () => {
  const isRequired = (settings: object) => readConfig({ DATA_DIR, ...settings }).requireVerifiedEmail
  expect([isRequired(whole), isRequired({})]).toEqual([true, false])
  expect(isRequired({ ...whole, REQUIRE_VERIFIED_EMAIL: 'off' })).toBe(false)
  expect(isRequired({ REQUIRE_VERIFIED_EMAIL: 'on' })).toBe(true)
  expect(errorsOf({ REQUIRE_VERIFIED_EMAIL: 'yes' })).toEqual([
    'REQUIRE_VERIFIED_EMAIL must be one of: on, off',
  ])
})

const refused = { DEMO_DATA: 'on', RATE_LIMITS: 'off' }
test.each(Object.entries(refused))('%s=%s is refused', (name, value) => {
  expect(errorsOf({ ...whole, [name]: value })).toEqual([
    `${name}=${value} is refused when NODE_ENV is production`,
  ])
})

test('the API is described to everybody only if a setting says so, elsewhere unless it says otherwise', () => {
  const hasDocs = (settings: object) => readConfig({ DATA_DIR, ...settings }).apiDocs
  expect([hasDocs(whole), hasDocs({ ...whole, API_DOCS: 'on' })]).toEqual([false, true])
  expect([hasDocs({}), hasDocs({ API_DOCS: 'off' })]).toEqual([true, false])
})

test('emails to the waitlist need OPERATOR_ADDRESS, elsewhere they don’t', async () => {
  const get = () => {
    throw new Error('the waitlist is read')
  }
  const db = new Proxy({}, { get })
  const invite = async (settings: Record<string, string>) =>
    waitlistCommand({ db, config: readConfig({ DATA_DIR, ...settings }), record: async () => {} } as never, [
      '--invite',
    ])
  await expect(invite(whole)).rejects.toThrow('OPERATOR_ADDRESS is required for emails to the waitlist')
  const OPERATOR_ADDRESS = 'Signalpost Inc., 1 Harbor Street, Portland, ME 04101'
  await expect(invite({ ...whole, OPERATOR_ADDRESS })).rejects.toThrow('the waitlist is read')
  await expect(invite({})).rejects.toThrow('the waitlist is read')
})
