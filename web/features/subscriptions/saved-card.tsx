// The card that pays for all subscriptions and the plan, and the way to change it, for Settings.
import { useMutation, useQuery } from '@tanstack/react-query'
import { savedCard } from '#shared/contracts/saved-card.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { cardName, expiryText, isExpired } from '#web/lib/card-name.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'

/** `isDue`: a payment is due, which the new card pays at once. */
export function SavedCardRow({ isDue }: { isDue: boolean }) {
  const {
    data: card,
    isPending,
    error,
  } = useQuery({
    queryKey: queryKeys.savedCard,
    queryFn: () => call(savedCard.card),
  })
  const change = useMutation({
    mutationFn: () => call(savedCard.change),
    onSuccess: ({ url }) => location.assign(url),
    onError: (failure) => {
      if (!isUnauthorized(failure)) followOutcome(paymentOutcomes.billingPageFailed, failure)
    },
  })
  const expiry = card && { exp_month: card.expMonth, exp_year: card.expYear }
  const uses = isDue ? 'A new card is charged what’s due now.' : 'Pays for your subscriptions.'
  return (
    <ListRow
      title={card ? cardName(card) : isPending ? 'Card' : error ? 'Couldn’t load your card' : 'No card saved'}
      sub={expiry ? `${isExpired(expiry) ? 'Expired' : 'Expires'} ${expiryText(expiry)}. ${uses}` : uses}
      end={
        <Button
          variant="outline"
          size="sm"
          pending={change.isPending || change.isSuccess}
          aria-label={card ? 'Change card' : 'Add a card'}
          onClick={() => change.mutate()}
        >
          {card ? 'Change' : 'Add'}
        </Button>
      }
    />
  )
}
