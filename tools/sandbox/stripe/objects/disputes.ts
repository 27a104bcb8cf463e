// Disputes and early fraud warnings.
import { DAY, newId } from '../clock.ts'
import { emptyable, bool, metadata, type Read, shape, text } from '../params.ts'
import type { BalanceTransaction } from './balance.ts'
import type { Charge } from './charges.ts'

export type Dispute = ReturnType<typeof newDispute>
export type EarlyFraudWarning = ReturnType<typeof newFraudWarning>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    dispute: Dispute
    'radar.early_fraud_warning': EarlyFraudWarning
  }
}
type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost'

const EVIDENCE_NAMES = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const
type Evidence = Record<(typeof EVIDENCE_NAMES)[number], string | null>

export const UPDATE_DISPUTE = shape({
  evidence: shape(
    Object.fromEntries(EVIDENCE_NAMES.map((name) => [name, emptyable(text)])) as Record<
      (typeof EVIDENCE_NAMES)[number],
      ReturnType<typeof emptyable<string>>
    >,
  ),
  metadata,
  submit: bool,
})
export type DisputeInput = Read<typeof UPDATE_DISPUTE>

export function newDispute(charge: Charge, created: number) {
  const evidence = Object.fromEntries(EVIDENCE_NAMES.map((name) => [name, null])) as Evidence
  return {
    id: newId('du'),
    object: 'dispute' as const,
    amount: charge.amount,
    balance_transactions: [] as BalanceTransaction[],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...evidence, enhanced_evidence: {} },
    evidence_details: {
      due_by: created + 9 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted' as 'not_submitted' | 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {} as Record<string, string>,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details.card.brand,
        case_type: 'chargeback',
        network: charge.payment_method_details.card.brand,
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response' as DisputeStatus,
  }
}

export function newFraudWarning(charge: Charge, created: number) {
  return {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning' as const,
    actionable: true,
    charge: charge.id,
    created,
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: charge.payment_intent,
  }
}
