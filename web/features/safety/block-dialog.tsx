// Explains the effects of a block, including those on payments, before it happens: `?dialog=block&person=…`.
import { useSearch } from 'wouter/use-browser-location'
import type { BlockCost } from '#shared/contracts/safety.ts'
import { countOf } from '#shared/rules/numbers.ts'
import { handleOf } from '#shared/rules/people.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { dollars, longDate } from '#web/lib/money-and-dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Consequences, Dialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useBlock, useBlockCost } from './queries.ts'

export default function BlockDialog() {
  const { isOpen, close, closeIfOpen } = useDialog('block')
  const id = new URLSearchParams(useSearch()).get('person')
  const { data, error, refetch } = useBlockCost(isOpen ? id : null)
  const block = useBlock()
  const name = data ? handleOf(data.person.username) : 'this person'
  const isPayer = data?.cost.payer === 'them'
  const refund = data?.cost.refundInCents ?? 0
  const confirm = () => {
    if (!data) return
    const { person, cost, isFollowing } = data
    block.mutate(
      { person, wasFollowing: isFollowing, movesMoney: cost.payer !== null },
      {
        onSuccess: () => {
          // The menu that had the focus is gone.
          focusAfterDialog('content')
          closeIfOpen()
        },
      },
    )
  }
  return (
    <Dialog
      open={isOpen && id !== null}
      onOpenChange={(open) => !open && close()}
      title={isPayer ? `Block ${name}? They pay you.` : `Block ${name}?`}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            variant="danger"
            disabled={!data}
            pending={block.isPending}
            pendingLabel="Blocking..."
            onClick={confirm}
          >
            {refund > 0 ? `Block and refund ${dollars(refund)}` : 'Block'}
          </Button>
        </>
      }
    >
      {data ? (
        <>
          <Payment cost={data.cost} name={name} />
          <Consequences>
            <li>You won’t see each other’s signals or profile.</li>
            <li>You stop following each other.</li>
            {isPayer ? (
              <>
                <li>They get an email about the refund, not about the block.</li>
                <li>They can’t subscribe again while blocked.</li>
              </>
            ) : (
              <li>They aren’t told.</li>
            )}
          </Consequences>
          <p className="text-small text-pretty text-ink-2">
            They can still see what anyone sees signed out, and the public log. On Discover their place says
            “Hidden: you blocked this person”. You can still report them in Settings, under Privacy and
            safety.
          </p>
        </>
      ) : error ? (
        <Banner tone="loss" role="alert">
          {error.message}{' '}
          <Button variant="ghost" size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </Banner>
      ) : (
        <Loading label="Loading">
          <Skeleton className="h-24 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}

function Payment({ cost, name }: { cost: BlockCost; name: string }) {
  const { payer, priceInCents, endsAt, unusedDays, periodDays, refundInCents, fromPayoutsInCents } = cost
  if (payer === 'viewer')
    return (
      <p className="text-pretty">
        You pay {name} {dollars(priceInCents)} a month. If you block them, that ends
        {endsAt === null ? '' : ` on ${longDate(endsAt)}`} without a refund, and you can’t read their signals
        until then.
      </p>
    )
  if (payer === null) return null
  return (
    <>
      <p className="text-pretty">
        {name} pays you {dollars(priceInCents)} a month. If you block them, this happens now:
      </p>
      <PriceBreakdown
        items={[
          { label: 'Their subscription', value: 'Ends today' },
          {
            label: `Unused, ${unusedDays} of ${countOf(periodDays, 'day')}`,
            value: `${dollars(refundInCents)} refunded`,
          },
          { label: 'From your next payout', value: dollars(-fromPayoutsInCents) },
        ]}
      />
    </>
  )
}
