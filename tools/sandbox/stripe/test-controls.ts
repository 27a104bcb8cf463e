// Events at Stripe and banks that no call of ours causes, as functions for tests.
import {
  requireDocument,
  restrictAccount,
  reviewDocument,
  clearRequirements,
} from './objects/account-checks.ts'
import type { BalanceCapability } from './objects/account-requirements.ts'
import { failRefund } from './billing/refund-failure.ts'
import { failPayout, payOut } from './objects/payouts.ts'
import { retrieveAccount } from './objects/accounts.ts'
import type { Context } from './context.ts'

export type TestControls = {
  /** Requires a document by `deadline` (Unix seconds); after it, transfers and payouts are restricted. */
  requireDocument: (account: string, options: { deadline: number }) => void
  /** Restricts the given capabilities (both by default) and activates the others. */
  restrictCapabilities: (account: string, what?: { transfers?: boolean; payouts?: boolean }) => void
  /** Submits the document: Stripe reviews it, and restricted capabilities are pending. */
  reviewDocument: (account: string) => void
  /** Removes all requirements: transfers and payouts are active. */
  clearRequirements: (account: string) => void
  /** Pays out an account's balance; the bank has it at once. */
  payOut: (account: string) => void
  /** The bank sends a payout back, with a code such as `account_closed`. */
  failPayout: (payout: string, code?: string) => void
  /** The card's bank rejects a refund. */
  failRefund: (refund: string) => void
}

/** `act` runs work in one transaction and sends its events. Each function throws for an unknown account. */
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
    payOut: (id) => act((context) => payOut(context, retrieveAccount(context, id))),
    failPayout: (id, code = 'account_closed') => act((context) => failPayout(context, id, code)),
    failRefund: (id) => act((context) => failRefund(context, id)),
    clearRequirements: (id) => act((context) => clearRequirements(context, retrieveAccount(context, id))),
  }
}
