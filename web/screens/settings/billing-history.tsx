// In Settings, "Billing": contracts to withdraw from, payments and refunds.
import { AskDialog } from '#web/features/refunds/ask-dialog.tsx'
import { useBillingHistory } from '#web/features/refunds/queries.ts'
import { Receipts, RECEIPTS_HEADING } from '#web/features/refunds/receipts.tsx'
import { CONTRACTS_HEADING, WithdrawableList } from '#web/features/refunds/withdrawable-list.tsx'
import { WithdrawDialog } from '#web/features/refunds/withdraw-dialog.tsx'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'

export function BillingHistory() {
  const { data, error, isFetching, refetch } = useBillingHistory()
  if (data === undefined)
    return (
      <CardList>
        {error && !isUnauthorized(error) ? (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            Couldn’t load your payments.
          </ErrorState>
        ) : (
          <Loading label="Loading your payments">
            <RowSkeletons />
          </Loading>
        )}
      </CardList>
    )
  const { withdrawable, withdrawals, payments } = data
  return (
    <>
      {withdrawable.length > 0 && <WithdrawableList contracts={withdrawable} />}
      {payments.length > 0 && <Receipts payments={payments} withdrawals={withdrawals} />}
      <AskDialog payments={payments} />
      <WithdrawDialog
        contracts={withdrawable}
        receipts={withdrawals}
        headingId={withdrawable.length > 0 ? CONTRACTS_HEADING : RECEIPTS_HEADING}
      />
    </>
  )
}
