// The keys of market data providers.
import type { z } from 'zod'
import type { Settings } from './settings.ts'

/**
 * A provider without a key isn't used. Without any provider, prices are sample data, and every page with prices is
 * labeled accordingly.
 */
export type MarketSettings = {
  massiveKey: string | undefined
  alpaca: { keyId: string; secret: string } | undefined
}

export function marketSettingErrors({
  ALPACA_KEY_ID,
  ALPACA_SECRET_KEY,
}: z.output<typeof Settings>): string[] {
  if ((ALPACA_KEY_ID === undefined) === (ALPACA_SECRET_KEY === undefined)) return []
  return ALPACA_KEY_ID === undefined
    ? ['ALPACA_KEY_ID is required when ALPACA_SECRET_KEY is set']
    : ['ALPACA_SECRET_KEY is required when ALPACA_KEY_ID is set']
}

export function marketSettings(settings: z.output<typeof Settings>): MarketSettings {
  const { MASSIVE_API_KEY, ALPACA_KEY_ID, ALPACA_SECRET_KEY } = settings
  return {
    massiveKey: MASSIVE_API_KEY,
    alpaca:
      ALPACA_KEY_ID && ALPACA_SECRET_KEY ? { keyId: ALPACA_KEY_ID, secret: ALPACA_SECRET_KEY } : undefined,
  }
}
