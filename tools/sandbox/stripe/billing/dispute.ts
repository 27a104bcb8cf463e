// Disputes: the charge's amount is withdrawn, and returned only if the dispute is won.
import { invalidRequest } from '../errors.ts'
import { emit } from '../events.ts'
import { addTransaction } from '../objects/balance.ts'
import type { Charge } from '../objects/charges.ts'
import { type Dispute, type DisputeInput, newDispute, newFraudWarning } from '../objects/disputes.ts'
import { mergedMetadata } from '../params.ts'
import { retrieve, save, nowFor, type Context } from '../context.ts'

/** Stripe's dispute fee, in cents. */
const DISPUTE_FEE = 1500

export function openDispute(context: Context, before: Charge): void {
  const dispute = newDispute(before, nowFor(context, before.customer))
  const booked = addTransaction(context, {
    amount: -before.amount,
    fee: DISPUTE_FEE,
    currency: before.currency,
    type: 'adjustment',
    source: dispute.id,
    description: `Chargeback withdrawal for ${before.id}`,
    created: dispute.created,
  })
  const opened: Dispute = { ...dispute, balance_transactions: [booked] }
  save(context, 'dispute', opened)
  save(context, 'charge', { ...before, disputed: true })
  emit(context, 'charge.dispute.created', opened)
  emit(context, 'charge.dispute.funds_withdrawn', opened)
}

export function createFraudWarning(context: Context, charge: Charge): void {
  const warning = newFraudWarning(charge, nowFor(context, charge.customer))
  save(context, 'radar.early_fraud_warning', warning)
  emit(context, 'radar.early_fraud_warning.created', warning)
}

/** `winning_evidence` and `losing_evidence` decide the dispute at once, as in Stripe's test mode. */
export function updateDispute(context: Context, id: string, given: DisputeInput): Dispute {
  const before = retrieve(context, 'dispute', id)
  if (before.status !== 'needs_response')
    throw invalidRequest('This dispute is already closed.', 'dispute_not_editable')
  const words = Object.entries(given.evidence ?? {}).filter(([, value]) => value !== undefined)
  const evidence = { ...before.evidence, ...Object.fromEntries(words) }
  const isSubmitted = given.submit ?? given.evidence !== undefined
  const after: Dispute = {
    ...before,
    evidence,
    evidence_details: {
      ...before.evidence_details,
      has_evidence: before.evidence_details.has_evidence || words.length > 0,
      submission_count: before.evidence_details.submission_count + Number(isSubmitted),
      submission_method: isSubmitted ? 'manual' : before.evidence_details.submission_method,
    },
    metadata: mergedMetadata(before.metadata, given.metadata),
    status: isSubmitted ? 'under_review' : before.status,
  }
  save(context, 'dispute', after)
  emit(context, 'charge.dispute.updated', after)
  if (!isSubmitted) return after
  const text = evidence.uncategorized_text
  if (text === 'winning_evidence') return closeDispute(context, after, 'won')
  return text === 'losing_evidence' ? closeDispute(context, after, 'lost') : after
}

export function closeDispute(context: Context, before: Dispute, status: 'won' | 'lost'): Dispute {
  if (before.status === 'won' || before.status === 'lost') {
    throw invalidRequest('This dispute is already closed.', 'dispute_not_editable')
  }
  const won =
    status === 'won'
      ? [
          addTransaction(context, {
            amount: before.amount,
            fee: -DISPUTE_FEE,
            currency: before.currency,
            type: 'adjustment',
            source: before.id,
            description: `Chargeback reversal for ${before.charge}`,
          }),
        ]
      : []
  const after: Dispute = { ...before, status, balance_transactions: [...before.balance_transactions, ...won] }
  save(context, 'dispute', after)
  if (status === 'won') emit(context, 'charge.dispute.funds_reinstated', after)
  emit(context, 'charge.dispute.closed', after, { status: before.status })
  return after
}
