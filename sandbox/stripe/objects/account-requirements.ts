// What a connected account still has to tell, and what it may do meanwhile.
export type CapabilityStatus = 'active' | 'pending' | 'restricted' | 'unsupported'

export const capability = (status: CapabilityStatus) => ({ status, status_details: detailsOf(status) })

function detailsOf(status: CapabilityStatus): { code: string; resolution: string }[] {
  if (status === 'restricted') return [{ code: 'requirements_past_due', resolution: 'provide_info' }]
  if (status === 'pending') return [{ code: 'determining_status', resolution: 'no_resolution' }]
  return []
}

/** What is still to be told before money can be received. */
export function requirementsOf(status: CapabilityStatus) {
  if (status === 'active') return { alternatives: null, entries: [], summary: null }
  const isPending = status === 'pending'
  const entry = (description: string) => ({
    awaiting_action_from: isPending ? 'stripe' : 'user',
    description,
    errors: [],
    impact: {
      restricts_capabilities: [
        {
          capability: 'stripe_balance.stripe_transfers',
          configuration: 'recipient',
          deadline: { status: 'currently_due' },
        },
      ],
    },
    minimum_deadline: { status: 'currently_due' },
    reference: null,
    requested_reasons: [{ code: 'routine_onboarding' }],
  })
  const missing = isPending
    ? ['identity.individual.id_numbers.us_ssn_last_4']
    : ['identity.individual.given_name', 'identity.individual.date_of_birth', 'defaults.payout_methods.usd']
  const summary = { minimum_deadline: { status: 'currently_due', time: null } }
  return { alternatives: null, entries: missing.map(entry), summary }
}
