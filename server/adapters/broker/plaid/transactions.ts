// All transactions of an account, page after page, without those that were cancelled.
import type { InvestmentTransaction, Security } from 'plaid'
import { ProviderError } from '../provider.ts'
import type { Ask } from './client.ts'

export type Transactions = { rows: InvestmentTransaction[]; securities: Map<string, Security> }

/** Plaid gives at most so many at once. Source: https://plaid.com/docs/api/products/investments/#investmentstransactionsget */
export const PAGE = 500
/**
 * Before anything Plaid has: it stores two years before a connection was made and everything since, so a start two
 * years ago would leave out what an older connection still has.
 */
const START = '2000-01-01'
/** A history that changes while it is read is read again so many times. */
const READINGS = 3

/** `to`: `YYYY-MM-DD`. Newest first, as Plaid has them. */
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
            // A first reading that takes minutes is answered at once, with PRODUCT_NOT_READY.
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

/** Null where rows came or went between two pages: places moved, and some row would be missing or there twice. */
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

/** A cancellation and what it cancels took nothing and brought nothing; either may name the other, on any page. */
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
