// Which brokers can be connected, and what their secrets are kept under.
import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { Settings } from './settings.ts'

export type BrokerSettings = {
  /** Undefined: nobody can connect through it. `isSandbox`: our own stand-in, whose accounts are sample data. */
  snaptrade: { clientId: string; consumerKey: string; isSandbox: boolean } | undefined
  plaid: { clientId: string; secret: string; environment: 'sandbox' | 'production' } | undefined
  /** 32 bytes each, the one in use first; what is kept under another one is still read. */
  encryptionKeys: Buffer[]
}

/** Keys come in pairs, and nothing of a real broker is kept without a key to keep it under. */
export function brokerSettingErrors(settings: z.output<typeof Settings>): string[] {
  const faults: string[] = []
  const pairs = [
    ['SNAPTRADE_CLIENT_ID', 'SNAPTRADE_CONSUMER_KEY'],
    ['PLAID_CLIENT_ID', 'PLAID_SECRET'],
  ] as const
  for (const [one, other] of pairs) {
    if (settings[one] === undefined && settings[other] === undefined) continue
    if (settings[one] === undefined) faults.push(`${one} is required when ${other} is set`)
    if (settings[other] === undefined) faults.push(`${other} is required when ${one} is set`)
    if (settings.ENCRYPTION_KEY === undefined) faults.push(`ENCRYPTION_KEY is required when ${one} is set`)
  }
  if (settings.ENCRYPTION_KEY_PREVIOUS !== undefined && settings.ENCRYPTION_KEY === undefined)
    faults.push('ENCRYPTION_KEY_PREVIOUS is of no use without ENCRYPTION_KEY')
  return faults
}

/** Outside production, and without anybody's keys, there is a sample broker. */
export function brokerSettings(settings: z.output<typeof Settings>, sessionSecret: string): BrokerSettings {
  const { SNAPTRADE_CLIENT_ID, SNAPTRADE_CONSUMER_KEY, PLAID_CLIENT_ID, PLAID_SECRET } = settings
  const made = (purpose: string) => createHmac('sha256', sessionSecret).update(purpose)
  const plaid =
    PLAID_CLIENT_ID && PLAID_SECRET
      ? { clientId: PLAID_CLIENT_ID, secret: PLAID_SECRET, environment: settings.PLAID_ENV }
      : undefined
  const isSandbox = SNAPTRADE_CLIENT_ID === undefined
  const keys = isSandbox
    ? {
        clientId: 'SIGNALPOST-SANDBOX',
        consumerKey: made('the consumer key of the sample broker').digest('base64url'),
      }
    : { clientId: SNAPTRADE_CLIENT_ID, consumerKey: SNAPTRADE_CONSUMER_KEY ?? '' }
  const hasSample = settings.NODE_ENV !== 'production' && plaid === undefined
  const given = [settings.ENCRYPTION_KEY, settings.ENCRYPTION_KEY_PREVIOUS].flatMap((key) =>
    key === undefined ? [] : [Buffer.from(key, 'base64')],
  )
  return {
    snaptrade: isSandbox && !hasSample ? undefined : { ...keys, isSandbox },
    plaid,
    encryptionKeys: given.length > 0 ? given : [made('the key for secrets of the sample broker').digest()],
  }
}
