// Creator setup: payouts and a price.
import { SUBSCRIPTION_PRICE_MAX_IN_CENTS, SUBSCRIPTION_PRICE_MIN_IN_CENTS } from '#shared/limits.ts'
import { price } from '#shared/rules/money.ts'
import { PaymentsMissing } from './payments-missing.tsx'

const POINTS = [
  'Set up payouts, so that subscribers can pay you',
  `Choose a monthly price from ${price(SUBSCRIPTION_PRICE_MIN_IN_CENTS)} to ${price(SUBSCRIPTION_PRICE_MAX_IN_CENTS)}`,
]

export default function CreatorOnboarding() {
  return (
    <PaymentsMissing title="Creator setup" points={POINTS} missing="Payouts cannot be set up here.">
      Two steps come before your first signal.
    </PaymentsMissing>
  )
}
