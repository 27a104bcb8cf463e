// Contracts of the last 14 days, each with "Withdraw from contract".
import type { Withdrawable } from '#shared/contracts/refunds.ts'
import { dayText } from '#shared/rules/dates.ts'
import { useHrefWith } from '#web/lib/dialog-address.ts'
import { dollars, shortDate } from '#web/lib/money-and-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'

/** The id of the heading, which takes the focus once the button is gone. */
export const CONTRACTS_HEADING = 'new-contracts'

export function WithdrawableList({ contracts }: { contracts: readonly Withdrawable[] }) {
  return (
    <CardList as="section" aria-labelledby={CONTRACTS_HEADING}>
      <CardHead>
        <h3 id={CONTRACTS_HEADING} tabIndex={-1} className="text-title font-strong">
          New subscriptions
        </h3>
      </CardHead>
      <ul className="divide-y divide-line">
        {contracts.map((contract) => (
          <Row key={contract.subscriptionId} contract={contract} />
        ))}
      </ul>
    </CardList>
  )
}

function Row({ contract }: { contract: Withdrawable }) {
  const { subscriptionId, creator, priceInCents, startedAt, lastDay } = contract
  const href = useHrefWith({ dialog: 'withdraw', subscription: subscriptionId })
  return (
    <ListRow
      stack
      title={<bdi>{creator}</bdi>}
      sub={
        <>
          {dollars(priceInCents)} a month, started {shortDate(startedAt)}. You can undo the purchase until{' '}
          {dayText(lastDay)}.
        </>
      }
      end={
        <Button asChild variant="outline" size="sm">
          <a href={href} aria-label={`Withdraw from contract with ${creator}`}>
            Withdraw from contract
          </a>
        </Button>
      }
    />
  )
}
