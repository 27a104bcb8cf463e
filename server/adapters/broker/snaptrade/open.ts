// The SnapTrade provider, through its SDK: sign-in at its portal, accounts, positions and activities.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Decimal } from 'decimal.js'
import type { Snaptrade } from 'snaptrade-typescript-sdk'
import type { Clock } from '#server/clock.ts'
import { maskedAccount } from '#engine/broker-files/symbols.ts'
import { type Connection, type Customer, type Provider, ProviderError } from '../provider.ts'
import { callSnaptrade } from './call.ts'
import { activityOf, positionOf } from './translate.ts'

export type SnaptradeSettings = { clientId: string; consumerKey: string }

/** The most activities SnapTrade returns at once. */
const PAGE = 1000
/** No history has this many pages. Beyond it, their paging is broken. */
const PAGES_MAX = 1000
const ANSWER_MS = 20_000
/** A webhook may be this old, and this far ahead of our clock. Source: https://docs.snaptrade.com/docs/webhooks */
const WEBHOOK_MS = 5 * 60_000

/** The parts of the generated client that are used. */
type Client = Snaptrade<
  ReturnType<(typeof import('snaptrade-typescript-sdk'))['SnaptradeAuth']['commercialApiKey']>
>

/** Makes one call that needs both keys and changes nothing. Throws `ProviderError` if SnapTrade refuses them. */
export async function checkSnaptradeKeys(settings: SnaptradeSettings, basePath?: string): Promise<void> {
  await callSnaptrade(await openClient(settings, basePath), (snaptrade) =>
    snaptrade.authentication.listSnapTradeUsers(),
  )
}

