// The Plaid provider, through its SDK: sign-in on Plaid's page, accounts, holdings and transactions.
import type { InvestmentAccount } from 'plaid'
import type { Clock } from '#server/clock.ts'
import { maskedAccount } from '#engine/broker-files/symbols.ts'
import { type Connection, type LinkedAccount, type Provider, ProviderError } from '../provider.ts'
import { balanceOf } from './balance.ts'
import { openClient, type PlaidSettings } from './client.ts'
import { accessTokenOf } from './secrets.ts'
import { webhookReader } from './webhooks.ts'
import { beginLink, exchangeNewTokens } from './link.ts'
import { PAGE, transactionsOf } from './transactions.ts'
import { plaidActivities } from './translate.ts'
import { kindOf, PlaidError, ignoreGone } from './errors.ts'

export type PlaidDeps = {
  clock: Clock
  /** Where Plaid sends its webhooks. Undefined if this server isn't reachable from outside. */
  webhookUrl: () => string | undefined
  /** The time limit for a call, in milliseconds. */
  answerMs?: number
}

/** Requests an unknown item, which Plaid reports only if the keys are valid. Throws `ProviderError` otherwise. */
export async function checkPlaidKeys(settings: PlaidSettings): Promise<void> {
  const access_token = `access-${settings.environment}-00000000-0000-0000-0000-000000000000`
  await ignoreGone(openClient(settings)((plaid, options) => plaid.itemGet({ access_token }, options)))
}

export function openPlaid(settings: PlaidSettings, { clock, webhookUrl, answerMs }: PlaidDeps): Provider {
  const { environment } = settings
  const ask = openClient(settings, answerMs)
  const readWebhook = webhookReader(ask, clock)
  const tokenOf = (connection: Connection) => accessTokenOf(connection, environment)

  const remove = async (connection: Connection) => {
    await ignoreGone(
      (async () => {
        const access_token = tokenOf(connection)
        return await ask((plaid, options) => plaid.itemRemove({ access_token }, options))
      })(),
    )
  }

  /** Null if the connection is gone. */
  const checked = async (connection: Connection): Promise<Connection | null> => {
    try {
      const access_token = tokenOf(connection)
      const { item } = await ask((plaid, options) => plaid.itemGet({ access_token }, options))
      const kind = item.error ? kindOf(item.error.error_code) : undefined
      if (kind === 'gone') return null
      const broker = item.institution_name ?? connection.broker
      // Consent that expires soon is still valid. A connection is disabled only once Plaid can no longer read it.
      return { ...connection, broker, isDisabled: kind === 'disabled' }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.kind === 'gone') return null
      if (error.kind === 'disabled') return { ...connection, isDisabled: true }
      throw error
    }
  }

  return {
    name: 'plaid',
    isSample: environment === 'sandbox',

    async begin(customer, { returnUrl, reconnect }) {
      const accessToken = reconnect && tokenOf(reconnect)
      return await beginLink(ask, clock, customer, { returnUrl, webhook: webhookUrl(), accessToken })
    },

    async connections(customer, known) {
      const still: Connection[] = []
      for (const connection of known) {
        const found = await checked(connection)
        if (found) still.push(found)
      }
      // Exchanged last, because a token can't be exchanged twice.
      return [...still, ...(await exchangeNewTokens(ask, clock, customer, known))]
    },

    async accounts(_customer, connection) {
      const access_token = tokenOf(connection)
      try {
        const found = await ask((plaid, options) => plaid.investmentsHoldingsGet({ access_token }, options))
        // Holdings that people enter themselves aren't verified by a broker.
        const isPaper = found.is_investments_fallback_item === true
        return found.accounts.flatMap((account) => linkedAccount(account, { isPaper, isReady: true }))
      } catch (error) {
        if (!(error instanceof PlaidError)) throw error
        if (error.code === 'NO_ACCOUNTS' || error.code === 'NO_INVESTMENT_ACCOUNTS') return []
        if (error.code !== 'PRODUCT_NOT_READY') throw error
        const { accounts } = await ask((plaid, options) => plaid.accountsGet({ access_token }, options))
        return accounts.flatMap((account) => linkedAccount(account, { isPaper: false, isReady: false }))
      }
    },

    async balance(_customer, connection, account) {
      const request = { access_token: tokenOf(connection), options: { account_ids: [account.externalId] } }
      return balanceOf(await ask((plaid, options) => plaid.investmentsHoldingsGet(request, options)), account)
    },

    async *activities(_customer, connection, { externalId, currency }, to) {
      // The whole history, because a cancellation may be listed long before what it cancels.
      const { rows, securities } = await transactionsOf(ask, tokenOf(connection), externalId, to)
      for (let from = 0; from < rows.length; from += PAGE)
        yield rows
          .slice(from, from + PAGE)
          .flatMap((row) => plaidActivities(row, securities, { currency, today: to }))
    },

    async remove(_customer, connection) {
      await remove(connection)
    },

    async forget(customer, known) {
      const fresh = await exchangeNewTokens(ask, clock, customer, known)
      const done = await Promise.allSettled([...known, ...fresh].map(remove))
      const failed = done.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },

    async readWebhook(headers, body) {
      return await readWebhook(headers['plaid-verification'], body)
    },
  }
}

type TranslatedTransaction = Pick<InvestmentAccount, 'account_id' | 'mask' | 'type'> & {
  balances: Pick<InvestmentAccount['balances'], 'iso_currency_code'>
}

/** Null for a bank account or a credit card that was connected along with it. */
function linkedAccount(
  { account_id: externalId, mask, type, balances }: TranslatedTransaction,
  state: Pick<LinkedAccount, 'isPaper' | 'isReady'>,
): LinkedAccount[] {
  const word: string = type
  if (word !== 'investment' && word !== 'brokerage') return []
  const label = maskedAccount(`****${mask ?? ''}`) ?? null
  return [{ externalId, label, currency: balances.iso_currency_code ?? 'USD', ...state }]
}
