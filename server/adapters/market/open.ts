// Opens the configured market: Massive, Alpaca, both with fallback, or sample prices.
import type { Log } from '#server/log.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { ALPACA_CALLS_A_MINUTE, alpacaMarket } from './alpaca.ts'
import { marketWithFallback } from './market-with-fallback.ts'
import { MASSIVE_CALLS_A_MINUTE, massiveMarket } from './massive.ts'
import type { Market } from './port.ts'
import { simulatedMarket } from './simulated.ts'
import { providerRateLimit } from './provider-rate-limit.ts'

type Needs = { config: Pick<Config, 'market'>; db: Db; log: Log }
/** Addresses and limits of the providers' sandboxes. */
type Sandboxes = { massiveUrl?: string; alpacaUrl?: string; callsAMinute?: number; timeoutMs?: number }

/** `db` stores the providers' rate limits (`provider-rate-limit.ts`). Only jobs call a provider. */
export function openMarket({ config, db, log }: Needs, sandboxes: Sandboxes = {}): Market {
  const { massiveKey, alpaca } = config.market
  const { massiveUrl, alpacaUrl, callsAMinute, timeoutMs } = sandboxes
  const massive =
    massiveKey === undefined
      ? null
      : massiveMarket({
          key: massiveKey,
          rateLimit: providerRateLimit(db, 'massive', callsAMinute ?? MASSIVE_CALLS_A_MINUTE),
          url: massiveUrl,
          timeoutMs,
        })
  const other = alpaca
    ? alpacaMarket({
        ...alpaca,
        rateLimit: providerRateLimit(db, 'alpaca', callsAMinute ?? ALPACA_CALLS_A_MINUTE),
        url: alpacaUrl,
        timeoutMs,
      })
    : null
  if (massive && other) return marketWithFallback(massive, other, log)
  return massive ?? other ?? simulatedMarket()
}
