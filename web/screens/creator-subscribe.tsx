// The creator-plan checkout at $2.00 a month.
import { CREATOR_PLAN_PRICE_IN_CENTS, SUBSCRIPTION_PRICE_MIN_IN_CENTS } from '#shared/limits.ts'
import { price } from '#shared/rules/money.ts'
import { PaymentsMissing } from './payments-missing.tsx'

const POINTS = [
  'Post signals, for everyone or for your subscribers only',
  `Earn from subscribers at your own monthly price, from ${price(SUBSCRIPTION_PRICE_MIN_IN_CENTS)}`,
  'Show your portfolio, in percent only',
]

export default function CreatorSubscribe() {
  return (
    <PaymentsMissing
      title={`Creator Mode, ${price(CREATOR_PLAN_PRICE_IN_CENTS)}/month`}
      points={POINTS}
      missing="Creator Mode cannot be bought here. Nothing is charged."
    >
      Posting signals and sharing your portfolio need Creator Mode.
    </PaymentsMissing>
  )
}
