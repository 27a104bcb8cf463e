// Creator setup: the steps for Creator Mode and the price, and the card that ends it. The payouts step is its
// own file.
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { CREATOR_PLAN_PRICE_IN_CENTS } from '#shared/limits.ts'
import { price } from '#shared/rules/money.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { dollars } from '#web/lib/money-and-dates.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { StepHead } from '#web/ui/step-head.tsx'
import { parsePrice, priceInputText } from './parse-price.ts'
import { PRICE_HINT, PriceSplit } from './price-split.tsx'
import { useSetPrice } from './queries.ts'
import { isSetupDone } from './setup.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

export function ModeStep() {
  const { isCreator } = useViewer()
  return (
    <Card as="section" aria-labelledby="mode-step" className="grid gap-5">
      <StepHead
        number={1}
        id="mode-step"
        done={isCreator}
        status={
          isCreator ? (
            <Badge tone="gain" icon={CircleCheck}>
              Active
            </Badge>
          ) : (
            <Badge>Not active</Badge>
          )
        }
      >
        Creator Mode
      </StepHead>
      {!isCreator && (
        <>
          <p className="text-pretty text-ink-2">
            {dollars(CREATOR_PLAN_PRICE_IN_CENTS)}/month. It lets you post signals and take subscribers.
          </p>
          <Button block asChild>
            <a href={paths.creatorSubscribe}>Enable Creator Mode</a>
          </Button>
        </>
      )}
    </Card>
  )
}

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
        <PriceForm
          currentCents={subscriptionPriceInCents}
          hasPrice={hasPrice}
          isNext={stripeOnboardingCompleted && !hasPrice}
        />
      ) : (
        <p className="text-pretty text-ink-2">
          What subscribers pay each month. Available once Creator Mode is on.
        </p>
      )}
    </Card>
  )
}

type PriceFormProps = {
  currentCents: number
  hasPrice: boolean
  /** The price is the only step left, so its button is the primary one. */
  isNext: boolean
}

function PriceForm({ currentCents, hasPrice, isNext }: PriceFormProps) {
  const [typed, setTyped] = useState(priceInputText(currentCents))
  const [isTyping, setIsTyping] = useState(false)
  const save = useSetPrice({ failed: paymentOutcomes.priceFailed })
  const { cents, problem, ...read } = parsePrice(typed)
  // "1" may become "12", so there is no error while the person is typing.
  const showsError = problem !== undefined && (!isTyping || ('isFinal' in read && read.isFinal))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cents !== undefined && !save.isPending) save.mutate(cents)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field label="Monthly price" hint={PRICE_HINT} error={showsError && problem}>
        <MoneyInput
          per="/month"
          value={typed}
          readOnly={save.isPending}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={() => setIsTyping(true)}
          onBlur={() => {
            setIsTyping(false)
            if (cents !== undefined) setTyped(priceInputText(cents))
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
        pendingLabel={hasPrice ? 'Updating...' : 'Saving...'}
      >
        {hasPrice ? 'Update price' : 'Set price'}
      </Button>
    </form>
  )
}

/** Scrolls into view when the last step is completed on this page or at the provider. */
export function ReadyCard() {
  const isReady = isSetupDone(useViewer())
  const isBack = new URLSearchParams(useSearch()).get('payouts') === 'return'
  const wasReady = useRef(isReady && !isBack)
  const card = useRef<HTMLDivElement>(null)
  const signalDialog = useDialogHref('signal')
  useEffect(() => {
    if (isReady && !wasReady.current) card.current?.scrollIntoView({ block: 'nearest' })
    wasReady.current = isReady
  }, [isReady])
  return (
    <div role="status" ref={card} className="scroll-mb-4">
      {isReady && (
        <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="grid gap-1">
            <h2 className="text-title font-strong">You’re all set</h2>
            <p className="text-pretty text-ink-2">People can subscribe to you, and you can post signals.</p>
          </div>
          <div className="flex flex-wrap gap-3 *:grow *:whitespace-normal">
            <Button variant="outline" asChild>
              <a href={paths.ownProfile}>See your profile</a>
            </Button>
            <Button asChild>
              <a href={signalDialog}>
                <span aria-hidden="true">📡</span> New signal
              </a>
            </Button>
            <Button variant="ghost" className="basis-full" asChild>
              <a href={paths.portfolio}>Add your portfolio</a>
            </Button>
            <Button variant="ghost" className="basis-full" asChild>
              <a href={paths.studio}>Open Studio</a>
            </Button>
          </div>
        </Card>
      )}
    </div>
  )
}
