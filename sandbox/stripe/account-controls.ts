// What Stripe's checks do to connected accounts, as functions for tests.
import { askForMore, restrictAccount, reviewDocument, satisfy } from './objects/account-checks.ts'
import type { BalanceCapability } from './objects/account-requirements.ts'
import { theAccount } from './objects/accounts.ts'
import type { World } from './world.ts'

export type AccountControls = {
  /** A document is asked for by `deadline` (Unix seconds), when transfers and payouts become restricted by themselves. */
  askFor: (account: string, asked: { deadline: number }) => void
  /** Restricts what is true and makes the rest active; both when nothing is said. */
  restrict: (account: string, what?: { transfers?: boolean; payouts?: boolean }) => void
  /** The document was sent: Stripe looks at it, and what was restricted is pending. */
  review: (account: string) => void
  /** Nothing is asked for any more: transfers and payouts are active. */
  lift: (account: string) => void
}

/** `act` runs the work in one transaction and sends its events. All throw for an account that is not known. */
export function accountControls(act: (work: (world: World) => void) => void): AccountControls {
  return {
    askFor: (id, { deadline }) => act((world) => askForMore(world, theAccount(world, id), deadline)),
    restrict: (id, { transfers, payouts } = { transfers: true, payouts: true }) => {
      const restricts: BalanceCapability[] = [
        ...(transfers ? ['stripe_transfers' as const] : []),
        ...(payouts ? ['payouts' as const] : []),
      ]
      if (restricts.length === 0) throw new Error('restrict: neither transfers nor payouts')
      act((world) => restrictAccount(world, theAccount(world, id), restricts))
    },
    review: (id) => act((world) => reviewDocument(world, theAccount(world, id))),
    lift: (id) => act((world) => satisfy(world, theAccount(world, id))),
  }
}
