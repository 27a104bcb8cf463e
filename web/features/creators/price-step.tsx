// The third step of a creator's setup: the monthly price, and what is left of it.
import { type FormEvent, useState } from 'react'
import { price } from '#shared/rules/money.ts'
import { outcomes } from '#web/lib/outcomes.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { StepHead } from '#web/ui/step-head.tsx'
import { PriceSplit } from './price-split.tsx'
import { PRICE_RANGE, priceText, readPrice } from './price-text.ts'
import { useSetPrice } from './queries.ts'

export function PriceStep() {
  const { isCreator, hasPrice, stripeOnboardingCompleted, subscriptionPriceInCents } = useViewer()
  const isDone = isCreator && hasPrice
  return (
    <Card as="section" aria-labelledby="price-step" className="grid gap-5">
      <StepHead
        number={3}
        id="price-step"
        done={isDone}
        status={isDone ? <Badge tone="gain">{price(subscriptionPriceInCents)}</Badge> : undefined}
      >
        Subscription price
      </StepHead>
      {isCreator ? (
        <PriceForm currentCents={subscriptionPriceInCents} isNext={stripeOnboardingCompleted && !hasPrice} />
      ) : (
        <p className="text-pretty text-ink-2">
          What subscribers pay each month. Available once Creator Mode is on.
        </p>
      )}
    </Card>
  )
}

/** `isNext`: this is what is left to do, so its button is the loud one. */
function PriceForm({ currentCents, isNext }: { currentCents: number; isNext: boolean }) {
  const [typed, setTyped] = useState(priceText(currentCents))
  const [isTyping, setIsTyping] = useState(false)
  const save = useSetPrice({ failed: outcomes.priceFailed })
  const { cents, problem, ...read } = readPrice(typed)
  // "1" on the way to "12" is no mistake yet.
  const isWrong = problem !== undefined && (!isTyping || ('isFinal' in read && read.isFinal))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cents !== undefined && !save.isPending) save.mutate(cents)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="Monthly price"
        hint={`${PRICE_RANGE} Existing subscribers keep the price they agreed to.`}
        error={isWrong && problem}
      >
        <MoneyInput
          per="/month"
          value={typed}
          readOnly={save.isPending}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={() => setIsTyping(true)}
          onBlur={() => {
            setIsTyping(false)
            if (cents !== undefined) setTyped(priceText(cents))
          }}
        />
      </Field>
      <PriceSplit cents={cents} />
      <Button
        block
        variant={isNext ? 'primary' : 'outline'}
        type="submit"
        disabled={cents === undefined}
        pending={save.isPending}
        pendingLabel="Updating..."
      >
        Update price
      </Button>
    </form>
  )
}
