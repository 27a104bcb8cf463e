// A creator's offer: its price, why a person can't subscribe, and what to refresh after they subscribe.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { billing, type Offer, type Split } from '#shared/contracts/billing.ts'
import { users } from '#shared/contracts/users.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { ApiError, isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { type Outcome } from '#web/lib/outcomes.ts'
import { invalidateFeeds } from '#web/lib/query.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

/** Refetched on every mount, because a page that is about to charge a price must not show an old one. */
export const useOffer = (creatorId: string) =>
  useQuery({
    queryKey: queryKeys.offer(creatorId),
    queryFn: () => call(billing.offer, { params: { id: creatorId } }),
    refetchOnMount: 'always',
  })

/** For a link to the profile of a creator who has no offer. */
export const useCreator = (id: string, isNeeded: boolean) =>
  useQuery({
    queryKey: queryKeys.userById(id),
    queryFn: () => call(users.byId, { params: { id } }),
    enabled: isNeeded,
  })

/**
 * The offer's own split; for an unfinished payment at another price, the same rule at that price. US cents.
 */
export function splitAt(offer: Offer, priceInCents: number): Split {
  if (offer.priceInCents === priceInCents) return offer
  const { platformFeePercent } = offer
  return { priceInCents, platformFeePercent, ...splitPrice(priceInCents, platformFeePercent) }
}

const NOT_AVAILABLE = ['creator_not_available', 'creator_hidden', 'self_subscription', 'user_not_found']
const CLOSED_FOR_NOW = ['creator_paused', 'creator_ending']

const codeOf = (error: unknown): string => (error instanceof ApiError ? (error.problem.code ?? '') : '')

/**
 * Why this creator takes no new subscribers right now, in the server's words; undefined for any other error.
 */
export function closedReason(error: unknown): string | undefined {
  if (!CLOSED_FOR_NOW.includes(codeOf(error))) return undefined
  return messageOf(error) ?? paymentOutcomes.creatorNotNow.text
}

/** The outcome of a refusal to subscribe that has its own message; undefined for any other error. */
export function refusalOutcome(error: unknown): Outcome | undefined {
  const code = codeOf(error)
  if (NOT_AVAILABLE.includes(code)) return paymentOutcomes.creatorNotAvailable
  if (CLOSED_FOR_NOW.includes(code)) return paymentOutcomes.creatorNotNow
  if (code === 'already_subscribed') return paymentOutcomes.alreadySubscribed
  if (code === 'payment_due') return paymentOutcomes.paymentDue
  if (code === 'email_not_verified') return accountOutcomes.emailNotVerified
  return undefined
}

/** The outcome of a checkout that couldn't start; undefined for an expired session, which has its own. */
export function startFailure(error: unknown): Outcome | undefined {
  if (error === null || isUnauthorized(error)) return undefined
  return refusalOutcome(error) ?? paymentOutcomes.checkoutFailed
}

/** After a subscription, everything loaded about the creator and their signals is out of date. */
export function refreshAfterSubscribing(client: QueryClient, creatorId: string, viewerId: string): void {
  client.setQueryData(queryKeys.subscriptionStatus(creatorId), { isSubscribed: true })
  void client.invalidateQueries({ queryKey: queryKeys.heldBy(viewerId) })
  void client.invalidateQueries({ queryKey: queryKeys.users })
  // Refetched right away, so that no signal is still locked when the person gets there.
  void client.invalidateQueries({ queryKey: queryKeys.signalsOf(creatorId), refetchType: 'all' })
  invalidateFeeds(client)
}
