// What Stripe's checks do to connected accounts, as functions for tests.
import {
  requireDocument,
  restrictAccount,
  reviewDocument,
  clearRequirements,
} from './objects/account-checks.ts'
import type { BalanceCapability } from './objects/account-requirements.ts'
import { retrieveAccount } from './objects/accounts.ts'
import type { Context } from './context.ts'

export type TestControls = {
  /** A document is asked for by `deadline` (Unix seconds), when transfers and payouts become restricted by themselves. */
  requireDocument: (account: string, asked: { deadline: number }) => void
  /** Restricts what is true and makes the rest active; both when nothing is said. */
  restrictCapabilities: (account: string, what?: { transfers?: boolean; payouts?: boolean }) => void
  /** The document was sent: Stripe looks at it, and what was restricted is pending. */
  reviewDocument: (account: string) => void
  /** Nothing is asked for any more: transfers and payouts are active. */
  clearRequirements: (account: string) => void
}

/** `act` runs the work in one transaction and sends its events. All throw for an account that is not known. */
export function createTestControls(act: (work: (context: Context) => void) => void): TestControls {
  return {
    requireDocument: (id, { deadline }) =>
      act((context) => requireDocument(context, retrieveAccount(context, id), deadline)),
    restrictCapabilities: (id, { transfers, payouts } = { transfers: true, payouts: true }) => {
      const restricts: BalanceCapability[] = [
        ...(transfers ? ['stripe_transfers' as const] : []),
        ...(payouts ? ['payouts' as const] : []),
      ]
      if (restricts.length === 0) throw new Error('restrict: neither transfers nor payouts')
      act((context) => restrictAccount(context, retrieveAccount(context, id), restricts))
    },
    reviewDocument: (id) => act((context) => reviewDocument(context, retrieveAccount(context, id))),
    clearRequirements: (id) => act((context) => clearRequirements(context, retrieveAccount(context, id))),
  }
}
