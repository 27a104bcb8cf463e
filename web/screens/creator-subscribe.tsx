// The checkout of the creator plan, $2.00 a month.
import { RadioTower } from 'lucide-react'
import { CREATOR_PLAN_PRICE_IN_CENTS, SUBSCRIPTION_PRICE_MIN_IN_CENTS } from '#shared/limits.ts'
import { price } from '#shared/rules/money.ts'
import { CountryForm } from '#web/features/creators/country-form.tsx'
import { CheckoutFrame } from '#web/features/checkout/checkout-frame.tsx'
import { useCreatorModeCheckout } from '#web/features/checkout/creator-mode-checkout.ts'
import { OrderSummary } from '#web/features/checkout/order-summary.tsx'
import { PaymentPanel } from '#web/features/checkout/payment-panel.tsx'
import { ApiError, isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { useConfig } from '#web/lib/config.ts'
import { dollars } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { IconList } from '#web/ui/icon-list.tsx'

const POINTS = [
  { text: 'Post signals, for everyone or for your subscribers only' },
  {
    text: `Earn from subscribers at your own monthly price, from ${price(SUBSCRIPTION_PRICE_MIN_IN_CENTS)}`,
  },
  { text: 'Show your portfolio, percentages only' },
]

export default function CreatorSubscribe() {
  useTitleAndFocus('Creator Mode')
  const checkout = useCreatorModeCheckout()
  const cents = useConfig().data?.creatorPlanPriceInCents ?? CREATOR_PLAN_PRICE_IN_CENTS
  const taxInCents = checkout.started?.taxInCents
  const { error, isRedirecting, isStarting, restart } = checkout
  return (
    <CheckoutFrame
      title="Creator Mode"
      lead="You need it to post signals and show a portfolio. Reading and following are always free."
      summary={
        <OrderSummary
          lead={
            <span className="grid size-10 flex-none place-items-center rounded-full bg-brand-soft text-brand">
              <RadioTower className="icon" />
            </span>
          }
          name="Creator plan"
          what="Post signals, set a price, get subscribers"
          priceInCents={cents}
          price={dollars(cents)}
          line="Creator Mode, one month"
          taxInCents={taxInCents}
        />
      }
      payment={
        needsCountry(error) ? (
          <Card as="section" aria-labelledby="country" className="grid gap-5">
            <div className="grid gap-2">
              <h2 id="country" className="text-title font-strong">
                Where do you live?
              </h2>
              <p className="text-pretty text-ink-2">{COUNTRY_TEXT[error.problem.code]}</p>
            </div>
            <CountryForm label="Continue" pending={isStarting} onSaved={restart} />
          </Card>
        ) : error && !checkout.form && !isRedirecting && !isUnauthorized(error) ? (
          <Card>
            <ErrorState onRetry={restart} retrying={isStarting}>
              {messageOf(error) ?? 'Couldn’t start the payment. You haven’t been charged.'}
            </ErrorState>
          </Card>
        ) : (
          <PaymentPanel
            checkout={checkout}
            amount={dollars(cents + (taxInCents ?? 0))}
            renewsAtInCents={cents}
            taxInCents={taxInCents}
            done={{
              title: 'Creator Mode Activated',
              children: (
                <a className="link" href={paths.creatorOnboarding}>
                  Set up your payouts and your price
                </a>
              ),
            }}
          />
        )
      }
      more={<More />}
    />
  )
}

const COUNTRY_TEXT = {
  country_required: 'Creators can sell in some countries only, so we ask before you pay.',
  country_not_open:
    'Creators in your country can’t sell subscriptions here yet. You haven’t been charged. Reading, following and subscribing work everywhere.',
}
type CountryError = ApiError & { problem: { code: keyof typeof COUNTRY_TEXT } }

const needsCountry = (error: unknown): error is CountryError =>
  error instanceof ApiError && Object.hasOwn(COUNTRY_TEXT, error.problem.code ?? '')

function More() {
  return (
    <Card as="section" aria-labelledby="get" className="grid gap-4">
      <h2 id="get" className="text-title font-strong">
        What you get
      </h2>
      <IconList items={POINTS} />
      <div className="grid gap-3 border-t border-line pt-4 text-label text-ink-2">
        <p>
          <strong className="font-strong text-ink">What happens next.</strong> After you pay, set up payouts
          and choose your price. Then you can post.
        </p>
        <p>
          <strong className="font-strong text-ink">How to cancel.</strong> Any time under Manage Subscriptions
          on your profile. Creator Mode stays on until the paid month ends, and your signals stay.
        </p>
      </div>
    </Card>
  )
}
