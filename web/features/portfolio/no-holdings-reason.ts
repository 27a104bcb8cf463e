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
    return 'What you hold is kept, but its value can’t be worked out for the reason above. Another file can be imported meanwhile.'
  if (connections.length > 0 && connections.every(({ syncedAt }) => syncedAt === null))
    return (
      connections.find(({ trouble }) => trouble !== null)?.trouble ??
      'Nothing was read from your broker so far.'
    )
  if (accounts.length > 0 && accounts.every(({ isPaper }) => isPaper))
    return 'There is only a paper account, which is part of no figure.'
  return connections.length > 0
    ? 'Your connected brokerage has no positions.'
    : 'Your imported account has no positions.'
}
