// Transfers: money sent to a connected account, and taken back.
import { reverse } from '../billing/refunding.ts'
import { chance, newId } from '../clock.ts'
import { noSuch, refused } from '../errors.ts'
import { emit } from '../events.ts'
import { listed, PAGE, pageOf } from '../lists.ts'
import { flag, mergedMetadata, metadata, must, type Read, shape, text, whole } from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, now, type World } from '../world.ts'
import { addTransaction } from './balance.ts'
import { payableAccount } from './connect-accounts.ts'

export type Transfer = ReturnType<typeof newTransfer>
export type TransferReversal = ReturnType<typeof newTransferReversal>

type NewTransfer = {
  amount: number
  created: number
  currency: string
  destination: string
  source: string | null
  payment: string
  group: string | null
  description?: string | null
  metadata?: Record<string, string>
}

export function newTransfer(given: NewTransfer) {
  const id = newId('tr')
  return {
    id,
    object: 'transfer' as const,
    amount: given.amount,
    amount_reversed: 0,
    balance_transaction: null as string | null,
    created: given.created,
    currency: given.currency,
    description: given.description ?? null,
    destination: given.destination,
    destination_payment: given.payment,
    livemode: false,
    metadata: given.metadata ?? {},
    reversals: listed<TransferReversal>(`/v1/transfers/${id}/reversals`, []),
    reversed: false,
    source_transaction: given.source,
    source_type: 'card',
    transfer_group: given.group,
  }
}

type NewReversal = { amount: number; sourceRefund?: string; metadata?: Record<string, string> }

export function newTransferReversal(
  transfer: { id: string; currency: string },
  given: NewReversal,
  created: number,
) {
  return {
    id: newId('trr'),
    object: 'transfer_reversal' as const,
    amount: given.amount,
    balance_transaction: null as string | null,
    created,
    currency: transfer.currency,
    destination_payment_refund: `pyr_${chance(24)}`,
    metadata: given.metadata ?? {},
    source_refund: given.sourceRefund ?? null,
    transfer: transfer.id,
  }
}

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
