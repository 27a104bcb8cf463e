// The calls about the balance and its transactions.
import { PAGE, listPage } from '../lists.ts'
import { accountTotals, platformTotals } from '../objects/balance.ts'
import { shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve } from '../context.ts'

export const balanceRoutes = [
  route('GET', '/v1/balance', shape({}), (context, { account }) => {
    if (account) retrieve(context, 'v2.core.account', account, 'Stripe-Account')
    const totals = account ? accountTotals(context, account) : platformTotals(context)
    const amounts = [...(totals.size > 0 ? totals : new Map([['usd', 0]]))]
    const part = (amountOf: (amount: number) => number) =>
      amounts.map(([currency, total]) => ({
        amount: amountOf(total),
        currency,
        source_types: { card: amountOf(total) },
      }))
    return {
      object: 'balance',
      available: part(() => 0),
      livemode: false,
      pending: part((total) => total),
      refund_and_dispute_prefunding: { available: part(() => 0), pending: part(() => 0) },
    }
  }),
  route(
    'GET',
    '/v1/balance_transactions',
    shape({ ...PAGE, type: text, source: text, currency: text }),
    (context, { params: { type, source, currency, ...page } }) =>
      listPage(context, 'balance_transaction', '/v1/balance_transactions', page, {
        '$.type': type,
        '$.source': source,
        '$.currency': currency,
      }),
  ),
]
