// The calls about transfers.
import { reverse } from '../billing/refunding.ts'
import { chance } from '../clock.ts'
import { noSuch, refused } from '../errors.ts'
import { emit } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import { payableAccount } from '../objects/accounts.ts'
import { addTransaction } from '../objects/balance.ts'
import { newTransfer, type Transfer } from '../objects/transfers.ts'
import { flag, mergedMetadata, metadata, must, type Read, shape, text, whole } from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, now, type World } from '../world.ts'

const CREATE = shape({
  amount: must(whole),
  currency: must(text),
  description: text,
  destination: must(text),
  metadata,
  source_transaction: text,
  transfer_group: text,
})

function createTransfer(world: World, given: Read<typeof CREATE>): Transfer {
  const account = payableAccount(world, given.destination, 'destination')
  const source =
    given.source_transaction && find(world, 'charge', given.source_transaction, 'source_transaction')
  if (given.amount < 1) {
    throw refused('This value must be greater than or equal to 1.', 'parameter_invalid_integer', {
      param: 'amount',
    })
  }
  const transfer = newTransfer({
    amount: given.amount,
    created: now(world),
    currency: given.currency.toLowerCase(),
    destination: account.id,
    source: source ? source.id : null,
    payment: `py_${chance(24)}`,
    group: given.transfer_group ?? (source ? source.transfer_group : null),
    description: given.description ?? null,
    metadata: mergedMetadata({}, given.metadata),
  })
  const { amount, currency, id } = transfer
  const out = addTransaction(world, { amount: -amount, currency, type: 'transfer', source: id })
  const kept = { ...transfer, balance_transaction: out.id }
  keep(world, 'transfer', kept)
  emit(world, 'transfer.created', kept)
  return kept
}

const REVERSE = shape({ amount: whole, description: text, metadata, refund_application_fee: flag })

export const transferRoutes = [
  route('POST', '/v1/transfers', CREATE, (world, { params }) => createTransfer(world, params)),
  route(
    'GET',
    '/v1/transfers',
    shape({ ...PAGE, destination: text, transfer_group: text }),
    (world, { params: { destination, transfer_group: group, ...page } }) =>
      pageOf(world, 'transfer', '/v1/transfers', page, {
        '$.destination': destination,
        '$.transfer_group': group,
      }),
  ),
  route('GET', '/v1/transfers/:id', shape({}), (world, { id }) => find(world, 'transfer', id)),
  route('POST', '/v1/transfers/:id/reversals', REVERSE, (world, { id, params }) =>
    reverse(world, find(world, 'transfer', id), {
      amount: params.amount,
      metadata: mergedMetadata({}, params.metadata),
    }),
  ),
  route(
    'GET',
    '/v1/transfers/:id/reversals',
    shape(PAGE),
    (world, { id }) => find(world, 'transfer', id).reversals,
  ),
  route('GET', '/v1/transfers/:id/reversals/:reversal', shape({}), (world, { id, secondId }) => {
    const found = find(world, 'transfer', id).reversals.data.find((one) => one.id === secondId)
    if (!found) throw noSuch('transfer reversal', secondId)
    return found
  }),
]
