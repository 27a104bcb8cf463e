// Calls about what a person agreed to.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Serve } from '#server/http/serve.ts'
import { consents } from '#shared/contracts/consents.ts'
import {
  agreeAgain,
  agreeToPay,
  consentAtRegistration,
  type ConsentDeps,
  consentState,
  type MarkAttempt,
} from './consents.ts'

/** Returns the function with which the auth feature stores the consent of a person who registers. */
export function consentRoutes(
  serve: Serve,
  deps: ConsentDeps,
  markAttempt: MarkAttempt,
): (trx: Transaction<DB>, userId: string) => Promise<void> {
  serve(consents.state, ({ viewer }) => consentState(deps, viewer.id))
  serve(consents.agree, ({ viewer, body }) => agreeAgain(deps, viewer.id, body))
  serve(consents.agreeToPay, async ({ viewer, body }) => {
    await agreeToPay(deps, viewer.id, body, markAttempt)
    return { message: 'Saved' }
  })
  return (trx, userId) => consentAtRegistration(trx, deps, userId)
}
