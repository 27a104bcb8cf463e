// The viewer's payments and refunds, newest first.
import type { Payment, Withdrawal } from '#shared/contracts/refunds.ts'
import { withdrawalPdf } from '#shared/contracts/refunds.ts'
import { useHrefWith } from '#web/lib/dialog-address.ts'
import { dollars, shortDate } from '#web/lib/money-and-dates.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ListRow, RowFigure } from '#web/ui/list-row.tsx'

type ReceiptsProps = { payments: readonly Payment[]; withdrawals: readonly Withdrawal[] }

export const RECEIPTS_HEADING = 'payments'

export function Receipts({ payments, withdrawals }: ReceiptsProps) {
  const rows = payments
    .flatMap((payment) => [
      { at: payment.paidAt, payment, refund: undefined },
      ...payment.refunds.map((refund) => ({ at: refund.at, payment, refund })),
    ])
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  return (
    <CardList as="section" aria-labelledby={RECEIPTS_HEADING}>
      <CardHead>
        <h3 id={RECEIPTS_HEADING} tabIndex={-1} className="text-title font-strong">
          Payments and refunds
        </h3>
      </CardHead>
      <ul className="divide-y divide-line">
        {rows.map(({ at, payment, refund }) => (
          <ListRow
            key={`${payment.subscriptionId} ${at.toISOString()} ${refund?.cause ?? ''}`}
            title={<bdi>{payment.creator ?? 'A private profile'}</bdi>}
            sub={
              refund ? (
                <RefundText refund={refund} withdrawal={withdrawals.find(isOf(payment))} />
              ) : (
                <PaymentText payment={payment} />
              )
            }
            end={
              <RowFigure
                value={dollars(refund ? -refund.amountInCents : payment.amountInCents)}
                note={shortDate(at)}
              />
            }
          />
        ))}
      </ul>
    </CardList>
  )
}

function PaymentText({
  payment: { subscriptionId, creator, periodStart, taxInCents, request, mayAsk },
}: {
  payment: Payment
}) {
  const href = useHrefWith({ dialog: 'ask-refund', subscription: subscriptionId })
  return (
    <>
      One month from {shortDate(periodStart)}
      {taxInCents !== undefined && `, ${dollars(taxInCents)} of it tax`}
      {mayAsk && (
        <>
          {'. '}
          <a className="link" href={href} aria-label={`Ask ${creator ?? 'the creator'} for a refund`}>
            Ask for a refund
          </a>
        </>
      )}
      {request?.answeredAt === null && `. You asked for a refund. ${answerText(request.escalatesAt)}`}
      {request?.isRefunded === false && `. Refund declined: “${request.answer ?? ''}”`}
    </>
  )
}

const answerText = (by: Date) =>
  by > new Date() ? `The creator answers by ${shortDate(by)}, or we decide.` : 'We decide now.'

const isOf =
  ({ subscriptionId }: Payment) =>
  (one: Withdrawal) =>
    one.subscriptionId === subscriptionId

const CAUSES: Record<Payment['refunds'][number]['cause'], string> = {
  withdrawal: 'Refund, you withdrew',
  creator: 'Refund by the creator',
  request: 'Refund you asked for',
  operator: 'Refund',
  block: 'Refund of unused days',
  leaving: 'Refund, the creator left',
  fraud: 'Refund after a bank’s fraud warning',
  other: 'Refund',
}

function RefundText({
  refund: { cause, reason, isDone, taxInCents },
  withdrawal,
}: {
  refund: Payment['refunds'][number]
  withdrawal: Withdrawal | undefined
}) {
  return (
    <>
      {CAUSES[cause]}
      {!isDone && ', on its way'}
      {taxInCents !== undefined && `, ${dollars(taxInCents)} of it tax`}
      {reason !== null && <>: “{reason}”</>}
      {cause === 'withdrawal' && withdrawal && (
        <>
          {'. '}
          <a className="link" href={withdrawalPdf(withdrawal.subscriptionId)} download>
            Receipt {withdrawal.number}
          </a>
        </>
      )}
    </>
  )
}
