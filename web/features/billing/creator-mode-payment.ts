// Paying for Creator Mode: asked first whether it is there already, then begun, then confirmed by the server.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { creators } from '#shared/contracts/creators.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { type Outcome, outcomes, showOutcome } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'
import { useCheckout } from './checkout.ts'
import { useLeading } from './leading.ts'

/** Nothing is wrong: there is only nothing to buy. */
class AlreadyACreator extends Error {
  override name = 'AlreadyACreator'
}

async function begin() {
  const { isCreator } = await call(creators.status)
  if (isCreator) throw new AlreadyACreator()
  return call(creators.startPlan)
}

const check = async () => (await call(creators.checkPlan)).isCreator

export function useCreatorModeCheckout() {
  const client = useQueryClient()
  const { reload } = useAuth()
  // The page believed this person is no creator.
  const readAgain = () => {
    reload()
    void client.invalidateQueries({ queryKey: keys.creators })
  }
  const checkout = useCheckout({
    name: 'creator mode',
    begin,
    check,
    paidAfterLeaving: () => {
      showOutcome(outcomes.creatorModeActivated)
      readAgain()
    },
  })
  const { step, error } = checkout
  const isDone = step === 'done'
  const elsewhere = isDone ? undefined : elsewhereFor(error)

  useEffect(() => {
    if (isDone || elsewhere === outcomes.alreadyACreator) readAgain()
    // `readAgain` is another function after each reading of the session.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDone, elsewhere])
  useLeading(isDone ? outcomes.creatorModeActivated : elsewhere, { error })
  return { ...checkout, isElsewhere: elsewhere !== undefined }
}

/** Where the error of the beginning leads; undefined when it can only be tried again. */
function elsewhereFor(error: unknown): Outcome | undefined {
  if (error instanceof AlreadyACreator) return outcomes.alreadyACreator
  if (!(error instanceof ApiError)) return undefined
  const { code, message } = error.problem
  // The code is ours; the words are those the specification goes by.
  if (code === 'already_a_creator' || message?.includes('Already a creator')) return outcomes.alreadyACreator
  return code === 'payment_due' ? outcomes.paymentDue : undefined
}
