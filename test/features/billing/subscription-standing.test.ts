// What a subscription's status means on the management page: its badge, and whether it can be canceled or resumed.
import { expect, test } from 'vitest'
import type { Subscription } from '#shared/contracts/billing.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/rules/access.ts'
import {
  canCancel,
  canResume,
  standingOf,
  standingWords,
} from '#web/features/billing/subscription-standing.ts'
import { isLocked } from '#web/features/billing/subscription-status.ts'
import { dollars, monthOf } from '#web/features/billing/subscription-words.ts'

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
  createdAt: LATER,
  updatedAt: LATER,
  ...facts,
})

// @spec-2.139 @spec-4.26
test('each status has its standing and its word', () => {
  const table = SUBSCRIPTION_STATUSES.map((status) => [
    status,
    standingOf(some({ status })),
    standingWords(some({ status })),
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

test('one that runs out says when, and its subscriber may take the decision back', () => {
  const ending = some({ endsAt: LATER, endedBy: 'subscriber' })
  expect(standingWords(ending)).toMatch(/^Ends [A-Z][a-z]{2} \d{1,2}/)
  expect([canResume(ending), canCancel(ending)]).toEqual([true, false])
  // While a payment is due as well.
  expect(canResume(some({ status: 'past_due', endsAt: LATER, endedBy: 'subscriber' }))).toBe(true)
})

test('renewals that are paused are said, and a subscription that ends anyway says when', () => {
  const paused = some({ pausedFrom: LATER })
  expect([standingOf(paused), standingWords(paused)]).toEqual(['paused', 'Paused'])
  expect([canResume(paused), canCancel(paused)]).toEqual([false, true])
  const ending = some({ pausedFrom: LATER, endsAt: LATER, endedBy: 'subscriber' })
  expect(standingOf(ending)).toBe('ending')
})

test('a pause locks once the paid period is over, and nothing that has ended', () => {
  expect(isLocked(some({ pausedFrom: LATER }))).toBe(false)
  expect(isLocked(some({ pausedFrom: EARLIER, hasAccess: false }))).toBe(true)
  expect(isLocked(some({ pausedFrom: EARLIER, hasAccess: false, endsAt: LATER }))).toBe(true)
  expect(isLocked(some({ pausedFrom: EARLIER, hasAccess: false, status: 'canceled' }))).toBe(false)
  // A dispute takes access without a pause.
  expect(isLocked(some({ hasAccess: false }))).toBe(false)
})

test('what the creator or a disputed payment ended can be neither kept nor cancelled again', () => {
  for (const endedBy of ['creator', 'payments'] as const) {
    const ending = some({ endsAt: LATER, endedBy })
    expect([canResume(ending), canCancel(ending)]).toEqual([false, false])
  }
  const ended = some({ status: 'canceled', endsAt: LATER, endedBy: 'subscriber' })
  expect([canResume(ended), canCancel(ended)]).toEqual([false, false])
})

test('amounts have cents and a real minus, months are those of UTC', () => {
  expect([18_180, 0, -0, -95, 1_234_500].map(dollars)).toEqual([
    '$181.80',
    '$0.00',
    '$0.00',
    '−$0.95',
    '$12,345.00',
  ])
  expect([monthOf('2026-01', 'short'), monthOf('2026-11', 'long'), monthOf('2025-12', 'withYear')]).toEqual([
    'Jan',
    'November',
    'Dec 2025',
  ])
})
