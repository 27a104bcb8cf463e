// Secrets that are generated once and stored with the embedded database.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from './clock.ts'
import { SettingsError } from './settings.ts'

/**
 * Reads the secret, or generates and stores it in the data directory, readable only by its owner. 43 characters of
 * base64url, which are 32 bytes. Throws `SettingsError` if the file is damaged.
 */
export function storedSecret(dataDir: string, name: 'session-secret' | 'log-key'): string {
  const file = join(dataDir, name)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, systemClock.newToken(), { mode: 0o600, flag: 'wx' })
  }
  const secret = readFileSync(file, 'utf8').trim()
  // A full disk, for example, can truncate the file, and an empty secret would be easy to guess.
  if (secret.length >= 32) return secret
  throw new SettingsError(
    name === 'log-key'
      ? `${file} is damaged: restore it from a backup, because the log can't continue without it`
      : `${file} is damaged: remove it. Then everybody has to sign in again`,
  )
}
