// The keys that sign the log: where they come from, and the previous one while they are changed.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { scratchRoot } from '#test/scratch.ts'
import { settingsErrors } from './settings-errors.ts'

let DATA_DIR: string
beforeAll(async () => void (DATA_DIR = await mkdtemp(join(await scratchRoot(), 'signalpost-config-'))))
afterAll(() => rm(DATA_DIR, { recursive: true }))

const SECRET = 'a secret of at least 32 characters'
const DATABASE_URL = 'postgres://user:password@db.example:5432/signalpost'
const shared = { DATABASE_URL, SESSION_SECRET: SECRET }

test('the key of the log is generated once with the embedded database, and is the same for all copies on another', async () => {
  const { logKey } = readConfig({ DATA_DIR })
  expect(logKey).toHaveLength(32)
  expect(readConfig({ DATA_DIR }).logKey).toEqual(logKey)
  expect((await stat(join(DATA_DIR, 'log-key'))).mode & 0o777).toBe(0o600)
  expect(readConfig(shared).logKey).toEqual(readConfig({ ...shared, DATA_DIR }).logKey)
})

test('a given key is used, and a previous one requires it', () => {
  const given = Buffer.alloc(32, 1)
  const LOG_KEY = given.toString('base64')
  expect(readConfig({ DATA_DIR, LOG_KEY }).logKey).toEqual(given)
  expect(readConfig({ DATA_DIR, LOG_KEY, LOG_KEY_PREVIOUS: LOG_KEY }).logKeyPrevious).toEqual(given)
  const alone = { DATA_DIR, LOG_KEY_PREVIOUS: LOG_KEY }
  expect(settingsErrors(alone)).toEqual(['LOG_KEY_PREVIOUS has no effect without LOG_KEY'])
})

test('a derived key changes with the session secret, and so does the previous one', () => {
  const LOG_KEY = Buffer.alloc(32, 1).toString('base64')
  const changed = { DATABASE_URL, SESSION_SECRET: 'y'.repeat(32), SESSION_SECRET_PREVIOUS: SECRET }
  expect(readConfig(changed).logKeyPrevious).toEqual(readConfig(shared).logKey)
  expect(readConfig({ ...changed, LOG_KEY }).logKeyPrevious).toBeUndefined()
})
