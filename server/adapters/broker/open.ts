// Opens the broker providers that the settings name.
import type { BrokerSettings } from '#server/broker-settings.ts'
import type { Clock } from '#server/clock.ts'
import { openPlaid } from './plaid/open.ts'
import type { Provider, ProviderName } from './provider.ts'
import { openSnaptrade } from './snaptrade/open.ts'

type Around = {
  clock: Clock
  /** The address of SnapTrade's sandbox. Null with real keys, and if there is no sandbox. */
  sandboxApi: string | null
  /** Where Plaid sends its webhooks. */
  plaidWebhookUrl: () => string
  /** Called with the number of calls that a provider still allows in this minute. Plaid doesn't report it. */
  onQuotaLeft?: ((provider: ProviderName, calls: number) => void) | undefined
}

export function openProviders(
  { snaptrade, plaid }: BrokerSettings,
  { clock, sandboxApi, plaidWebhookUrl, onQuotaLeft }: Around,
): Provider[] {
  const around = { clock, onQuotaLeft: (calls: number) => onQuotaLeft?.('snaptrade', calls) }
  const providers: Provider[] = []
  if (snaptrade && !snaptrade.isSandbox) providers.push(openSnaptrade(snaptrade, around))
  if (snaptrade?.isSandbox && sandboxApi !== null)
    providers.push(openSnaptrade(snaptrade, { ...around, basePath: sandboxApi }))
  if (plaid) providers.push(openPlaid(plaid, { clock, webhookUrl: plaidWebhookUrl }))
  return providers
}
