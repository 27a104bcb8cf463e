// A creator refunds a subscriber: `?dialog=refund&subscription=…` on the page with their subscribers.
import { useId, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import type { RefundTerms } from '#shared/contracts/refunds.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Toggle } from '#web/ui/switch.tsx'
import { useRefundSubscriber, useRefundTerms } from './queries.ts'
import { type Decision, RefundChoice } from './refund-choice.tsx'

export default function RefundDialog() {
  const { isOpen, close, closeIfOpen } = useDialog('refund')
  const id = new URLSearchParams(useSearch()).get('subscription')
  const { data, error } = useRefundTerms(isOpen ? id : null)
  if (!isOpen || id === null) return null
  if (data && !data.isDisputed && data.fullInCents > 0)
    return <Form terms={data} onClose={close} onDone={closeIfOpen} />
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title="Refund">
      {data ? (
        <Banner>
          {data.isDisputed
            ? 'The bank is already returning this payment, so it can’t be refunded now.'
            : 'Nothing of the newest payment is left to refund.'}
        </Banner>
      ) : error ? (
        <Banner tone="loss" role="alert">
          {error.message}
        </Banner>
      ) : (
        <Loading label="Loading">
          <Skeleton className="h-24 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}

type FormProps = { terms: RefundTerms; onClose: () => void; onDone: () => void }

function Form({ terms, onClose, onDone }: FormProps) {
  const [part, setPart] = useState<Decision>('full')
  const [reason, setReason] = useState('')
  const [end, setEnd] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const refund = useRefundSubscriber()
  const endId = useId()
  return (
    <FormDialog
      title={`Refund ${terms.subscriber ?? 'a private member'}`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() === '') return setIsMissing(true)
        if (refund.isPending || part === 'none') return
        refund.mutate({ id: terms.subscriptionId, body: { part, reason, end } }, { onSuccess: onDone })
      }}
      submitLabel="Refund"
      pendingLabel="Refunding..."
      isPending={refund.isPending}
    >
      <RefundChoice
        terms={terms}
        options={terms.unusedInCents > 0 ? ['full', 'unused'] : ['full']}
        decision={part}
        onDecision={setPart}
        words={reason}
        onWords={setReason}
        isMissing={isMissing}
      />
      {part === 'full' && (
        <div className="flex items-center justify-between gap-3">
          <label htmlFor={endId}>Also end the subscription now</label>
          <Toggle id={endId} checked={end} onCheckedChange={setEnd} />
        </div>
      )}
    </FormDialog>
  )
}
