// Creator setup: payouts and a price.
import { PaymentsMissing } from './payments-missing.tsx'

export default function CreatorOnboarding() {
  return (
    <PaymentsMissing title="Creator setup">
      Payouts and a price come before the first signal. This build cannot set up payouts yet.
    </PaymentsMissing>
  )
}
