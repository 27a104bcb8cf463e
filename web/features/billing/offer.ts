// What a month with a creator costs, and why one may not be able to subscribe.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { billing, type Offer, type Split } from '#shared/contracts/billing.ts'
import { type Author, users } from '#shared/contracts/users.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { ApiError, isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { invalidateFeeds } from '#web/lib/query.ts'
import { keys } from '#web/lib/query-keys.ts'

export const BENEFITS = [
  'Exclusive trade signals and insights',
  'Premium content and analysis',
  "Direct access to the creator's strategy",
] as const

/** Asked anew each time: a price on a page that is about to charge it can't be an old one. */
export const useOffer = (creatorId: string) =>
  useQuery({
    queryKey: keys.offer(creatorId),
    queryFn: () => call(billing.offer, { params: { id: creatorId } }),
    refetchOnMount: 'always',
  })

/** Only to find the way to somebody whose offer there is none of. */
export const useCreator = (id: string, isNeeded: boolean) =>
  useQuery({
    queryKey: keys.userById(id),
    queryFn: () => call(users.byId, { params: { id } }),
    enabled: isNeeded,
  })

export const nameOf = ({ displayName, username }: Pick<Author, 'displayName' | 'username'>): string =>
  displayName || username

/** The offer's own figures; for an unfinished payment at another price, the same rule with that price. US cents. */
export function splitAt(offer: Offer, priceInCents: number): Split {
  if (offer.priceInCents === priceInCents) return offer
  const { platformFeePercent } = offer
  return { priceInCents, platformFeePercent, ...splitPrice(priceInCents, platformFeePercent) }
}

const NOT_AVAILABLE = ['creator_not_available', 'creator_hidden', 'self_subscription', 'user_not_found']

const NOT_NOW = ['creator_paused', 'creator_ending']

/** Why this creator takes nobody new at the moment, in the server's words; undefined for every other error. */
export function notNow(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !NOT_NOW.includes(error.problem.code ?? '')) return undefined
  return messageOf(error) ?? outcomes.creatorNotNow.text
}

/** What a person is told when subscribing is refused for a reason of its own; undefined for plain failures. */
export function refusalOf(error: unknown): Outcome | undefined {
  const code = error instanceof ApiError ? (error.problem.code ?? '') : ''
  if (NOT_AVAILABLE.includes(code)) return outcomes.creatorNotAvailable
  if (NOT_NOW.includes(code)) return outcomes.creatorNotNow
  if (code === 'already_subscribed') return outcomes.alreadySubscribed
  if (code === 'payment_due') return outcomes.paymentDue
  return undefined
}

/** What a failed beginning means for the person at the checkout; a lost session has its own words. */
export function beginningFailed(error: unknown): Outcome | undefined {
  if (error === null || isUnauthorized(error)) return undefined
  return refusalOf(error) ?? outcomes.checkoutFailed
}

/** What the page knew of this creator, their signals and one's own subscriptions is old once one has subscribed. */
export function refreshSubscribed(client: QueryClient, creatorId: string, viewerId: string): void {
  client.setQueryData(keys.subscriptionStatus(creatorId), { isSubscribed: true })
  void client.invalidateQueries({ queryKey: keys.heldBy(viewerId) })
  void client.invalidateQueries({ queryKey: keys.users })
  // Fetched now, so that nothing is still locked when the person arrives there.
  void client.invalidateQueries({ queryKey: keys.signalsOf(creatorId), refetchType: 'all' })
  invalidateFeeds(client)
}
