// Stores what a person agrees to by pressing Pay.
import { consents } from '#shared/contracts/consents.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'

/** `creatorId`: the creator whose subscription is paid; null for Creator Mode. Throws the errors of the call. */
export async function agreeToPay(creatorId: string | null, immediateAccess: boolean): Promise<void> {
  try {
    await call(consents.agreeToPay, { body: { creatorId, immediateAccess } })
  } catch (error) {
    // The payment was completed or canceled in the meantime. The payment step reports this itself.
    if (!(error instanceof ApiError && error.problem.code === 'payment_not_open')) throw error
  }
}
