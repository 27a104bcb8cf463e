// Opens the broker providers that the settings name.
import type { BrokerSettings } from '#server/broker-settings.ts'
import type { Clock } from '#server/clock.ts'
import { openPlaid } from './plaid/open.ts'
import type { Provider } from './provider.ts'
import { openSnaptrade } from './snaptrade/open.ts'

type Around = {
  clock: Clock
  /** The address of SnapTrade's sandbox. Null with real keys, and if there is no sandbox. */
  sandboxApi: string | null
  /** Where Plaid sends its webhooks. */
  plaidWebhookUrl: () => string
}

export function openProviders(
  { snaptrade, plaid }: BrokerSettings,
  { clock, sandboxApi, plaidWebhookUrl }: Around,
): Provider[] {
  const providers: Provider[] = []
  if (snaptrade && !snaptrade.isSandbox) providers.push(openSnaptrade(snaptrade, { clock }))
  if (snaptrade?.isSandbox && sandboxApi !== null)
    providers.push(openSnaptrade(snaptrade, { clock, basePath: sandboxApi }))
  if (plaid) providers.push(openPlaid(plaid, { clock, webhookUrl: plaidWebhookUrl }))
  return providers
}
