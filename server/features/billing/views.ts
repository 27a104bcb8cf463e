// Turns rows of plans and subscriptions into JSON, without Stripe's ids.
import type { Wire } from '#shared/endpoint.ts'
import type { billing } from '#shared/contracts/billing.ts'
import type { creators } from '#shared/contracts/creators.ts'
import type { User } from '#shared/contracts/users.ts'
import type { z } from 'zod'
import { graceEnd, isPaying } from './rules.ts'
import type { PlanRow, SubscriptionRow } from './store.ts'

type UserView = z.input<typeof User>
const iso = (date: Date | null) => date?.toISOString() ?? null

/** `people`: the people whom the viewer may see, by id. */
export function subscriptionView(
  row: SubscriptionRow,
  people: Map<string, UserView>,
  now: Date,
  graceDays: number,
  viewerId: string,
): Wire<typeof billing.cancel> {
  const subscriber = people.get(row.subscriberId) ?? null
  const creator = people.get(row.creatorId) ?? null
  return {
    id: row.id,
    subscriberId: subscriber?.id ?? null,
    creatorId: creator?.id ?? null,
    subscriber,
    creator,
    priceInCents: row.priceInCents,
    // The tax would reveal to the creator where the subscriber lives.
    ...(row.taxInCents !== null && row.subscriberId === viewerId && { taxInCents: row.taxInCents }),
    status: row.status,
    hasAccess: isPaying(row, now, graceDays),
    currentPeriodStart: iso(row.currentPeriodStart),
    currentPeriodEnd: iso(row.currentPeriodEnd),
    endsAt: iso(row.endsAt),
    endedBy: row.endedBy,
    graceEndsAt: iso(graceEnd(row, graceDays)),
    pausedFrom: iso(row.pausedFrom),
    hasUnpaidInvoice: row.hasUnpaidInvoice,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function planView(row: PlanRow, graceDays: number): NonNullable<Wire<typeof creators.plan>> {
  return {
    status: row.status,
    priceInCents: row.priceInCents,
    ...(row.taxInCents !== null && { taxInCents: row.taxInCents }),
    currentPeriodStart: iso(row.currentPeriodStart),
    currentPeriodEnd: iso(row.currentPeriodEnd),
    endsAt: iso(row.endsAt),
    graceEndsAt: iso(graceEnd(row, graceDays)),
    hasUnpaidInvoice: row.hasUnpaidInvoice,
  }
}

/** The end of the paid period, for the page after a payment. */
export const paidUntil = (
  row: (PlanRow & Partial<SubscriptionRow>) | SubscriptionRow | undefined,
  now: Date,
  graceDays: number,
): string | null =>
  row && isPaying(row, now, graceDays) && !row.hasUnpaidInvoice
    ? iso(row.pausedFrom ?? row.endsAt ?? row.currentPeriodEnd)
    : null
