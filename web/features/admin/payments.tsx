// Payments of one person or of everybody, and their refunds.
import { useId, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import type { AdminPayment } from '#shared/contracts/admin.ts'
import { ACT_REASON_MAX } from '#shared/limits.ts'
import { dateAndTime, dollars } from '#web/lib/money-and-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Toggle } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import { Loaded } from './loaded.tsx'
import { usePayments, useRefund } from './queries.ts'
import { UserFilter } from './user-filter.tsx'

export function Payments() {
  const user = new URLSearchParams(useSearch()).get('user') ?? ''
  const [refunded, setRefunded] = useState<AdminPayment>()
  return (
    <>
      <CardList as="section" aria-labelledby="payments">
        <CardHead>
          <h2 id="payments" className="text-title font-strong">
            Payments
          </h2>
          <UserFilter user={user} section="payments" />
        </CardHead>
        <Loaded query={usePayments(user)} what="the payments">
          {(payments) =>
            payments.length === 0 ? (
              <p className="p-4 text-ink-2 md:px-6">No payments.</p>
            ) : (
              <ul className="divide-y divide-line">
                {payments.map((payment) => (
                  <PaymentLine key={payment.id} payment={payment} onRefund={() => setRefunded(payment)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </CardList>
      {refunded && <RefundDialog payment={refunded} onClose={() => setRefunded(undefined)} />}
    </>
  )
}

function PaymentLine({ payment, onRefund }: { payment: AdminPayment; onRefund: () => void }) {
  const { id, subscriber, creator, amountInCents, refundedInCents, disputeStatus, paidAt } = payment
  const isRefunded = refundedInCents >= amountInCents
  return (
    <ListRow
      stack
      title={
        <span className="wrap-anywhere">
          {dollars(amountInCents)} · {subscriber} to {creator}
        </span>
      }
      sub={
        <span className="wrap-anywhere">
          {dateAndTime(paidAt)} · {id}
        </span>
      }
      end={
        <>
          {refundedInCents > 0 && <Badge>{`Refunded ${dollars(refundedInCents)}`}</Badge>}
          {disputeStatus !== null && (
            <Badge tone="caution">{`Dispute: ${disputeStatus.replaceAll('_', ' ')}`}</Badge>
          )}
          {!isRefunded && disputeStatus === null && (
            <Button
              variant="outline"
              size="sm"
              aria-label={`Refund ${subscriber}’s payment`}
              onClick={onRefund}
            >
              Refund
            </Button>
          )}
        </>
      }
    />
  )
}

function RefundDialog({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [end, setEnd] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const refund = useRefund()
  const endId = useId()
  const rest = payment.amountInCents - payment.refundedInCents
  return (
    <FormDialog
      title={`Refund ${dollars(rest)} to ${payment.subscriber}`}
      subtitle="The creator’s share comes back from their payouts."
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() === '') return setIsMissing(true)
        refund.mutate({ id: payment.id, reason, end }, { onSuccess: onClose })
      }}
      submitLabel="Refund"
      pendingLabel="Refunding..."
      isPending={refund.isPending}
      isDanger
    >
      <Field label="Why, for the audit log" error={isMissing && reason.trim() === '' ? 'Say why' : undefined}>
        <Textarea
          value={reason}
          maxLength={ACT_REASON_MAX}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={endId}>Also end the subscription now</label>
        <Toggle id={endId} checked={end} onCheckedChange={setEnd} />
      </div>
    </FormDialog>
  )
}
