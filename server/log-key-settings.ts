// The keys that sign the log of signals: from the settings, stored with the embedded database, or derived.
import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { Settings } from './settings.ts'
import { storedSecret } from './stored-secret.ts'

type Given = z.output<typeof Settings>

/**
 * Seeds of 32 bytes. Outside production `LOG_KEY` may be unset. Then the key is derived from SESSION_SECRET (and the
 * previous one from SESSION_SECRET_PREVIOUS), or generated and stored with the embedded database if there is none.
 */
export function logKeySettings(given: Given, dataDir: string) {
  return { logKey: logKey(given, dataDir), logKeyPrevious: logKeyPrevious(given) }
}

function logKey({ LOG_KEY, SESSION_SECRET }: Given, dataDir: string): Buffer {
  if (LOG_KEY !== undefined) return Buffer.from(LOG_KEY, 'base64')
  if (SESSION_SECRET === undefined) return Buffer.from(storedSecret(dataDir, 'log-key'), 'base64url')
  return derived(SESSION_SECRET)
}

function logKeyPrevious({ LOG_KEY, LOG_KEY_PREVIOUS, SESSION_SECRET_PREVIOUS }: Given): Buffer | undefined {
  if (LOG_KEY_PREVIOUS !== undefined) return Buffer.from(LOG_KEY_PREVIOUS, 'base64')
  const isDerived = LOG_KEY === undefined && SESSION_SECRET_PREVIOUS !== undefined
  return isDerived ? derived(SESSION_SECRET_PREVIOUS) : undefined
}

const derived = (secret: string) => createHmac('sha256', secret).update('key of the log').digest()
