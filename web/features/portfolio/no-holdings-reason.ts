// Why there is nothing to list among the holdings, although there is an account or a connection.
import type { Account, Connection } from '#shared/contracts/portfolio.ts'

type NoHoldings = {
  accounts: readonly Pick<Account, 'isPaper'>[]
  connections: readonly Pick<Connection, 'syncedAt' | 'trouble'>[]
  fault: string | null
}

/** In words for the owner; where nothing is wrong, those of the specification (section 2, "Portfolio card"). */
export function noHoldingsReason({ accounts, connections, fault }: NoHoldings): string {
  if (fault !== null)
    return 'Your holdings are saved, but we can’t calculate their value for the reason above. You can import another file in the meantime.'
  if (connections.length > 0 && connections.every(({ syncedAt }) => syncedAt === null))
    return (
      connections.find(({ trouble }) => trouble !== null)?.trouble ??
      'We haven’t read anything from your broker yet.'
    )
  if (accounts.length > 0 && accounts.every(({ isPaper }) => isPaper))
    return 'You only have a paper account, which isn’t included in any figure.'
  return connections.length > 0
    ? 'Your connected brokerage has no positions.'
    : 'Your imported account has no positions.'
}
