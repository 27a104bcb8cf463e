// The error catalogue of spec section 8, row by row: what the toast says, and where the page goes next and when.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, OfflineError } from '#web/lib/api-error.ts'
import { followOutcome, setNavigate, type Outcome, outcomes, showOutcome } from '#web/lib/outcomes.ts'
import { signalOutcomes } from '#web/lib/signal-outcomes.ts'
import { type Toast, useToast } from '#web/ui/toast-store.ts'
import { CATALOGUE } from './outcome-catalogue.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'
import { portfolioOutcomes } from '#web/features/portfolio/outcomes.ts'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

const ALL: Outcome[] = [
  outcomes,
  signalOutcomes,
  paymentOutcomes,
  accountOutcomes,
  portfolioOutcomes,
].flatMap((some) => Object.values<Outcome>(some))

/** The toast a person would see now. */
function shown(): Toast | undefined {
  let toast: Toast | undefined
  renderToStaticMarkup(
    createElement(function Reader() {
      toast = useToast()
      return null
    }),
  )
  return toast
}

const visited: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  visited.length = 0
  setNavigate((to) => visited.push(to))
  vi.stubGlobal('location', { assign: (to: string) => visited.push(to) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe.each(CATALOGUE)('$situation', (row) => {
  test('shows the texts of the specification', () => {
    followOutcome(row.outcome)
    expect(shown()).toMatchObject({ title: row.title, open: true })
    expect(shown()?.description).toBe(row.text)
    expect(shown()?.tone).toBe(row.tone)
  })

  test("shows the server's own message only where the specification says so", () => {
    followOutcome(row.outcome, new ApiError(409, '{"code":"some_code","message":"A sentence of the server"}'))
    expect(shown()?.description).toBe(row.showsServerMessage ? 'A sentence of the server' : row.text)
  })

  test('navigates where and when the specification says', () => {
    followOutcome(row.outcome)
    if (row.leads?.afterMs) {
      vi.advanceTimersByTime(row.leads.afterMs - 1)
      expect(visited).toEqual([])
    }
    vi.advanceTimersByTime(row.leads ? 1 : 60_000)
    expect(visited).toEqual(row.leads ? [row.leads.to] : [])
  })

  test('can be shown without navigating', () => {
    showOutcome(row.outcome)
    expect(shown()).toMatchObject({ title: row.title, open: true })
    vi.advanceTimersByTime(60_000)
    expect(visited).toEqual([])
  })
})

test('every outcome is a row of this table or an addition that docs/spec-answers.md allows', () => {
  const known = new Set<Outcome>(CATALOGUE.map(({ outcome }) => outcome))
  const additions: Outcome[] = [
    paymentOutcomes.onboardingRequired,
    paymentOutcomes.creatorNotNow,
    paymentOutcomes.alreadySubscribed,
    paymentOutcomes.paymentDue,
    accountOutcomes.passwordReset,
    accountOutcomes.passwordChanged,
    accountOutcomes.emailLinkFailed,
    accountOutcomes.emailNotVerified,
    paymentOutcomes.nameLikeCreator,
    accountOutcomes.signedOutThere,
    accountOutcomes.signOutThereFailed,
    outcomes.usernameChanged,
    accountOutcomes.dataExportRequested,
    accountOutcomes.dataExportFailed,
    accountOutcomes.dataDownloadFailed,
    accountOutcomes.deletionRequested,
    accountOutcomes.agreed,
    accountOutcomes.agreeFailed,
    accountOutcomes.accountKept,
    accountOutcomes.keepAccountFailed,
    accountOutcomes.passkeyFailed,
    accountOutcomes.authenticatorOn,
    accountOutcomes.authenticatorOff,
    accountOutcomes.authenticatorOffFailed,
    accountOutcomes.passkeyAdded,
    accountOutcomes.passkeyRemoved,
    accountOutcomes.passkeyRemovalFailed,
    signalOutcomes.linkCopied,
    signalOutcomes.linkNotCopied,
    signalOutcomes.linkNotShared,
    signalOutcomes.signalWithdrawn,
    signalOutcomes.withdrawFailed,
    signalOutcomes.watchFailed,
    signalOutcomes.unwatchFailed,
    paymentOutcomes.priceSet,
    paymentOutcomes.samePrice,
    paymentOutcomes.priceUpdated,
    paymentOutcomes.subscriptionEnds,
    paymentOutcomes.subscriptionEnded,
    paymentOutcomes.subscriptionKept,
    paymentOutcomes.planEnds,
    paymentOutcomes.planEnded,
    paymentOutcomes.planKept,
    paymentOutcomes.resumeFailed,
    paymentOutcomes.duePaid,
    paymentOutcomes.duePaidInactive,
    paymentOutcomes.dueUnchanged,
    paymentOutcomes.dueNeedsConfirmation,
    paymentOutcomes.duePaymentFailed,
    paymentOutcomes.billingPageFailed,
    outcomes.portfolioImported,
    portfolioOutcomes.accountDeleted,
    portfolioOutcomes.accountDeletionFailed,
    portfolioOutcomes.brokerConnected,
    portfolioOutcomes.brokerReconnected,
    portfolioOutcomes.noBrokerConnected,
    portfolioOutcomes.reconnectFailed,
    portfolioOutcomes.brokerDisconnected,
    portfolioOutcomes.disconnectFailed,
    portfolioOutcomes.portfolioDeleted,
    portfolioOutcomes.portfolioDeletionFailed,
  ]
  expect(ALL.filter((outcome) => !known.has(outcome) && !additions.includes(outcome))).toEqual([])
})

// @spec-8.1
test('a response that is not OK becomes "{status}: {body}"', () => {
  expect(new ApiError(404, '{"code":"user_not_found","message":"User not found"}').message).toBe(
    '404: {"code":"user_not_found","message":"User not found"}',
  )
  expect(new ApiError(502, 'Bad Gateway').message).toBe('502: Bad Gateway')
})

test('a person who chose not to confirm their identity sees no message', () => {
  followOutcome(paymentOutcomes.priceSet)
  followOutcome(paymentOutcomes.priceFailed, new ApiError(403, '{"code":"reauthentication_required"}'))
  expect(shown()?.title).toBe(paymentOutcomes.priceSet.title)
})

test('without a connection the toast says so', () => {
  followOutcome(outcomes.signalFailed, new OfflineError())
  expect(shown()?.description).toMatch(/offline/)
})
