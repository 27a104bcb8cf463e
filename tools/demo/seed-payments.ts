// Seeds a year of payments through the product's own calls, with a payment sandbox whose clock runs through that year.
import { listenBackdated, type ListeningSandbox } from '#tools/sandbox/stripe/listen.ts'
import type { Deps } from '#server/deps.ts'
import { customerOf } from '#server/features/billing/customer.ts'
import { applyDefaultCards } from '#server/features/billing/sync/default-card.ts'
import { cancelAtPeriodEnd } from '#server/features/billing/lifecycle/cancel-subscription.ts'
import { openPortal } from '#server/features/billing/checkout/portal.ts'
import { startPlan } from '#server/features/billing/checkout/start-plan.ts'
import { changeAddress } from '#server/features/billing/tax/billing-address.ts'
import { latestPlan, liveSubscription } from '#server/features/billing/store.ts'
import { subscribe } from '#server/features/billing/checkout/subscribe.ts'
import { syncBillingRecord } from '#server/features/billing/sync/sync-billing-record.ts'
import { createAccount, createAccountLink } from '#server/features/creators/payouts.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { syncRecentPayouts } from '#server/features/creators/sync-payouts.ts'
import { setPrice } from '#server/features/creators/set-price.ts'
import { openStripe } from '#server/adapters/stripe.ts'
import { confirmAsBrowser, submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import type { Person } from './build-people.ts'
import { momentOf } from './time-ago.ts'
import { type DemoPlan, demoPlans } from './creator-plans.ts'
import { type DemoSubscription, demoSubscriptions } from './subscriptions.ts'
import type { people } from './people.ts'

type Name = keyof typeof people
type DemoEvent = { at: Date; does: () => Promise<unknown> }

const CARDS = ['4242424242424242', '5555555555554444', '4000056655665556', '378282246310005']
/** A card that can be saved, but declines every charge. */
const BROKEN_CARD = '4000000000000341'

/**
 * Runs all events in order of time, with the product's and the sandbox's clocks set to each event. The sandbox renews,
 * charges and retries in between. At the end the product syncs the result at the present time, and the history is
 * merged into `real`, the permanent sandbox. No webhooks are sent, so none are pending when the server starts.
 */
export async function seedPayments(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>,
  real: ListeningSandbox,
  persons: Record<Name, Person>,
): Promise<void> {
  const present = deps.clock.now()
  let moment = present
  const past = await listenBackdated(real, () => Math.floor(moment.getTime() / 1000))
  const then = {
    ...deps,
    clock: { ...deps.clock, now: () => moment },
    stripe: openStripe(deps.config.payments, past),
    origin: `http://127.0.0.1:${past.port}`,
  }
  try {
    for (const { at, does } of eventsOf(then, persons, present)) {
      moment = at
      await does()
    }
    moment = present
    await syncAll(then, Object.values(persons))
    past.keep()
  } finally {
    await past.close()
  }
}

/** The product at a past time. `origin` is the backdated sandbox's real address, unlike the one in its URLs. */
type BackdatedProduct = Parameters<typeof syncBillingRecord>[0] & { origin: string }

const pageAt = ({ origin }: BackdatedProduct, address: string): string =>
  origin + new URL(address, origin).pathname

function eventsOf(then: BackdatedProduct, persons: Record<Name, Person>, present: Date): DemoEvent[] {
  const earners = Object.entries<DemoPlan>(demoPlans).flatMap(([name, one], place): DemoEvent[] => {
    const { id } = persons[name as keyof typeof demoPlans]
    const { since, priceCents, raised, canceled } = one
    return [
      { at: momentOf(since, present, place), does: () => becomeCreator(then, id, priceCents) },
      ...(raised
        ? [{ at: momentOf(raised.at, present, place), does: () => setPrice(then, id, raised.toCents) }]
        : []),
      ...(canceled ? [{ at: momentOf(canceled, present, place), does: () => endPlan(then, id) }] : []),
    ]
  })
  const payers = demoSubscriptions.flatMap((one, index): DemoEvent[] => {
    const [payer, creator] = [persons[one.who].id, persons[one.to].id]
    const place = index + earners.length
    const { since, canceled, brokenCard } = one
    return [
      { at: momentOf(since, present, place), does: () => begin(then, payer, creator, cardOf(one, index)) },
      ...(canceled
        ? [{ at: momentOf(canceled, present, place), does: () => end(then, payer, creator) }]
        : []),
      ...(brokenCard
        ? [{ at: momentOf(brokenCard, present, place), does: () => changeCard(then, payer, BROKEN_CARD) }]
        : []),
    ]
  })
  return [...earners, ...payers].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

const cardOf = ({ isUnpaid }: DemoSubscription, index: number): string | null =>
  isUnpaid ? null : (CARDS[index % CARDS.length] ?? null)

async function becomeCreator(then: BackdatedProduct, id: string, priceCents: number | null): Promise<void> {
  await giveAddress(then, id)
  const { clientSecret } = await startPlan(then, id)
  await confirm(then, clientSecret, CARDS[0] ?? '')
  await syncBillingRecord(then, (await latestPlan(then.db, id))?.stripeSubscriptionId ?? '')
  if (priceCents === null) return
  const { stripeAccountId } = await createAccount(then, id)
  await submitForm(pageAt(then, await createAccountLink(then, id, then.origin)))
  await syncPayoutAccount(then, stripeAccountId ?? '')
  await setPrice(then, id, priceCents)
}

/** Where prices are before tax. */
async function giveAddress(then: BackdatedProduct, id: string): Promise<void> {
  if (then.config.payments.isTaxed)
    await changeAddress(then, id, { country: 'US', postalCode: '98101', state: 'WA' })
}

async function endPlan(then: BackdatedProduct, id: string): Promise<void> {
  const plan = await latestPlan(then.db, id)
  if (plan) await cancelAtPeriodEnd(then, { ...plan, kind: 'plan' })
}

/** Without a card the payment stays incomplete. */
async function begin(
  then: BackdatedProduct,
  payer: string,
  creator: string,
  card: string | null,
): Promise<void> {
  await giveAddress(then, payer)
  const { clientSecret } = await subscribe(then, payer, creator)
  if (card !== null) await confirm(then, clientSecret, card)
}

async function confirm({ origin }: BackdatedProduct, clientSecret: string, card: string): Promise<void> {
  const { status } = await confirmAsBrowser(origin, clientSecret, card)
  if (status !== 200) throw new Error(`A card of the demo people was refused: ${status}`)
}

async function end(then: BackdatedProduct, payer: string, creator: string): Promise<void> {
  const find = () => liveSubscription(then.db, payer, creator)
  await syncBillingRecord(then, (await find())?.stripeSubscriptionId ?? '')
  const row = await find()
  if (row) await cancelAtPeriodEnd(then, { ...row, kind: 'subscription' })
}

/** Changes the card in the billing portal. */
async function changeCard(then: BackdatedProduct, payer: string, number: string): Promise<void> {
  const page = pageAt(then, await openPortal(then, payer, then.origin))
  const body = new URLSearchParams({ do: 'card', number, expiry: '12/34', cvc: '123' })
  const { status } = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  if (status >= 400) throw new Error(`A card of the demo people could not be exchanged: ${status}`)
  // No webhook reports the change, because the backdated sandbox sends none.
  await applyDefaultCards(then, await customerOf(then, payer))
}

/** Syncs everyone's subscriptions and accounts from the sandbox. */
async function syncAll(then: BackdatedProduct, persons: Person[]): Promise<void> {
  const { db } = then
  const ids = persons.map(({ id }) => id)
  const plans = await db
    .selectFrom('creatorPlans')
    .select('stripeSubscriptionId')
    .where('userId', 'in', ids)
    .execute()
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select('stripeSubscriptionId')
    .where('subscriberId', 'in', ids)
    .execute()
  for (const { stripeSubscriptionId } of [...plans, ...subscriptions])
    await syncBillingRecord(then, stripeSubscriptionId ?? '')
  const earners = await db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('id', 'in', ids)
    .where('stripeAccountId', 'is not', null)
    .execute()
  for (const { stripeAccountId } of earners) {
    await syncPayoutAccount(then, stripeAccountId ?? '')
    await syncRecentPayouts(then, stripeAccountId ?? '', { tells: false })
  }
}
