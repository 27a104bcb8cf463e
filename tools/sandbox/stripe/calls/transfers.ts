// The calls about transfers.
import { reverseTransfer } from '../billing/refund.ts'
import { randomString } from '../clock.ts'
import { invalidRequest } from '../errors.ts'
import { emit } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import { payableAccount } from '../objects/accounts.ts'
import { addTransaction } from '../objects/balance.ts'
import { schedulePayout } from '../objects/payouts.ts'
import { newTransfer, type Transfer } from '../objects/transfers.ts'
import { bool, mergedMetadata, metadata, required, type Read, shape, text, integer } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, save, now, type Context } from '../context.ts'

const CREATE = shape({
  amount: required(integer),
  currency: required(text),
  description: text,
  destination: required(text),
  metadata,
  source_transaction: text,
  transfer_group: text,
})

function createTransfer(context: Context, given: Read<typeof CREATE>): Transfer {
  const account = payableAccount(context, given.destination, 'destination')
  const source =
    given.source_transaction && retrieve(context, 'charge', given.source_transaction, 'source_transaction')
  if (given.amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', 'parameter_invalid_integer', {
      param: 'amount',
    })
  }
  const transfer = newTransfer({
    amount: given.amount,
    created: now(context),
    currency: given.currency.toLowerCase(),
    destination: account.id,
    source: source ? source.id : null,
    payment: `py_${randomString(24)}`,
    group: given.transfer_group ?? (source ? source.transfer_group : null),
    description: given.description ?? null,
    metadata: mergedMetadata({}, given.metadata),
  })
  const { amount, currency, id } = transfer
  const out = addTransaction(context, { amount: -amount, currency, type: 'transfer', source: id })
  const kept = { ...transfer, balance_transaction: out.id }
  save(context, 'transfer', kept)
  emit(context, 'transfer.created', kept)
  schedulePayout(context, account.id, kept.created)
  return kept
}

const REVERSE = shape({ amount: integer, description: text, metadata, refund_application_fee: bool })

export const transferRoutes = [
  route('POST', '/v1/transfers', CREATE, (context, { params }) => createTransfer(context, params)),
  route(
    'GET',
    '/v1/transfers',
    shape({ ...PAGE, destination: text, transfer_group: text }),
    (context, { params: { destination, transfer_group: group, ...page } }) =>
      listPage(context, 'transfer', '/v1/transfers', page, {
        '$.destination': destination,
        '$.transfer_group': group,
      }),
  ),
  route('GET', '/v1/transfers/:id', shape({}), (context, { id }) => retrieve(context, 'transfer', id)),
  route('POST', '/v1/transfers/:id/reversals', REVERSE, (context, { id, params }) =>
    reverseTransfer(context, retrieve(context, 'transfer', id), {
      amount: params.amount,
      metadata: mergedMetadata({}, params.metadata),
    }),
  ),
]
