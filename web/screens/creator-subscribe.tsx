// The creator-plan checkout at $2.00 a month.
import { CREATOR_PLAN_PRICE_IN_CENTS } from '#shared/limits.ts'
import { price } from '#shared/rules/money.ts'
import { PaymentsMissing } from './payments-missing.tsx'

export default function CreatorSubscribe() {
  return (
    <PaymentsMissing title={`Creator Mode, ${price(CREATOR_PLAN_PRICE_IN_CENTS)}/month`}>
      Posting signals and sharing your portfolio need Creator Mode. This build cannot take payments yet, so it
      cannot be bought here, and nothing is charged.
    </PaymentsMissing>
  )
}
