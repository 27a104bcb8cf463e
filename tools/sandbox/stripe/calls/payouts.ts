// The calls that read a connected account's payouts.
import { resourceMissing } from '../errors.ts'
import { listPage, PAGE } from '../lists.ts'
import { ownerOf } from '../objects/payouts.ts'
import { range, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve } from '../context.ts'

export const payoutRoutes = [
  route(
    'GET',
    '/v1/payouts',
    shape({ ...PAGE, arrival_date: range, destination: text, status: text }),
    (context, { account, params: { arrival_date: arrival, status, destination, ...page } }) => {
      const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
      const moments = Object.entries(arrival ?? {}) as [keyof typeof signs, number][]
      return listPage(
        context,
        'payout',
        '/v1/payouts',
        page,
        { '$.status': status, '$.destination': destination },
        {
          text: [
            "and json_extract(hidden, '$.account') is ?",
            ...moments.map(([name]) => `and json_extract(json, '$.arrival_date') ${signs[name]} ?`),
          ].join(' '),
          values: [account, ...moments.map(([, moment]) => moment)],
        },
      )
    },
  ),
  route('GET', '/v1/payouts/:id', shape({}), (context, { id, account }) => {
    const payout = retrieve(context, 'payout', id)
    if (ownerOf(context, id) !== account) throw resourceMissing('payout', id)
    return payout
  }),
]
