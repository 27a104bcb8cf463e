// The details that Stripe needs from a creator, in the words that the page and the emails show.
import type Stripe from 'stripe'

/** Labels for requirements whose last word alone is unclear. The keys are endings of Stripe's descriptions. */
const LABELS: Record<string, string> = {
  'payout_methods.usd': 'A bank account or debit card for payouts',
  'id_numbers.us_ssn_last_4': 'Last four digits of the Social Security number',
  'id_numbers.us_ssn': 'Social Security number',
  'documents.primary_verification': 'A photo of an identity document',
  'documents.secondary_verification': 'A second identity document',
  'attestations.terms_of_service': 'Acceptance of Stripe’s terms',
}

/**
 * The distinct requirements that the account's owner has to provide now, in Stripe's order. `dueAt` is their deadline,
 * null if Stripe names none, for example after it has passed. Source:
 * https://docs.stripe.com/connect/accounts-v2/requirements
 */
export function requirementsDue({ requirements }: Pick<Stripe.V2.Core.Account, 'requirements'>): {
  due: string[]
  dueAt: Date | null
} {
  const entries = (requirements?.entries ?? []).filter(
    ({ awaiting_action_from: from, minimum_deadline: deadline }) =>
      from === 'user' && deadline.status !== 'eventually_due',
  )
  const time = requirements?.summary?.minimum_deadline?.time
  return {
    due: [...new Set(entries.map(({ description }) => labelOf(description)))],
    dueAt: entries.length > 0 && time ? new Date(time) : null,
  }
}

/** Turns "identity.individual.date_of_birth" into "Date of birth". */
function labelOf(description: string): string {
  const known = Object.entries(LABELS).find(([ending]) => description.endsWith(ending))
  if (known) return known[1]
  const last = (description.split('.').at(-1) ?? description).replaceAll('_', ' ')
  return last.charAt(0).toUpperCase() + last.slice(1)
}
