// Requirements and capabilities of connected accounts.
// Source: https://docs.stripe.com/connect/handling-api-verification and the SDK's types of v2 accounts
import { isoMoment } from '../clock.ts'

export type CapabilityStatus = 'active' | 'pending' | 'restricted' | 'unsupported'
export type BalanceCapability = 'payouts' | 'stripe_transfers'
type DeadlineStatus = 'currently_due' | 'past_due'
type EntryError = { code: string; description: string }

export const capability = (status: CapabilityStatus) => ({ status, status_details: detailsOf(status) })

function detailsOf(status: CapabilityStatus): { code: string; resolution: string }[] {
  if (status === 'restricted') return [{ code: 'requirements_past_due', resolution: 'provide_info' }]
  if (status === 'pending') return [{ code: 'determining_status', resolution: 'no_resolution' }]
  return []
}

export type Requirements = {
  alternatives: null
  entries: ReturnType<typeof entry>[]
  summary: { minimum_deadline: { status: DeadlineStatus; time: string | null } } | null
}

export const NO_REQUIREMENTS: Requirements = { alternatives: null, entries: [], summary: null }

/** Requirements before an account can receive money for the first time. */
export function requirementsOf(status: CapabilityStatus): Requirements {
  if (status === 'active') return NO_REQUIREMENTS
  const isPending = status === 'pending'
  const missing = isPending
    ? ['identity.individual.id_numbers.us_ssn_last_4']
    : ['identity.individual.given_name', 'identity.individual.date_of_birth', 'defaults.payout_methods.usd']
  return {
    alternatives: null,
    entries: missing.map((description) =>
      entry({
        description,
        awaits: isPending ? 'stripe' : 'user',
        restricts: ['stripe_transfers'],
        status: 'currently_due',
        reason: 'routine_onboarding',
        errors: [],
      }),
    ),
    summary: { minimum_deadline: { status: 'currently_due', time: null } },
  }
}

type Check = {
  /** Capabilities that are restricted after the deadline. */
  restricts: BalanceCapability[]
  /** Unix seconds; null if past due. */
  deadline: number | null
  errors?: EntryError[]
}

/** Requirements of a routine check: an identity document. */
export function checkRequirements({ restricts, deadline, errors = [] }: Check): Requirements {
  const status = deadline === null ? 'past_due' : 'currently_due'
  const description = 'identity.individual.documents.primary_verification'
  return {
    alternatives: null,
    entries: [
      entry({ description, awaits: 'user', restricts, status, reason: 'routine_verification', errors }),
    ],
    summary: {
      minimum_deadline: { status, time: deadline === null ? null : isoMoment(deadline) },
    },
  }
}

type NewEntry = {
  description: string
  awaits: 'stripe' | 'user'
  restricts: BalanceCapability[]
  status: DeadlineStatus
  reason: 'routine_onboarding' | 'routine_verification'
  errors: EntryError[]
}

const entry = (given: NewEntry) => ({
  awaiting_action_from: given.awaits,
  description: given.description,
  errors: given.errors,
  impact: {
    restricts_capabilities: given.restricts.map((name) => ({
      capability: `stripe_balance.${name}`,
      configuration: 'recipient',
      deadline: { status: given.status },
    })),
  },
  minimum_deadline: { status: given.status },
  reference: null,
  requested_reasons: [{ code: given.reason }],
})
