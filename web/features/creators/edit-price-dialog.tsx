// The dialog that changes the monthly price, on the subscriptions page.
import { type FormEvent, useRef, useState } from 'react'
import { useDialog } from '#web/lib/dialog-address.ts'
import { dollars } from '#web/lib/money-and-dates.ts'
import { followOutcome, type Outcome } from '#web/lib/outcomes.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { parsePrice, priceInputText } from './parse-price.ts'
import { PRICE_HINT, PriceSplit } from './price-split.tsx'
import { useSetPrice } from './queries.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

export function EditPriceDialog() {
  const { isOpen, close, closeIfOpen } = useDialog('edit-price')
  const { isCreator, hasPrice, subscriptionPriceInCents } = useViewer()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [wasOpen, setWasOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const save = useSetPrice({ failed: paymentOutcomes.priceUpdateFailed })
  // Each time it opens, it starts with the current price.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setTyped(hasPrice ? priceInputText(subscriptionPriceInCents) : '')
    if (isOpen) setProblem(undefined)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const read = parsePrice(typed)
    if (read.cents === undefined) {
      const invalid: Outcome = { ...paymentOutcomes.invalidPrice, text: read.problem }
      followOutcome(invalid)
      setProblem(read.problem)
      field.current?.focus()
      return
    }
    save.mutate(read.cents, {
      onSuccess: closeIfOpen,
    })
  }

  return (
    <Dialog
      open={isOpen && isCreator}
      onOpenChange={(open) => !open && close()}
      title="Edit price"
      onSubmit={submit}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            pending={save.isPending}
            pendingLabel={hasPrice ? 'Updating...' : 'Saving...'}
          >
            {hasPrice ? 'Update price' : 'Set price'}
          </Button>
        </>
      }
    >
      <p className="text-ink-2 tabular-nums">
        {hasPrice
          ? `Current price: ${dollars(subscriptionPriceInCents)}/month`
          : 'You haven’t set a price yet.'}
      </p>
      <Field label="Monthly price" hint={PRICE_HINT} error={problem}>
        <MoneyInput
          ref={field}
          per="/month"
          value={typed}
          readOnly={save.isPending}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
        />
      </Field>
      <PriceSplit cents={parsePrice(typed).cents} />
    </Dialog>
  )
}
