// A subscription's state on the subscriptions page: its label, and whether it can be canceled or resumed.
import { expect, test } from 'vitest'
import type { Subscription } from '#shared/contracts/billing.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/rules/access.ts'
import { consequence } from '#web/features/subscriptions/cancel-subscription-dialog.tsx'
import {
  canCancel,
  canResume,
  isPausedWithoutAccess,
  stateLabel,
  subscriptionState,
} from '#web/features/subscriptions/subscription-state.ts'

const LATER = new Date(Date.now() + 86_400_000)
const EARLIER = new Date(Date.now() - 86_400_000)
const some = (facts: Partial<Subscription>): Subscription => ({
  id: '',
  subscriberId: null,
  creatorId: null,
  subscriber: null,
  creator: null,
  priceInCents: 500,
  status: 'active',
  hasAccess: true,
  currentPeriodStart: null,
  currentPeriodEnd: LATER,
  endsAt: null,
  endedBy: null,
  graceEndsAt: null,
  pausedFrom: null,
  hasUnpaidInvoice: false,
  createdAt: LATER,
  updatedAt: LATER,
  ...facts,
})

// @spec-2.139 @spec-4.26
test('each status has a state and a label', () => {
  const table = SUBSCRIPTION_STATUSES.map((status) => [
    status,
    subscriptionState(some({ status })),
    stateLabel(some({ status })),
  ])
  expect(table).toEqual([
    ['incomplete', 'ended', 'Incomplete'],
    ['incomplete_expired', 'ended', 'Expired'],
    ['active', 'active', 'Active'],
    ['trialing', 'active', 'Active'],
    ['past_due', 'due', 'Past due'],
    ['canceled', 'ended', 'Canceled'],
    ['unpaid', 'due', 'Unpaid'],
    ['paused', 'paused', 'Paused'],
  ])
})

test('an ending subscription shows its last day, and its subscriber can resume it', () => {
  const ending = some({ endsAt: LATER, endedBy: 'subscriber' })
  expect(stateLabel(ending)).toMatch(/^Ends [A-Z][a-z]{2} \d{1,2}/)
  expect([canResume(ending), canCancel(ending)]).toEqual([true, false])
  // This is also possible while a payment is due.
  expect(canResume(some({ status: 'past_due', endsAt: LATER, endedBy: 'subscriber' }))).toBe(true)
})

test('a pause is shown, unless the subscription ends anyway', () => {
  const paused = some({ pausedFrom: LATER })
  expect([subscriptionState(paused), stateLabel(paused)]).toEqual(['paused', 'Paused'])
  expect([canResume(paused), canCancel(paused)]).toEqual([false, true])
  const ending = some({ pausedFrom: LATER, endsAt: LATER, endedBy: 'subscriber' })
  expect(subscriptionState(ending)).toBe('ending')
})

test('a pause ends access once the paid period is over, but not for a canceled subscription', () => {
  expect(isPausedWithoutAccess(some({ pausedFrom: LATER }))).toBe(false)
  expect(isPausedWithoutAccess(some({ pausedFrom: EARLIER, hasAccess: false }))).toBe(true)
  expect(isPausedWithoutAccess(some({ pausedFrom: EARLIER, hasAccess: false, endsAt: LATER }))).toBe(true)
  expect(isPausedWithoutAccess(some({ pausedFrom: EARLIER, hasAccess: false, status: 'canceled' }))).toBe(
    false,
  )
  // A dispute takes access without a pause.
  expect(isPausedWithoutAccess(some({ hasAccess: false }))).toBe(false)
})

test('a subscription ended by the creator or a disputed payment can be neither resumed nor canceled', () => {
  for (const endedBy of ['creator', 'payments'] as const) {
    const ending = some({ endsAt: LATER, endedBy })
    expect([canResume(ending), canCancel(ending)]).toEqual([false, false])
  }
  const ended = some({ status: 'canceled', endsAt: LATER, endedBy: 'subscriber' })
  expect([canResume(ended), canCancel(ended)]).toEqual([false, false])
})

test('the dialog says that canceling ends it at once while its month isn’t paid', () => {
  expect(consequence(some({}))).toMatch(/^You keep access until .* You won’t be charged again\.$/)
  const endsNow = /^It ends now, and so does your access, because this month isn’t paid\./
  expect(consequence(some({ status: 'past_due', hasUnpaidInvoice: true }))).toMatch(endsNow)
  // The hour after a renewal.
  expect(consequence(some({ hasUnpaidInvoice: true }))).toMatch(endsNow)
  expect(consequence(some({ hasUnpaidInvoice: true, pausedFrom: LATER }))).toMatch(/^You keep access until/)
})
