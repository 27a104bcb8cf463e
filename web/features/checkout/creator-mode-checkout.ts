// The checkout for Creator Mode, and the redirect of each outcome.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { creators } from '#shared/contracts/creators.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { type Outcome, showOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'
import { agreeToPay } from './agree-to-pay.ts'
import { useCheckout } from './checkout.ts'
import { useOutcomeRedirect } from './outcome-redirect.ts'
import { creatorModePaid, paymentOutcomes } from '#web/lib/payment-outcomes.ts'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

/** Not a failure: there is nothing to buy. */
class AlreadyACreator extends Error {
  override name = 'AlreadyACreator'
}

async function start() {
  const { isCreator } = await call(creators.status)
  if (isCreator) throw new AlreadyACreator()
  return call(creators.startPlan)
}

async function check() {
  const { isCreator, paidUntil } = await call(creators.checkPlan)
  return { isPaid: isCreator, paidUntil }
}

export function useCreatorModeCheckout() {
  const client = useQueryClient()
  const { reload } = useAuth()
  // The session and the cached plan still say that this person isn't a creator.
  const refresh = () => {
    reload()
    void client.invalidateQueries({ queryKey: queryKeys.creators })
  }
  const checkout = useCheckout({
    name: 'creator mode',
    start,
    agree: (asksForAccess) => agreeToPay(null, asksForAccess),
    check,
    onPaidAfterLeaving: () => {
      showOutcome(paymentOutcomes.creatorModeActivated)
      refresh()
    },
  })
  const { step, error } = checkout
  const isDone = step === 'done'
  const failure = isDone ? undefined : redirectingFailure(error)

  useEffect(() => {
    if (isDone || failure === paymentOutcomes.alreadyACreator) refresh()
    // `refresh` changes each time the session is read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDone, failure])
  const paidBefore = useMemo(
    () => checkout.paidBefore && creatorModePaid(checkout.paidBefore),
    [checkout.paidBefore],
  )
  useOutcomeRedirect(isDone ? (paidBefore ?? paymentOutcomes.creatorModeActivated) : failure, { error })
  return { ...checkout, isRedirecting: failure !== undefined }
}

/** The outcome of a start error that redirects; undefined if the person can only retry. */
function redirectingFailure(error: unknown): Outcome | undefined {
  if (error instanceof AlreadyACreator) return paymentOutcomes.alreadyACreator
  if (!(error instanceof ApiError)) return undefined
  const { code, message } = error.problem
  // The code is ours. The spec goes by the message.
  if (code === 'already_a_creator' || message?.includes('Already a creator'))
    return paymentOutcomes.alreadyACreator
  if (code === 'own_username_like_creator' || code === 'own_display_name_like_creator')
    return paymentOutcomes.nameLikeCreator
  if (code === 'email_not_verified') return accountOutcomes.emailNotVerified
  return code === 'payment_due' ? paymentOutcomes.paymentDue : undefined
}
