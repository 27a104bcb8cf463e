// Fingerprints of the keys that stored data depends on. Backups contain these, never the keys.
import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Header, Manifest } from './contents.ts'

type Keys = Pick<Config, 'sessionSecret' | 'sessionSecretPrevious' | 'brokers' | 'logKey' | 'logKeyPrevious'>

export const fingerprintsOf = ({
  sessionSecret,
  brokers,
  logKey,
}: Pick<Keys, 'sessionSecret' | 'brokers' | 'logKey'>): Header['keys'] => ({
  session: fingerprint(sessionSecret),
  encryption: fingerprint(brokers.encryptionKeys[0] ?? ''),
  log: fingerprint(logKey),
})

/** 64 bits identify a key without revealing it. */
const fingerprint = (key: string | Buffer) =>
  createHash('sha256').update('fingerprint of a key in a backup\n').update(key).digest('hex').slice(0, 16)

/** A warning for each key that differs from the backup's, with the data that this key can't read. */
export function keyWarnings(keys: Keys, header: Header, manifest: Manifest): string[] {
  const warnings: string[] = []
  const secrets = [keys.sessionSecret, keys.sessionSecretPrevious ?? '']
  if (!secrets.some((secret) => fingerprint(secret) === header.keys.session))
    warnings.push(
      'SESSION_SECRET is not the backup’s: everybody has to sign in again, links in emails that were sent stop working, and addresses that unsubscribed from launch emails are not recognized.',
    )
  if (![keys.logKey, keys.logKeyPrevious ?? ''].some((key) => fingerprint(key) === header.keys.log))
    warnings.push('LOG_KEY is not the backup’s: readers reject whatever this key adds to the log of signals.')
  const isKnown = keys.brokers.encryptionKeys.some((key) => fingerprint(key) === header.keys.encryption)
  const count = (table: string) => manifest.tables[`public.${table}`]?.count ?? 0
  if (!isKnown)
    warnings.push(
      `ENCRYPTION_KEY is not the backup’s: the secrets of ${count('broker_connections') + count('broker_customers')} brokers’ connections and customers and of ${count('totp_factors')} authenticator apps can’t be read.`,
    )
  return warnings
}
