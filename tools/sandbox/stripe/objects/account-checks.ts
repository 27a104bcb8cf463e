// Stripe's checks of a connected account: onboarding, and routine checks that require a document by a deadline.
import { invalidRequest } from '../errors.ts'
import { emitThin } from '../events.ts'
import { now, type Context } from '../context.ts'
import {
  type BalanceCapability,
  capability,
  type CapabilityStatus,
  checkRequirements,
  NO_REQUIREMENTS,
  type Requirements,
  requirementsOf,
} from './account-requirements.ts'
import { resumePayouts } from './payouts.ts'
import { type Account, saveAccount } from './accounts.ts'

type Statuses = Record<BalanceCapability, CapabilityStatus>
const NAMES: BalanceCapability[] = ['stripe_transfers', 'payouts']

/** Applies the result of onboarding. */
export const finishOnboarding = (context: Context, account: Account, status: CapabilityStatus): Account =>
  saveStatus(context, account, { payouts: status, stripe_transfers: status }, requirementsOf(status))

/** Requires a document by the deadline (Unix seconds). Active capabilities stay active until then. */
export function requireDocument(context: Context, account: Account, deadline: number): Account {
  refuseBeforeOnboarding(account)
  return saveStatus(context, account, null, checkRequirements({ restricts: NAMES, deadline }))
}

/** The deadline has passed: restricts the named capabilities and activates the others. */
export function restrictAccount(context: Context, account: Account, restricts: BalanceCapability[]): Account {
  refuseBeforeOnboarding(account)
  const statusOf = (name: BalanceCapability) => (restricts.includes(name) ? 'restricted' : 'active')
  const statuses: Statuses = { payouts: statusOf('payouts'), stripe_transfers: statusOf('stripe_transfers') }
  return saveStatus(context, account, statuses, checkRequirements({ restricts, deadline: null }))
}

/** Removes all requirements and activates all capabilities. */
export const clearRequirements = (context: Context, account: Account): Account =>
  saveStatus(context, account, { payouts: 'active', stripe_transfers: 'active' }, NO_REQUIREMENTS)

/** Rejects a document: it stays required, with the reason. */
export function rejectDocument(context: Context, account: Account): Account {
  const entries = account.requirements.entries.map((entry) => ({
    ...entry,
    awaiting_action_from: 'user' as const,
    errors: [{ code: 'verification_document_not_readable', description: 'The document could not be read.' }],
  }))
  return saveStatus(context, account, null, { ...account.requirements, entries })
}

/** Stripe reviews the document: nothing is due from the owner, and restricted capabilities are pending. */
export function reviewDocument(context: Context, account: Account): Account {
  const was = account.configuration.recipient?.capabilities.stripe_balance
  const statusOf = (name: BalanceCapability) => (was?.[name]?.status === 'active' ? 'active' : 'pending')
  const statuses: Statuses = { payouts: statusOf('payouts'), stripe_transfers: statusOf('stripe_transfers') }
  const entries = account.requirements.entries.map((entry) => ({
    ...entry,
    awaiting_action_from: 'stripe' as const,
    errors: [],
  }))
  return saveStatus(context, account, statuses, { ...account.requirements, entries })
}

/** Whether a routine check has open or pending requirements. */
export const hasRoutineCheck = ({ requirements }: Account): boolean =>
  requirements.entries.some(({ requested_reasons: reasons }) =>
    reasons.some(({ code }) => code === 'routine_verification'),
  )

function refuseBeforeOnboarding(account: Account): void {
  if (!account.closed && account.configuration.recipient?.capabilities.stripe_balance.payouts) return
  throw invalidRequest(`The account ${account.id} is closed or can't receive money.`)
}

/**
 * Saves capabilities and requirements and emits thin events: one if the requirements changed, and one per changed
 * capability. `statuses` null keeps the capabilities.
 */
function saveStatus(
  context: Context,
  before: Account,
  statuses: Statuses | null,
  requirements: Requirements,
): Account {
  const { recipient } = before.configuration
  if (!recipient) return before
  const was = recipient.capabilities.stripe_balance
  const changed = NAMES.filter((name) => statuses && was[name]?.status !== statuses[name])
  const isAsked = JSON.stringify(before.requirements) !== JSON.stringify(requirements)
  if (!isAsked && changed.length === 0) return before
  const balance = statuses
    ? { payouts: capability(statuses.payouts), stripe_transfers: capability(statuses.stripe_transfers) }
    : was
  const capabilities = { ...recipient.capabilities, stripe_balance: balance }
  const after: Account = {
    ...before,
    configuration: { ...before.configuration, recipient: { ...recipient, capabilities } },
    requirements,
  }
  saveAccount(context, after)
  if (changed.includes('payouts')) {
    const isActive = statuses?.payouts === 'active'
    context.store.hide(after.id, { payoutsStopped: isActive ? null : now(context) })
    if (isActive) resumePayouts(context, after.id)
  }
  if (isAsked) emitThin(context, 'v2.core.account[requirements].updated', after)
  for (const name of changed) {
    emitThin(context, 'v2.core.account[configuration.recipient].capability_status_updated', after, {
      updated_capability: `stripe_balance.${name}`,
    })
  }
  return after
}
