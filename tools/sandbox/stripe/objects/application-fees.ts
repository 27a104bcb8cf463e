// Application fees: the platform's share of a destination charge, and their refunds.
import { newId } from '../clock.ts'
import { newList } from '../lists.ts'

export type ApplicationFee = ReturnType<typeof newApplicationFee>
export type FeeRefund = ReturnType<typeof newFeeRefund>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    application_fee: ApplicationFee
    fee_refund: FeeRefund
  }
}

type NewFee = { account: string; amount: number; charge: string; created: number; currency: string }

export function newApplicationFee(given: NewFee) {
  const id = newId('fee')
  return {
    id,
    object: 'application_fee' as const,
    account: given.account,
    amount: given.amount,
    amount_refunded: 0,
    application: 'ca_sandbox',
    balance_transaction: null as string | null,
    charge: given.charge,
    created: given.created,
    currency: given.currency,
    fee_source: { charge: given.charge, type: 'charge' as const },
    livemode: false,
    originating_transaction: given.charge,
    refunded: false,
    refunds: newList<FeeRefund>(`/v1/application_fees/${id}/refunds`, []),
  }
}

export function newFeeRefund(fee: { id: string; currency: string }, amount: number, created: number) {
  return {
    id: newId('fr'),
    object: 'fee_refund' as const,
    amount,
    balance_transaction: null as string | null,
    created,
    currency: fee.currency,
    fee: fee.id,
    metadata: {} as Record<string, string>,
  }
}
