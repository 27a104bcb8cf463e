// Through whom brokers can be connected, as the settings say.
import type { BrokerSettings } from '#server/broker-settings.ts'
import type { Clock } from '#server/clock.ts'
import type { Provider } from './provider.ts'
import { openSnaptrade } from './snaptrade/open.ts'

/** `sandboxApi`: where the stand-in answers; null with real keys, and where there is none. */
export function openProviders(
  { snaptrade }: BrokerSettings,
  { clock, sandboxApi }: { clock: Clock; sandboxApi: string | null },
): Provider[] {
  const providers: Provider[] = []
  if (snaptrade && !snaptrade.isSandbox) providers.push(openSnaptrade(snaptrade, { clock }))
  if (snaptrade?.isSandbox && sandboxApi !== null)
    providers.push(openSnaptrade(snaptrade, { clock, basePath: sandboxApi }))
  return providers
}
