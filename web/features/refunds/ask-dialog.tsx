// "Ask for a refund": `?dialog=ask-refund&subscription=…`. The request goes to the creator, and after five days to us.
import { useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { type Payment, REFUND_REQUEST_MAX } from '#shared/contracts/refunds.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { dollars } from '#web/lib/money-and-dates.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import { useAskForRefund } from './queries.ts'

export function AskDialog({ payments }: { payments: readonly Payment[] }) {
  const { isOpen, close, closeIfOpen } = useDialog('ask-refund')
  const id = new URLSearchParams(useSearch()).get('subscription')
  const payment = payments.find(({ subscriptionId, mayAsk }) => subscriptionId === id && mayAsk)
  if (!isOpen || !payment) return null
  return <Form payment={payment} onClose={close} onAsked={closeIfOpen} />
}

type FormProps = { payment: Payment; onClose: () => void; onAsked: () => void }

function Form({ payment, onClose, onAsked }: FormProps) {
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const ask = useAskForRefund()
  return (
    <FormDialog
      title="Ask for a refund"
      subtitle={`${dollars(payment.amountInCents)} to ${payment.creator ?? 'a private profile'}. The creator has five days to answer. After that, we decide.`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return setIsMissing(true)
        if (!ask.isPending) ask.mutate({ id: payment.subscriptionId, text }, { onSuccess: onAsked })
      }}
      submitLabel="Request refund"
      pendingLabel="Requesting..."
      isPending={ask.isPending}
    >
      <Field
        label="Why"
        hint="The creator reads this."
        error={isMissing && text.trim() === '' ? 'Say why' : undefined}
      >
        <Textarea
          autoFocus
          value={text}
          maxLength={REFUND_REQUEST_MAX}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