/** `basePath`: the sandbox's address, which makes all data sample data. The real address if missing. */
export function openSnaptrade(
  { clientId, consumerKey }: SnaptradeSettings,
  {
    clock,
    basePath,
    onQuotaLeft,
  }: { clock: Clock; basePath?: string; onQuotaLeft?: (calls: number) => void },
): Provider {
  let opened: Promise<Client> | undefined
  const client = () => (opened ??= openClient({ clientId, consumerKey }, basePath))
  const keyOf = ({ id, secret }: Customer) => {
    if (secret === null) throw new ProviderError('gone', 'SnapTrade does not know this person yet')
    return { userId: id, userSecret: secret }
  }
  const ask = async <T>(
    question: (snaptrade: Client) => Promise<{ status: number; data: T; headers: unknown }>,
  ) => await callSnaptrade(await client(), question, onQuotaLeft)

  return {
    name: 'snaptrade',
    isSample: basePath !== undefined,

    async begin(customer, { returnUrl, reconnect }) {
      const secret = customer.secret ?? (await register(customer.id))
      const login = await ask((snaptrade) =>
        snaptrade.authentication.loginSnapTradeUser({
          ...keyOf({ ...customer, secret }),
          connectionType: 'read',
          customRedirect: returnUrl,
          immediateRedirect: true,
          showCloseButton: true,
          ...(reconnect && { reconnect: reconnect.externalId }),
        }),
      )
      const url = 'redirectURI' in login ? login.redirectURI : undefined
      if (typeof url !== 'string') throw new ProviderError('away', 'SnapTrade returned no sign-in page')
      return { url, secret }
    },

    async connections(customer) {
      if (customer.secret === null) return []
      const found = await ask((snaptrade) =>
        snaptrade.connections.listBrokerageAuthorizations(keyOf(customer)),
      )
      return found.flatMap(({ id, brokerage, name, disabled }): Connection[] =>
        id
          ? [
              {
                externalId: id,
                broker: brokerage?.display_name ?? brokerage?.name ?? name ?? 'Broker',
                isDisabled: disabled === true,
                secret: null,
              },
            ]
          : [],
      )
    },

    async accounts(customer, connection) {
      const found = await ask((snaptrade) => snaptrade.accountInformation.listUserAccounts(keyOf(customer)))
      return found
        .filter(({ brokerage_authorization: id }) => id === connection.externalId)
        .map((account) => ({
          externalId: account.id,
          label: maskedAccount(account.number) ?? null,
          currency: account.balance.total?.currency ?? 'USD',
          isPaper: account.is_paper,
          isReady:
            account.sync_status.transactions?.initial_sync_completed !== false &&
            account.sync_status.holdings?.initial_sync_completed !== false,
        }))
    },

    async balance(customer, _connection, { externalId: accountId }) {
      const key = { ...keyOf(customer), accountId }
      const [{ results }, balances] = [
        await ask((snaptrade) => snaptrade.accountInformation.getAllAccountPositions(key)),
        await ask((snaptrade) => snaptrade.accountInformation.getUserAccountBalance(key)),
      ]
      return {
        // A money-market fund that is also included in the cash would count twice.
        positions: results.filter((position) => !position.cash_equivalent).flatMap(positionOf),
        cash: balances.flatMap(({ currency, cash }) =>
          currency?.code ? [{ currency: currency.code, amount: new Decimal(cash ?? 0) }] : [],
        ),
      }
    },

    async *activities(customer, _connection, { externalId: accountId, currency }, to) {
      const key = { ...keyOf(customer), accountId, endDate: to, limit: PAGE }
      for (let page = 0, read = 0; page < PAGES_MAX; page += 1) {
        const { data = [], pagination } = await ask((snaptrade) =>
          snaptrade.accountInformation.getAccountActivities({ ...key, offset: read }),
        )
        yield data.flatMap((row) => activityOf(row, { today: to, currency }) ?? [])
        read += data.length
        if (data.length === 0 || read >= (pagination?.total ?? 0)) return
      }
      throw new ProviderError('away', 'SnapTrade’s list of activities has no end')
    },

    async remove(customer, { externalId }) {
      await unlessGone(
        ask((snaptrade) =>
          snaptrade.connections.deleteConnection({ ...keyOf(customer), connectionId: externalId }),
        ),
      )
    },

    async forget({ id }) {
      await unlessGone(ask((snaptrade) => snaptrade.authentication.deleteSnapTradeUser({ userId: id })))
    },

    async readWebhook({ signature }, body) {
      const event = parsed(body)
      if (!event || !signature) return null
      const expected = createHmac('sha256', consumerKey).update(canonicalJson(event)).digest()
      const given = Buffer.from(signature, 'base64')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const ageMs = Math.abs(clock.now().getTime() - Date.parse(String(event['eventTimestamp'])))
      if (!(ageMs <= WEBHOOK_MS) || event['clientId'] !== clientId) return null
      const { userId, brokerageAuthorizationId } = event
      return {
        customerId: typeof userId === 'string' ? userId : null,
        connectionId: typeof brokerageAuthorizationId === 'string' ? brokerageAuthorizationId : null,
      }
    },
  }

  async function register(userId: string): Promise<string> {
    const { userSecret } = await ask((snaptrade) =>
      snaptrade.authentication.registerSnapTradeUser({ userId }),
    )
    if (!userSecret) throw new ProviderError('away', 'SnapTrade returned no secret for a new person')
    return userSecret
  }
}

async function openClient({ clientId, consumerKey }: SnaptradeSettings, basePath?: string): Promise<Client> {
  const { Snaptrade: Sdk, SnaptradeAuth } = await import('snaptrade-typescript-sdk')
  return new Sdk({
    auth: SnaptradeAuth.commercialApiKey({ clientId, consumerKey }),
    ...(basePath !== undefined && { basePath }),
    baseOptions: {
      timeout: ANSWER_MS,
      // The person's secret is in the URL and must not follow a redirect to another host.
      maxRedirects: 0,
      // The SDK's own retries take half a minute and write to the console. A retry of the job is better.
      validateStatus: (status: number) => (status >= 200 && status < 300) || status === 429,
    },
  })
}

async function unlessGone(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.kind !== 'gone') throw error
  })
}

function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    const event: unknown = JSON.parse(body.toString('utf8'))
    return typeof event === 'object' && event !== null ? { ...event } : null
  } catch {
    return null
  }
}

/**
 * JSON in the form that SnapTrade signs: sorted keys, no spaces, ASCII only. Equals Python's
 * `json.dumps(…, sort_keys=True, separators=(',', ':'))`. Source: https://docs.snaptrade.com/docs/webhooks
 */
function canonicalJson(value: unknown): string {
  return sorted(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, own]) => `${JSON.stringify(key)}:${sorted(own)}`).join(',')}}`
}
