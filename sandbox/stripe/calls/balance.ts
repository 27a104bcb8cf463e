// The calls about balance.
import { PAGE, pageOf } from '../lists.ts'
import { accountTotals, platformTotals } from '../objects/balance.ts'
import { shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find } from '../world.ts'

export const balanceRoutes = [
  route('GET', '/v1/balance', shape({}), (world, { account }) => {
    if (account) find(world, 'v2.core.account', account, 'Stripe-Account')
    const totals = account ? accountTotals(world, account) : platformTotals(world)
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
    (world, { params: { type, source, currency, ...page } }) =>
      pageOf(world, 'balance_transaction', '/v1/balance_transactions', page, {
        '$.type': type,
        '$.source': source,
        '$.currency': currency,
      }),
  ),
  route('GET', '/v1/balance_transactions/:id', shape({}), (world, { id }) =>
    find(world, 'balance_transaction', id),
  ),
]
