// The owner of a card says that a charge was not theirs: the money goes, and comes back only when the dispute is won.
import { refused } from '../errors.ts'
import { emit } from '../events.ts'
import { addTransaction } from '../objects/balance.ts'
import type { Charge } from '../objects/charges.ts'
import { type Dispute, type DisputeInput, newDispute, newFraudWarning } from '../objects/disputes.ts'
import { mergedMetadata } from '../params.ts'
import { find, keep, nowFor, type World } from '../world.ts'

/** What Stripe takes for a dispute, in cents. */
const DISPUTE_FEE = 1500

export function openDispute(world: World, before: Charge): void {
  const dispute = newDispute(before, nowFor(world, before.customer))
  const booked = addTransaction(world, {
    amount: -before.amount,
    fee: DISPUTE_FEE,
    currency: before.currency,
    type: 'adjustment',
    source: dispute.id,
    description: `Chargeback withdrawal for ${before.id}`,
    created: dispute.created,
  })
  const opened: Dispute = { ...dispute, balance_transactions: [booked] }
  keep(world, 'dispute', opened)
  keep(world, 'charge', { ...before, disputed: true })
  emit(world, 'charge.dispute.created', opened)
  emit(world, 'charge.dispute.funds_withdrawn', opened)
}

export function warnOfFraud(world: World, charge: Charge): void {
  const warning = newFraudWarning(charge, nowFor(world, charge.customer))
  keep(world, 'radar.early_fraud_warning', warning)
  emit(world, 'radar.early_fraud_warning.created', warning)
}

/** `winning_evidence` and `losing_evidence` decide the dispute at once, as in Stripe's test mode. */
export function updateDispute(world: World, id: string, given: DisputeInput): Dispute {
  const before = find(world, 'dispute', id)
  if (before.status !== 'needs_response')
    throw refused('This dispute is already closed.', 'dispute_not_editable')
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
  keep(world, 'dispute', after)
  emit(world, 'charge.dispute.updated', after)
  if (!isSubmitted) return after
  const text = evidence.uncategorized_text
  if (text === 'winning_evidence') return closeDispute(world, after, 'won')
  return text === 'losing_evidence' ? closeDispute(world, after, 'lost') : after
}

export function closeDispute(world: World, before: Dispute, status: 'won' | 'lost'): Dispute {
  if (before.status === 'won' || before.status === 'lost') {
    throw refused('This dispute is already closed.', 'dispute_not_editable')
  }
  const won =
    status === 'won'
      ? [
          addTransaction(world, {
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
  keep(world, 'dispute', after)
  if (status === 'won') emit(world, 'charge.dispute.funds_reinstated', after)
  emit(world, 'charge.dispute.closed', after, { status: before.status })
  return after
}
