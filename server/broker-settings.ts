// The settings of broker providers, and the keys that encrypt their secrets.
import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { Settings } from './settings.ts'

export type BrokerSettings = {
  /** Undefined if not configured. `isSandbox`: our sandbox, whose accounts are sample data. */
  snaptrade: { clientId: string; consumerKey: string; isSandbox: boolean } | undefined
  plaid: { clientId: string; secret: string; environment: 'sandbox' | 'production' } | undefined
  /** 32 bytes each, the current one first; the others only decrypt. */
  encryptionKeys: Buffer[]
}

/** Both keys of a pair are required, and real brokers require an encryption key. */
export function brokerSettingErrors(settings: z.output<typeof Settings>): string[] {
  const errors: string[] = []
  const pairs = [
    ['SNAPTRADE_CLIENT_ID', 'SNAPTRADE_CONSUMER_KEY'],
    ['PLAID_CLIENT_ID', 'PLAID_SECRET'],
  ] as const
  for (const [one, other] of pairs) {
    if (settings[one] === undefined && settings[other] === undefined) continue
    if (settings[one] === undefined) errors.push(`${one} is required when ${other} is set`)
    if (settings[other] === undefined) errors.push(`${other} is required when ${one} is set`)
    if (settings.ENCRYPTION_KEY === undefined) errors.push(`ENCRYPTION_KEY is required when ${one} is set`)
  }
  if (settings.ENCRYPTION_KEY_PREVIOUS !== undefined && settings.ENCRYPTION_KEY === undefined)
    errors.push('ENCRYPTION_KEY_PREVIOUS has no effect without ENCRYPTION_KEY')
  return errors
}

/** Outside production, the sample broker is used if no provider's keys are set. */
export function brokerSettings(settings: z.output<typeof Settings>, sessionSecret: string): BrokerSettings {
  const { SNAPTRADE_CLIENT_ID, SNAPTRADE_CONSUMER_KEY, PLAID_CLIENT_ID, PLAID_SECRET } = settings
  const plaid =
    PLAID_CLIENT_ID && PLAID_SECRET
      ? { clientId: PLAID_CLIENT_ID, secret: PLAID_SECRET, environment: settings.PLAID_ENV }
      : undefined
  const isSandbox = SNAPTRADE_CLIENT_ID === undefined
  const keys = isSandbox
    ? {
        clientId: 'SIGNALPOST-SANDBOX',
        consumerKey: createHmac('sha256', sessionSecret)
          .update('the consumer key of the sample broker')
          .digest('base64url'),
      }
    : { clientId: SNAPTRADE_CLIENT_ID, consumerKey: SNAPTRADE_CONSUMER_KEY ?? '' }
  const hasSample = settings.NODE_ENV !== 'production' && plaid === undefined
  const given = [settings.ENCRYPTION_KEY, settings.ENCRYPTION_KEY_PREVIOUS].flatMap((key) =>
    key === undefined ? [] : [Buffer.from(key, 'base64')],
  )
  const derived = [sessionSecret, settings.SESSION_SECRET_PREVIOUS].flatMap((secret) =>
    secret === undefined ? [] : [derivedKey(secret)],
  )
  return {
    snaptrade: isSandbox && !hasSample ? undefined : { ...keys, isSandbox },
    plaid,
    // Secrets that were stored before ENCRYPTION_KEY was set are encrypted with a derived key.
    encryptionKeys: [...given, ...derived],
  }
}

/** The text is part of the storage format. */
const derivedKey = (sessionSecret: string) =>
  createHmac('sha256', sessionSecret).update('the key for secrets of the sample broker').digest()
