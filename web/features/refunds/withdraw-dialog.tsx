// "Withdraw from contract" in two steps, `?dialog=withdraw&subscription=…`: the amount of the refund, then the receipt.
import { useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { type Withdrawable, type Withdrawal, withdrawalPdf } from '#shared/contracts/refunds.ts'
import { refundedBy, usedText } from '#shared/rules/withdrawal-receipt.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { dateAndTime, dollars, longDate } from '#web/lib/money-and-dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { useWithdraw } from './queries.ts'

type WithdrawDialogProps = {
  contracts: readonly Withdrawable[]
  receipts: readonly Withdrawal[]
  /** The id of the element that takes the focus once the contract's button is gone. */
  headingId: string
}

export function WithdrawDialog({ contracts, receipts, headingId }: WithdrawDialogProps) {
  const { isOpen, close } = useDialog('withdraw')
  const id = new URLSearchParams(useSearch()).get('subscription')
  const withdraw = useWithdraw()
  const contract = contracts.find(({ subscriptionId }) => subscriptionId === id)
  const receipt =
    (withdraw.data?.subscriptionId === id ? withdraw.data : undefined) ??
    receipts.find(({ subscriptionId }) => subscriptionId === id)
  // The closing dialog keeps its text while it animates out.
  const [shown, setShown] = useState({ contract, receipt })
  if (isOpen && (shown.contract !== contract || shown.receipt !== receipt)) setShown({ contract, receipt })
  const now = isOpen ? { contract, receipt } : shown
  const onClose = () => {
    if (now.receipt) focusAfterDialog(headingId)
    close()
  }
  if (now.receipt) return <Receipt receipt={now.receipt} isOpen={isOpen} onClose={onClose} />
  return (
    <Dialog
      open={isOpen && id !== null}
      onOpenChange={(open) => !open && close()}
      title="Withdraw from contract"
      foot={
        <>
          <Button variant="outline" onClick={close}>
            {now.contract ? 'Keep subscription' : 'Close'}
          </Button>
          {now.contract && (
            <Button
              pending={withdraw.isPending}
              pendingLabel="Withdrawing..."
              onClick={() => id !== null && withdraw.mutate(id)}
            >
              Confirm withdrawal
            </Button>
          )}
        </>
      }
    >
      {now.contract ? (
        <Terms contract={now.contract} />
      ) : (
        <p className="text-pretty text-ink-2">
          The 14 days in which you can withdraw from this contract have passed. You can still cancel the
          subscription, or ask for a refund below.
        </p>
      )}
      {withdraw.error && (
        <Banner tone="loss" role="alert">
          {withdraw.error.message}
        </Banner>
      )}
    </Dialog>
  )
}

function Terms({ contract }: { contract: Withdrawable }) {
  const {
    creator,
    startedAt,
    paidInCents,
    paidTaxInCents,
    refundInCents,
    refundTaxInCents,
    keptUsedDays,
    isDisputed,
  } = contract
  const kept = paidInCents - refundInCents
  return (
    <>
      <p className="text-pretty">
        You’re withdrawing from your subscription to{' '}
        <strong className="font-strong">
          <bdi>{creator}</bdi>
        </strong>
        , started {longDate(startedAt)}.
      </p>
      <PriceBreakdown
        items={[
          {
            label: paidTaxInCents === undefined ? 'Paid' : `Paid, with ${dollars(paidTaxInCents)} tax`,
            value: dollars(paidInCents),
          },
          ...(kept > 0
            ? [{ label: keptUsedDays ? usedText(contract) : 'Refunded before', value: dollars(-kept) }]
            : []),
        ]}
        total={{ label: 'Back to your card', value: dollars(refundInCents) }}
      />
      <p className="text-small text-pretty text-ink-2">
        {refundTaxInCents !== undefined && `${dollars(refundTaxInCents)} of it is tax. `}
        {isDisputed && 'Your bank is already returning a payment. If it decides otherwise, we refund it. '}
        Premium signals close at once. You don’t need to give a reason. We email you a confirmation.
      </p>
    </>
  )
}

type ReceiptProps = { receipt: Withdrawal; isOpen: boolean; onClose: () => void }

function Receipt({ receipt, isOpen, onClose }: ReceiptProps) {
  const { withdrawnAt, refundInCents, isDisputed } = receipt
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="You have withdrawn"
      foot={
        <>
          <Button asChild variant="outline">
            <a href={withdrawalPdf(receipt.subscriptionId)} download>
              Save as PDF
            </a>
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <Banner tone="gain" role="status" title={`Withdrawn on ${dateAndTime(withdrawnAt)}`}>
        {isDisputed
          ? 'Your bank is already returning a payment. If it decides otherwise, we refund what is due.'
          : refundInCents > 0
            ? `${dollars(refundInCents)} goes back to your card, usually within 5 days, at the latest ${longDate(refundedBy(withdrawnAt.toISOString()))}.`
            : 'Nothing is left to refund: you already got your payment back.'}
      </Banner>
      <PriceBreakdown
        items={[
          { label: 'Contract', value: `${receipt.creator}, ${dollars(receipt.priceInCents)} a month` },
          { label: 'Name', value: receipt.name },
          { label: 'Number', value: receipt.number },
          { label: 'Confirmation sent to', value: receipt.email },
        ]}
      />
    </Dialog>
  )
}
