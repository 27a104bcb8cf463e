// Reads all transactions of an account, page by page, without canceled ones.
import type { InvestmentTransaction, Security } from 'plaid'
import { ProviderError } from '../provider.ts'
import type { Ask } from './client.ts'

export type Transactions = { rows: InvestmentTransaction[]; securities: Map<string, Security> }

/**
 * The most Plaid returns at once. Source: https://plaid.com/docs/api/products/investments/#investmentstransactionsget
 */
export const PAGE = 500
/**
 * Earlier than any of Plaid's data. Plaid stores two years before a connection was made and everything since, so a
 * start two years ago would miss data of older connections.
 */
const START = '2000-01-01'
/** How often the history is read again if it changes during the reading. */
const READINGS = 3

/** `to`: `YYYY-MM-DD`. Newest first, like Plaid's list. */
export async function transactionsOf(
  ask: Ask,
  accessToken: string,
  accountId: string,
  to: string,
): Promise<Transactions> {
  for (let reading = 0; reading < READINGS; reading += 1) {
    const found = await readAll(async (offset) => {
      return await ask((plaid, options) =>
        plaid.investmentsTransactionsGet(
          {
            access_token: accessToken,
            start_date: START,
            end_date: to,
            // Returns PRODUCT_NOT_READY at once if Plaid's first read of the account takes minutes.
            options: { account_ids: [accountId], count: PAGE, offset, async_update: true },
          },
          options,
        ),
      )
    })
    if (found) return { ...found, rows: withoutCancelled(found.rows) }
  }
  throw new ProviderError('busy', 'Plaid’s list of transactions kept changing while it was read')
}

type Page = {
  investment_transactions: InvestmentTransaction[]
  securities: Security[]
  total_investment_transactions: number
}

/** Null if rows were added or removed between two pages, because a row could then be missing or read twice. */
async function readAll(pageAt: (offset: number) => Promise<Page>): Promise<Transactions | null> {
  const rows: InvestmentTransaction[] = []
  const securities = new Map<string, Security>()
  let total: number | undefined
  do {
    const page = await pageAt(rows.length)
    total ??= page.total_investment_transactions
    if (page.total_investment_transactions !== total) return null
    const ended = page.investment_transactions.length === 0 && rows.length < total
    if (ended) return null
    rows.push(...page.investment_transactions)
    for (const security of page.securities) securities.set(security.security_id, security)
  } while (rows.length < total)
  const isOnce = new Set(rows.map(({ investment_transaction_id: id }) => id)).size === rows.length
  return isOnce ? { rows, securities } : null
}

/** A cancellation and the transaction it cancels have no effect. Either may name the other, on any page. */
function withoutCancelled(rows: InvestmentTransaction[]): InvestmentTransaction[] {
  const cancelled = new Set<string>()
  for (const { type, investment_transaction_id: id, cancel_transaction_id: other } of rows) {
    const word: string = type
    if (word !== 'cancel' && !other) continue
    cancelled.add(id)
    if (other) cancelled.add(other)
  }
  return rows.filter(({ investment_transaction_id: id }) => !cancelled.has(id))
}
